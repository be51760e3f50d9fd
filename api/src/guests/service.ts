import type { contract } from '@hudur/core/contract'
import { guestStateOf } from '@hudur/core/guests/guest-state'
import { asInvitation, viewOf } from '@hudur/core/invitations/views'
import { Refusal } from '@hudur/core/refusals'
import { storedPicture } from '../cards/designs.ts'
import { designsIn } from '../cards/designs-repository.ts'
import type { Deps, Services } from '../deps.ts'
import { answerAsGuest } from './answers.ts'
import { findInvitationByCode, guestsIn } from './repository.ts'

/** The calls of guests. A caller who knows the code of an invitation acts as its guest. */
export const guestService = ({ db, now, timeZone }: Deps): Services<typeof contract.guests> => {
  /** Finds the valid invitation with this code and the design of its card. Throws `not-found`. */
  async function findCard(code: string) {
    const found = await findInvitationByCode(db, code)
    const state = found && guestStateOf(found.invitation, code, { now: now(), timeZone })
    if (!found || (state !== 'coming' && state !== 'today')) throw new Refusal('not-found')
    return { ...found, design: await designsIn(db.read).ofEvent(found.event.id) }
  }

  return {
    async opened({ actor, input: { code } }) {
      const found = await findInvitationByCode(db, code)
      if (!found) throw new Refusal('not-found')
      const { invitation } = found
      const isGuests = actor === null && guestStateOf(invitation, code, { now: now(), timeZone }) !== 'replaced'
      if (isGuests && invitation.openedAt === null) await db.write(trx => guestsIn(trx).markOpened(invitation, now()))
      return { success: true }
    },

    async design({ input: { code } }) {
      const { invitation, design } = await findCard(code)
      return { invitation: asInvitation({ ...viewOf('card', invitation), id: invitation.code }), look: design?.look ?? null }
    },

    async picture({ input: { code } }) {
      const background = (await findCard(code)).design?.look.background
      if (background?.is !== 'picture') throw new Refusal('not-found')
      return storedPicture(db, background.pictureId)
    },

    async answer({ input: { code, ...given } }) {
      await answerAsGuest({ db, now, timeZone }, code, given)
      return { success: true }
    },
  }
}

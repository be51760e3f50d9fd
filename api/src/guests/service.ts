import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import type { contract } from '@hudur/core/contract'
import { cardTextsOf } from '@hudur/core/events/event-time'
import { MAX_ANSWERS } from '@hudur/core/guests/contract'
import { guestStateOf, mayGuestAnswer } from '@hudur/core/guests/guest-state'
import { isTrialCode } from '@hudur/core/id'
import { asInvitation, viewOf } from '@hudur/core/invitations/views'
import { Refusal } from '@hudur/core/refusals'
import type { Kysely } from 'kysely'
import { storedPicture } from '../cards/designs.ts'
import { designsIn } from '../cards/designs-repository.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { type AnswerInput, announcedAnswer, hasAnswer } from '../invitations/answers.ts'
import { answersIn } from '../invitations/answers-repository.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { trailIn } from '../trail/repository.ts'
import { findInvitationByCode, type GuestInvitation, guestsIn } from './repository.ts'

/** The calls of guests. A caller who knows the code of an invitation acts as its guest. */
export const guestService = ({ db, now, timeZone }: Deps): Services<typeof contract.guests> => {
  /** Finds the valid invitation with this code and the design of its card. Throws `not-found`. */
  async function findCard(code: string) {
    const found = await findInvitationByCode(db, code)
    const state = found && guestStateOf(found.invitation, code, { now: now(), timeZone })
    if (!found || (state !== 'coming' && state !== 'today')) throw new Refusal('not-found')
    return { ...found, design: await designsIn(db.read).ofEvent(found.event.id) }
  }

  /** Returns the invitation and the answer to store; undefined if it has this answer. Throws `not-found`, `answers-ended`, `answers-used` and `bad-input`. */
  async function checkAnswer(reads: Kysely<Tables>, found: GuestInvitation | undefined, code: string, given: AnswerInput) {
    const times = { now: now(), timeZone }
    if (!found) throw new Refusal('not-found')
    const { invitation, event } = found
    if (!mayGuestAnswer(guestStateOf(invitation, code, times), event, times)) throw new Refusal('answers-ended')
    const answer = announcedAnswer(given, invitation)
    if (hasAnswer(invitation, answer)) return undefined
    if ((await answersIn(reads).countOfGuest(invitation)) >= MAX_ANSWERS) throw new Refusal('answers-used')
    return { invitation, ...answer, now: times.now }
  }

  return {
    async opened({ actor, input: { code } }) {
      const found = await findInvitationByCode(db, code)
      if (!found) throw new Refusal('not-found')
      const { invitation } = found
      const isGuests = actor === null && !isTrialCode(code) && guestStateOf(invitation, code, { now: now(), timeZone }) !== 'replaced'
      if (isGuests && invitation.openedAt === null) await db.write(trx => guestsIn(trx).markOpened(invitation, now()))
      return { success: true }
    },

    async design({ input: { code } }) {
      const { invitation, event, design } = await findCard(code)
      const look = design?.look ?? { ...DEFAULT_LOOK, ...cardTextsOf(event) }
      return { invitation: asInvitation({ ...viewOf('card', invitation), id: invitation.code }), look }
    },

    async picture({ input: { code } }) {
      const background = (await findCard(code)).design?.look.background
      if (background?.is !== 'picture') throw new Refusal('not-found')
      return storedPicture(db, background.pictureId)
    },

    async answer({ input: { code, ...given } }) {
      // Checked before the write too, so that a refused answer causes no write.
      const seen = await checkAnswer(db.read, await findInvitationByCode(db, code), code, given)
      // The page of a trial card says that it stores no answer.
      if (!seen || isTrialCode(code)) return { success: true }
      await db.write(async trx => {
        await answersIn(trx).lock(seen.invitation.id)
        const answer = await checkAnswer(trx, await guestsIn(trx).find(seen.invitation.id), code, given)
        if (!answer) return
        await answersIn(trx).add(answer.invitation, { ...answer, userId: null, linkId: null })
        const after = await invitationsIn(trx).find(answer.invitation.id, { userId: undefined })
        await trailIn(trx).add('invitation', { by: 'guest', at: answer.now }, [{ before: answer.invitation, after }])
      })
      return { success: true }
    },
  }
}

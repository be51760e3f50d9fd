import { type contract, guestState, Refusal } from '@hudur/core'
import type { Deps, Services } from '../deps.ts'
import { answerAsGuest } from './answers.ts'
import { guestsIn } from './repository.ts'

/** The calls of guests. Whoever knows the code of an invitation is its guest. */
export const guestService = ({ db, now, timeZone }: Deps): Services<typeof contract.guests> => ({
  async opened({ actor, input: { code } }) {
    const found = await guestsIn(db.read).find(code)
    if (!found) throw new Refusal('not-found')
    const { invitation } = found
    const isGuests = actor === null && guestState(invitation, code, { now: now(), timeZone }) !== 'replaced'
    if (isGuests && invitation.openedAt === null) await db.write(trx => guestsIn(trx).markOpened(invitation, now()))
    return { success: true }
  },

  async answer({ input: { code, ...given } }) {
    await answerAsGuest({ db, now, timeZone }, code, given)
    return { success: true }
  },
})

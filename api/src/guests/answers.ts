import { MAX_ANSWERS } from '@hudur/core/guests/contract'
import { guestStateOf, mayGuestAnswer } from '@hudur/core/guests/guest-state'
import { Refusal } from '@hudur/core/refusals'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { type AnswerInput, announcedPeople } from '../invitations/answers.ts'
import { answersIn } from '../invitations/answers-repository.ts'
import { findInvitationByCode, type GuestInvitation, guestsIn } from './repository.ts'

/** Stores an answer that a guest sends with the invitation's code. Throws `not-found`, `answers-ended`, `answers-used` and `bad-input`. */
export async function answerAsGuest({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>, code: string, given: AnswerInput) {
  /** Returns the invitation and the number of people in the answer. Throws a `Refusal` when the answer is not allowed. */
  async function checkAnswer(reads: Kysely<Tables>, found: GuestInvitation | undefined) {
    const times = { now: now(), timeZone }
    if (!found) throw new Refusal('not-found')
    const { invitation, event } = found
    if (!mayGuestAnswer(guestStateOf(invitation, code, times), event, times)) throw new Refusal('answers-ended')
    const people = announcedPeople(given, invitation)
    if ((await answersIn(reads).countOfGuest(invitation.id)) >= MAX_ANSWERS) throw new Refusal('answers-used')
    return { invitation, people, now: times.now }
  }

  // Checked before the write too, so that a refused answer causes no write.
  const { invitation: seen } = await checkAnswer(db.read, await findInvitationByCode(db, code))
  await db.write(async trx => {
    await answersIn(trx).lock(seen.id)
    const { invitation, ...answer } = await checkAnswer(trx, await guestsIn(trx).find(seen.id))
    await answersIn(trx).add(invitation, { ...answer, note: given.note || null, userId: null, linkId: null })
  })
}

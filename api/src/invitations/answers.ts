import { type Actor, scopeOfActor, usageCounterId } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { asVisibleTo } from '@hudur/core/invitations/views'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import type { Deps } from '../deps.ts'
import { trailIn } from '../trail/repository.ts'
import { answersIn } from './answers-repository.ts'
import { invitationsIn } from './repository.ts'
import { lockInvitation, recordActivity } from './writes.ts'

export type AnswerInput = { attends: boolean; people?: number | undefined; children?: number | undefined; note?: string | undefined }

/** Returns how many people an answer announces. Throws `bad-input` for none, and for more than the invitation has places. */
function announcedPeople({ attends, people = 1 }: AnswerInput, { maxScans }: Invitation) {
  if (!attends) return 0
  if (people >= 1 && people <= maxScans && Number.isInteger(people)) return people
  const text = people > maxScans ? texts.guest.tooManyPeople(maxScans) : texts.badNumber(1, maxScans)
  throw new Refusal('bad-input', { text, fields: { people: text } })
}

/** Returns how many of the people of an answer are children. Throws `bad-input` for more than these people. */
function announcedChildren(given: number | undefined, people: number, { children }: Invitation) {
  if (given === undefined || people === 0) return Math.min(children, people)
  if (given >= 0 && given <= people && Number.isInteger(given)) return given
  const text = texts.childrenOfAnswer.tooMany(people)
  throw new Refusal('bad-input', { text, fields: { children: text } })
}

/** Returns the answer to store. Throws `bad-input` for more people than the invitation has places, and more children than people. */
export function announcedAnswer(given: AnswerInput, invitation: Invitation) {
  const people = announcedPeople(given, invitation)
  return { people, children: announcedChildren(given.children, people, invitation), note: given.note || null }
}

type AnnouncedAnswer = ReturnType<typeof announcedAnswer>

/** Returns whether an invitation has this answer for its day already. It is not stored again, so that a repeated press costs nothing. */
export const hasAnswer = ({ answer }: Invitation, { people, children, note }: AnnouncedAnswer) =>
  answer !== null &&
  !answer.isForFormerDay &&
  (answer.announced ?? answer.people) === people &&
  answer.children === children &&
  answer.note === note

/** Stores an answer that the host or a family link enters for a guest. Throws `not-found`, `link-ended`, `bad-input` and `budget-used`. */
export async function answerAsHost(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor,
  id: string,
  given: AnswerInput,
) {
  return db.write(async trx => {
    const { link } = actor
    const at = now()
    const { invitation } = await lockInvitation(trx, actor, id, { now: at, timeZone })
    const answer = announcedAnswer(given, invitation)
    if (hasAnswer(invitation, answer)) return asVisibleTo(actor, invitation)
    await answersIn(trx).add(invitation, { ...answer, userId: actor.id, linkId: link?.id ?? null, now: at })
    await editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at)).take()
    await recordActivity(trx, actor, invitation, { verb: 'update', text: texts.activity.answered, at })
    const after = await invitationsIn(trx).find(id, scopeOfActor(actor))
    await trailIn(trx).add('invitation', { by: actor, at }, [{ before: invitation, after }])
    return asVisibleTo(actor, after!)
  })
}

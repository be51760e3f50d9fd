import {
  type Actor,
  dayInTimeZone,
  guestStateOf,
  type Invitation,
  invitationRules,
  MAX_ANSWERS,
  mayGuestAnswer,
  Refusal,
  scopeOfActor,
  texts,
  usageCounterId,
} from '@hudur/core'
import type { Kysely } from 'kysely'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { lockInvitations } from '../check-in/repository.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { lockOpenLink, withLinkName } from '../links/open-link.ts'
import { findInvitationByCode, type GuestInvitation, guestsIn } from './repository.ts'

type AnswerInput = { attends: boolean; people?: number | undefined; note?: string | undefined }

/** Returns how many people an answer announces. Throws `bad-input` for none, and for more than the invitation has places. */
function announcedPeople({ attends, people = 1 }: AnswerInput, { maxScans }: Invitation) {
  if (!attends) return 0
  if (people >= 1 && people <= maxScans && Number.isInteger(people)) return people
  const text = people > maxScans ? texts.guest.tooManyPeople(maxScans) : texts.badNumber(1, maxScans)
  throw new Refusal('bad-input', { text, fields: { people: text } })
}

/** Locks an invitation, so that concurrent answers are stored one after another. */
const lockInvitation = (trx: Kysely<Tables>, id: string) => lockInvitations(trx, [{ id }])

/** Stores an answer that a guest sends with the invitation's code. Throws `not-found`, `answers-ended`, `answers-used` and `bad-input`. */
export async function answerAsGuest({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>, code: string, given: AnswerInput) {
  /** Returns the invitation and the number of people in the answer. Throws a `Refusal` when the answer is not allowed. */
  async function checkAnswer(reads: Kysely<Tables>, found: GuestInvitation | undefined) {
    const times = { now: now(), timeZone }
    if (!found) throw new Refusal('not-found')
    const { invitation, event } = found
    if (!mayGuestAnswer(guestStateOf(invitation, code, times), event, times)) throw new Refusal('answers-ended')
    const people = announcedPeople(given, invitation)
    if ((await guestsIn(reads).countAnswers(invitation.id)) >= MAX_ANSWERS) throw new Refusal('answers-used')
    return { invitation, people, now: times.now }
  }

  // Checked before the write too, so that a refused answer causes no write.
  const { invitation: seen } = await checkAnswer(db.read, await findInvitationByCode(db, code))
  await db.write(async trx => {
    await lockInvitation(trx, seen.id)
    const { invitation, ...answer } = await checkAnswer(trx, await guestsIn(trx).find(seen.id))
    await guestsIn(trx).addAnswer(invitation, { ...answer, note: given.note || null, userId: null, linkId: null })
  })
}

/** Stores an answer that the host or a family link enters for a guest. Throws `not-found`, `link-ended`, `bad-input` and `budget-used`. */
export async function answerAsHost(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor,
  id: string,
  given: AnswerInput,
) {
  return db.write(async trx => {
    const { link } = actor
    const invitations = invitationsIn(trx)
    const seen = await invitations.find(id, scopeOfActor(actor))
    // Locks the owner, the link and the invitation in the same order as other writes.
    if (seen) await accountsIn(trx).lock(seen.userId)
    if (link) await lockOpenLink(trx, link, { now: now(), timeZone })
    if (seen) await lockInvitation(trx, id)
    const at = now()
    const invitation = await invitations.find(id, scopeOfActor(actor))
    if (!invitation) throw new Refusal('not-found')
    await guestsIn(trx).addAnswer(invitation, {
      people: announcedPeople(given, invitation),
      note: given.note || null,
      userId: actor.id,
      linkId: link?.id ?? null,
      now: at,
    })
    await editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at)).take()
    const description = withLinkName(texts.activity.answered(invitationRules.guestLabel(invitation), invitation.eventName), link)
    await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'invitation', targetId: id, description, at })
    const after = await invitations.find(id, scopeOfActor(actor))
    return link ? { ...after!, note: null } : after!
  })
}

import {
  type Actor,
  countedAs,
  dayIn,
  guestState,
  type Invitation,
  invitationRules,
  MAX_ANSWERS,
  mayAnswer,
  Refusal,
  scopeOf,
  texts,
} from '@hudur/core'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { lockInvitations } from '../check-in/repository.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { editsOf } from '../invitations/edits.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { lockOpenLink, withLink } from '../links/open-link.ts'
import { findByCode, type GuestInvitation, guestsIn } from './repository.ts'

type Given = { attends: boolean; people?: number | undefined; note?: string | undefined }

/** Returns how many people an answer announces. Throws `bad-input` for none, and for more than the invitation has places. */
function peopleOf({ attends, people = 1 }: Given, { maxScans }: Invitation) {
  if (!attends) return 0
  if (people >= 1 && people <= maxScans && Number.isInteger(people)) return people
  const text = people > maxScans ? texts.guest.tooManyPeople(maxScans) : texts.badNumber(1, maxScans)
  throw new Refusal('bad-input', { text, fields: { people: text } })
}

/** Locks an invitation, so that of two answers at once one is the last. */
const lock = (trx: Kysely<Tables>, id: string) => lockInvitations(trx, [{ id }])

/** Stores the answer of the guest who knows the code. Throws `not-found`, `answers-ended`, `answers-used` and `bad-input`. */
export async function answerAsGuest({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>, code: string, given: Given) {
  /** Returns the invitation and the people of the answer. Throws when the guest may not answer so. */
  async function check(reads: Kysely<Tables>, found: GuestInvitation | undefined) {
    const times = { now: now(), timeZone }
    if (!found) throw new Refusal('not-found')
    const { invitation, event } = found
    if (!mayAnswer(guestState(invitation, code, times), event, times)) throw new Refusal('answers-ended')
    const people = peopleOf(given, invitation)
    if ((await guestsIn(reads).countAnswers(invitation.id)) >= MAX_ANSWERS) throw new Refusal('answers-used')
    return { invitation, people, now: times.now }
  }

  // A refused answer must cost no write.
  const { invitation: seen } = await check(db.read, await findByCode(db, code))
  await db.write(async trx => {
    await lock(trx, seen.id)
    const { invitation, ...answer } = await check(trx, await guestsIn(trx).find(seen.id))
    await guestsIn(trx).addAnswer(invitation, { ...answer, note: given.note || null, userId: null, linkId: null })
  })
}

/** Stores an answer that the host writes down. Throws `not-found`, `bad-input` and `budget-used`. */
export async function writeAnswer({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>, actor: Actor, id: string, given: Given) {
  return db.write(async trx => {
    const { link } = actor
    const invitations = invitationsIn(trx)
    const seen = await invitations.find(id, scopeOf(actor))
    // Locks the owner, the link and the invitation in the same order as other writes.
    if (seen) await accountsIn(trx).lock(seen.userId)
    if (link) await lockOpenLink(trx, link, { now: now(), timeZone })
    if (seen) await lock(trx, id)
    const at = now()
    const invitation = await invitations.find(id, scopeOf(actor))
    if (!invitation) throw new Refusal('not-found')
    await guestsIn(trx).addAnswer(invitation, {
      people: peopleOf(given, invitation),
      note: given.note || null,
      userId: actor.id,
      linkId: link?.id ?? null,
      now: at,
    })
    await editsOf(trx, countedAs(actor), dayIn(timeZone, at)).take()
    const description = withLink(texts.activity.answered(invitationRules.guestLabel(invitation), invitation.eventName), link)
    await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'invitation', targetId: id, description, at })
    const after = await invitations.find(id, scopeOf(actor))
    return link ? { ...after!, note: null } : after!
  })
}

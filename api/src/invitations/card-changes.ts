import { type Actor, scopeOfActor, usageCounterId } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import { EMPTY_GUEST } from '@hudur/core/invitations/guest-values'
import type { CardAction, Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { trailIn } from '../trail/repository.ts'
import { cardChangesIn, NEW_CODE_KINDS } from './card-changes-repository.ts'
import { invitationsIn } from './repository.ts'
import { lockInvitation, recordActivity } from './writes.ts'

type WriteDeps = Pick<Deps, 'db' | 'now' | 'timeZone'>

/** Returns the invitation with the code and the state after a change of its card. A new code is random (100 bits): no other has it. */
const applyCardChange = (before: Invitation, kind: CardAction): Invitation =>
  kind === 'reissue' ? { ...before, code: newId() } : { ...before, state: kind === 'cancel' ? 'cancelled' : 'valid' }

const ACTIVITY_TEXTS = { reissue: texts.activity.reissued, cancel: texts.activity.cancelled, restore: texts.activity.restored }

/** Adds the change of an invitation to its trail, and returns the invitation as it is now. */
async function recordChange(trx: Kysely<Tables>, actor: Actor, before: Invitation, at: Date) {
  const after = (await invitationsIn(trx).find(before.id, scopeOfActor(actor)))!
  await trailIn(trx).add('invitation', { by: actor, at }, [{ before, after }])
  return after
}

/** Changes the card of an invitation, which counts as an edit. Throws `not-found`, and `budget-used` beyond the day's edits. */
export const changeCard = (
  { db, now, timeZone }: WriteDeps,
  kind: CardAction,
  { actor, input: { id } }: { actor: Actor; input: { id: string } },
): Promise<Invitation> =>
  db.write(async trx => {
    const at = now()
    const { invitation: before } = await lockInvitation(trx, actor, id, { now: at, timeZone })
    const after = applyCardChange(before, kind)
    if (kind !== 'reissue' && after.state === before.state) return before
    await cardChangesIn(trx).save(after, { kind }, { userId: actor.id, linkId: actor.link?.id, now: at })
    await editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at)).take()
    await recordActivity(trx, actor, after, { verb: 'update', text: ACTIVITY_TEXTS[kind], at })
    return recordChange(trx, actor, before, at)
  })

type NewGuest = { id: string; guestName: string; phone?: string | null | undefined }

/**
 * Returns whether the last change of an invitation's card gave it to this guest. The request is then a repetition whose first response may
 * have been lost.
 */
async function wasGivenTo(trx: Kysely<Tables>, invitation: Invitation, { guestName, phone }: Omit<NewGuest, 'id'>) {
  if (invitation.answer !== null || invitation.guestName !== guestName || invitation.phone !== phone) return false
  const last = await cardChangesIn(trx).findLast(invitation.id, [...NEW_CODE_KINDS, 'cancel', 'restore'])
  return last !== undefined && last.at === (await cardChangesIn(trx).findLast(invitation.id, ['give-away']))?.at
}

/**
 * Gives the invitation of a guest who has declined to another guest, with a new code, which counts as an edit. What the host wrote about the
 * former guest is deleted. Throws `not-found`, `not-declined` and `budget-used`.
 */
export const giveAway = ({ db, now, timeZone }: WriteDeps, actor: Actor, { id, guestName, phone: given }: NewGuest): Promise<Invitation> =>
  db.write(async trx => {
    const at = now()
    const phone = given || null
    const { invitation: before } = await lockInvitation(trx, actor, id, { now: at, timeZone })
    if (await wasGivenTo(trx, before, { guestName, phone })) return before
    if (!invitationRules.canBeGivenAway(before)) throw new Refusal('not-declined')
    const { maxScans, table, side } = before
    const after: Invitation = { ...before, ...EMPTY_GUEST, guestName, phone, maxScans, table, side, code: newId() }
    await invitationsIn(trx).replace(before, after, at)
    const change = { kind: 'give-away', formerGuest: before.guestName } as const
    await cardChangesIn(trx).save(after, change, { userId: actor.id, linkId: actor.link?.id, now: at })
    await editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at)).take()
    await recordActivity(trx, actor, after, { verb: 'update', text: texts.activity.givenAway, at })
    return recordChange(trx, actor, before, at)
  })

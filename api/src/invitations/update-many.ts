import { type Actor, type Scope, scopeOfActor, usageCounterId } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import type { EventDetails } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { editBudgetOf, editCountFor } from '../accounts/edit-budget.ts'
import { recordChanges } from '../database/changes.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { linksIn } from '../links/repository.ts'
import { toTrailRows, trailIn } from '../trail/repository.ts'
import { applyChange, type InvitationChange } from './apply-change.ts'
import { selectInvitations } from './listing.ts'
import { invitationsIn } from './repository.ts'
import { lockSelectedInvitations, prepareKnown, recordActivityOfMany } from './writes.ts'

/** Returns the event in scope to which invitations move. Throws `not-found`, and `bad-input` when one is of another owner. */
async function findTarget(trx: Kysely<Tables>, eventId: string, scope: Scope, invitations: readonly Invitation[]): Promise<EventDetails> {
  const target = await eventsIn(trx).find(eventId, scope)
  if (!target) throw new Refusal('not-found', { text: texts.event.gone, fields: { eventId: texts.event.gone } })
  const text = texts.event.ofOtherOwner
  if (invitations.some(({ userId }) => userId !== target.userId)) throw new Refusal('bad-input', { text, fields: { eventId: text } })
  return target
}

/** Returns whether `applyChange` does not refuse a change. */
function isPossible(invitation: Invitation, change: InvitationChange) {
  try {
    applyChange(invitation, change)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Sets the number of persons: throws as the change of a single invitation would, and counts the people whom it adds for the family links that
 * made the invitations.
 */
async function countPersons(
  trx: Kysely<Tables>,
  invitations: readonly Invitation[],
  maxScans: number,
  isAllowed: (invitation: Invitation) => boolean,
) {
  const below = invitations.filter(({ currentScans }) => maxScans < currentScans).length
  const text = texts.admission.manyBelowScans(below)
  if (below > 0) throw new Refusal('below-scans', { text, fields: { maxScans: text } })
  for (const invitation of invitations) if (!isAllowed(invitation)) applyChange(invitation, { maxScans })
  await linksIn(trx).addToAllotmentsOf(new Map(invitations.map(one => [one.id, maxScans - one.maxScans])))
}

/**
 * Sets the given fields in selected invitations, in one transaction. Returns how many had another value; the others are not written. Throws
 * `not-found`, `count-changed`, `bad-input`, `below-scans`, and `budget-used` beyond the day's edits.
 */
export async function updateMany(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor,
  { ids, all, side, table, isVip, maxScans, eventId }: EndpointInput<typeof contract.invitations.updateMany>,
): Promise<number> {
  const selected = await selectInvitations(db, actor, { ids, all })
  const isChanged = (one: Invitation) =>
    (side !== undefined && one.side !== (side || null)) ||
    (table !== undefined && one.table !== (table || null)) ||
    (isVip !== undefined && one.isVip !== isVip) ||
    (maxScans !== undefined && one.maxScans !== maxScans) ||
    (eventId !== undefined && one.eventId !== eventId)
  const setFieldsIn = (before: Invitation, target: EventDetails | undefined): Invitation => {
    const after = {
      ...before,
      ...(side !== undefined && { side: side || null }),
      ...(table !== undefined && { table: table || null }),
      ...(isVip !== undefined && { isVip }),
      ...(maxScans !== undefined && { maxScans }),
      ...(target && { eventId: target.id, eventName: target.name, eventDate: target.date }),
    }
    return { ...after, children: invitationRules.boundedChildren(after) }
  }
  const expected = eventId === undefined ? undefined : await eventsIn(db.slowReads).find(eventId, scopeOfActor(actor))
  const toRows = (before: Invitation, target: EventDetails | undefined) =>
    toTrailRows('invitation', { by: actor, at: now() }, [{ before, after: setFieldsIn(before, target) }])
  const prepared = await prepareKnown(selected, ({ invitation }) => ({
    trail: toRows(invitation, expected),
    mayHavePersons: maxScans !== undefined && isPossible(invitation, { maxScans }),
  }))
  return db.write(async trx => {
    const at = now()
    const { invitations, scope } = await lockSelectedInvitations(trx, actor, selected)
    const target = eventId === undefined ? undefined : await findTarget(trx, eventId, scope, invitations)
    const changed = invitations.filter(isChanged)
    if (changed.length === 0) return 0
    const edits = editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at))
    await edits.refuseBeyond()
    if (maxScans !== undefined) await countPersons(trx, changed, maxScans, one => prepared.get(one)?.mayHavePersons ?? false)
    const columns = {
      ...(side !== undefined && { side: side || null }),
      ...(table !== undefined && { guest_table: table || null }),
      ...(isVip !== undefined && { is_vip: isVip ? 1 : 0 }),
      ...(maxScans !== undefined && { max_scans: maxScans }),
      ...(target && { event_id: target.id }),
    }
    await invitationsIn(trx).setInAll(changed, columns, at)
    const isExpected = target?.name === expected?.name && target?.date === expected?.date
    const trail = changed.flatMap(before => (isExpected ? prepared.get(before)?.trail : undefined) ?? toRows(before, target))
    await trailIn(trx).addRows('invitation', trail)
    await edits.count(editCountFor(changed.length))
    const moved = target ? changed.map(one => ({ ...one, eventId: target.id, eventName: target.name })) : changed
    if (target) recordChanges(moved)
    await recordActivityOfMany(trx, actor, moved, { verb: 'update', text: texts.activity.changedMany, at })
    return changed.length
  })
}

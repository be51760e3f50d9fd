import { type Actor, usageCounterId } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as texts from '@hudur/core/texts'
import { editBudgetOf, editCountFor } from '../accounts/edit-budget.ts'
import { activityIn } from '../activity/repository.ts'
import type { Deps } from '../deps.ts'
import { invitationsIn } from './repository.ts'
import { lockInvitations } from './writes.ts'

/** Returns how many of the invitations each event has. */
function countByEvent(invitations: readonly Invitation[]) {
  const counts = new Map<string, { id: string; name: string; count: number }>()
  for (const { id, eventId, eventName } of invitations) {
    const before = counts.get(eventId ?? '')
    counts.set(eventId ?? '', { id, name: eventName, count: (before?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}

/**
 * Sets the given fields in the invitations of `ids` that are in scope. Returns how many had another value; the others are not written.
 * Throws `not-found`, and `budget-used` beyond the day's edits.
 */
export const updateMany = (
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor,
  { ids, side, table, isVip }: EndpointInput<typeof contract.invitations.updateMany>,
): Promise<number> =>
  db.write(async trx => {
    const at = now()
    const { invitations } = await lockInvitations(trx, actor, ids, { now: at, timeZone })
    const isChanged = (one: Invitation) =>
      (side !== undefined && one.side !== (side || null)) ||
      (table !== undefined && one.table !== (table || null)) ||
      (isVip !== undefined && one.isVip !== isVip)
    const changed = invitations.filter(isChanged)
    if (changed.length === 0) return 0
    const edits = editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at))
    await edits.refuseBeyond()
    const columns = {
      ...(side !== undefined && { side: side || null }),
      ...(table !== undefined && { guest_table: table || null }),
      ...(isVip !== undefined && { is_vip: isVip ? 1 : 0 }),
    }
    await invitationsIn(trx).setInAll(changed, columns, at)
    await edits.count(editCountFor(changed.length))
    for (const { id, name, count } of countByEvent(changed))
      await activityIn(trx).record({
        ...{ userId: actor.id, verb: 'update', target: 'invitation', targetId: id, at },
        description: texts.activity.changedMany(count, name),
      })
    return changed.length
  })

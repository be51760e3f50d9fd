import { type Actor, usageCounterId } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { groupBy } from '@hudur/core/group-by'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as texts from '@hudur/core/texts'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { accountsIn } from '../accounts/repository.ts'
import type { Deps } from '../deps.ts'
import { toTrailRows, trailIn } from '../trail/repository.ts'
import { wordsOfGuest } from './guest-words-repository.ts'
import { selectInvitations } from './listing.ts'
import { refundDeletedInvitations } from './refunds.ts'
import { invitationsIn } from './repository.ts'
import { lockSelectedInvitations, prepareKnown, recordActivityOfMany } from './writes.ts'

/**
 * Deletes selected invitations in one transaction, with the same refunds and counts as if each had been deleted alone. The ledger of each owner
 * gets one entry. Returns the numbers of deleted and refunded invitations. Throws `not-found`, `count-changed` and `budget-used`.
 */
export async function removeMany(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor,
  selection: EndpointInput<typeof contract.invitations.removeMany>,
): Promise<{ removed: number; refunded: number }> {
  const selected = await selectInvitations(db, actor, selection)
  const toRows = (before: Invitation) => toTrailRows('invitation', { by: actor, at: now() }, [{ before }])
  const prepared = await prepareKnown(selected, ({ row, invitation }) => ({ trail: toRows(invitation), words: wordsOfGuest(row) }))
  return db.write(async trx => {
    const at = now()
    const day = dayInTimeZone(timeZone, at)
    const { invitations } = await lockSelectedInvitations(trx, actor, selected)
    await invitationsIn(trx).removeAll(invitations, at, one => prepared.get(one)?.words)
    const trail = invitations.flatMap(one => prepared.get(one)?.trail ?? toRows(one))
    await trailIn(trx).addRows('invitation', trail)
    const pending = invitations.filter(({ isPending }) => isPending).length
    if (pending > 0) await editBudgetOf(trx, usageCounterId(actor), day).take(pending)
    let refunded = 0
    for (const [ownerId, own] of groupBy(invitations, ({ userId }) => userId)) {
      const owner = await accountsIn(trx).find(ownerId)
      const cause = { now: at, day, by: actor.id, reason: texts.creditReasons.deleted(own.length) }
      if (owner) refunded += await refundDeletedInvitations(trx, owner, own, cause)
    }
    await recordActivityOfMany(trx, actor, invitations, { verb: 'delete', text: texts.activity.deletedMany, at })
    return { removed: invitations.length, refunded }
  })
}

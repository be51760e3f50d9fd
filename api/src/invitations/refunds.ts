import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { linkCounterId } from '@hudur/core/actor'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { releasePendingInvitations } from '../accounts/pending-invitations.ts'
import { accountsIn } from '../accounts/repository.ts'
import { budgetsIn } from '../database/budgets.ts'
import type { Tables } from '../database/schema.ts'
import { countAllotment } from '../links/allotment.ts'
import { findEverAdmitted } from './history-repository.ts'
import { invitationsIn } from './repository.ts'

/**
 * Refunds the quota of just deleted invitations to their owner, whose row is locked, and charges pending invitations with it. Returns the
 * number of refunded invitations. Not refunded are those that `isRefundable` excludes, those that were ever admitted, and those beyond the
 * maximum of refunds on `day` (`2026-11-20`). With `linkId`, the refund goes to the allotment of this family link, which has its own maximum.
 * `by` is the id of the account that deleted them, and `reason` the text of the ledger.
 */
export async function refundDeletedInvitations(
  trx: Kysely<Tables>,
  owner: User,
  invitations: readonly Invitation[],
  { now, day, linkId, by, reason }: { now: Date; day: string; linkId?: string | undefined; by: string; reason: string },
) {
  const recent = invitations.filter(invitation => invitationRules.isRefundable(invitation, now))
  const recentIds = recent.map(({ id }) => id)
  const admittedIds = await findEverAdmitted(trx, recentIds)
  const refundable = recent.filter(({ id }) => !admittedIds.has(id))
  if (refundable.length === 0) return 0
  const used = await budgetsIn(trx).addUsed(linkId === undefined ? owner.id : linkCounterId(linkId), 'refunds', day, refundable.length)
  const beyond = Math.min(refundable.length, Math.max(0, used - accountRules.maxDailyRefunds(owner)))
  const refunded = refundable.slice(0, refundable.length - beyond)
  if (refunded.length === 0) return 0
  await invitationsIn(trx).markAllRefunded(refunded.map(({ id }) => id))
  if (linkId === undefined) {
    await accountsIn(trx).refundQuota(owner.id, refunded.length, { by, reason, at: now })
    await releasePendingInvitations(trx, owner.id, now)
  } else {
    const people = refunded.reduce((sum, { maxScans }) => sum + maxScans, 0)
    await countAllotment(trx, { id: linkId, userId: owner.id }, { people: -people, invitations: -refunded.length }, now)
  }
  return refunded.length
}

/** Charges a refunded invitation again, at most once, because a device that had not downloaded the deletion has admitted its guest. */
export async function chargeRefundAgain(trx: Kysely<Tables>, invitationId: string, ownerId: string, at: Date) {
  // Locks the owner first, as `refundDeletedInvitations` does, so that the two cannot deadlock.
  if (!(await accountsIn(trx).lock(ownerId))) return
  if (await invitationsIn(trx).unmarkRefunded(invitationId))
    await accountsIn(trx).chargeQuota(ownerId, 1, { by: null, reason: texts.creditReasons.refundWithdrawn, at })
}

import { accountRules, type Invitation, invitationRules, type User } from '@hudur/core'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import { budgetsIn } from '../database/budgets.ts'
import type { Tables } from '../database/schema.ts'
import { scansIn } from '../scanning/repository.ts'
import { releasePending } from './pending.ts'
import { invitationsIn } from './repository.ts'

/**
 * Refunds the credit of an invitation that was just deleted to its locked owner, and releases pending invitations with it. Returns false
 * without a refund when the invitation was ever admitted (an undone admission counts), is not refundable by `invitationRules.isRefundable`,
 * such as one older than an hour, or the owner has had the most refunds of `day` (`2026-11-20`).
 */
export async function refund(trx: Kysely<Tables>, owner: User, invitation: Invitation, { now, day }: { now: Date; day: string }) {
  if (!invitationRules.isRefundable(invitation, now) || (await scansIn(trx).wasAdmitted(invitation.id))) return false
  if ((await budgetsIn(trx).take(owner.id, 'refunds', day)) > accountRules.mostRefunds(owner)) return false
  await invitationsIn(trx).markRefunded(invitation.id, true)
  await accountsIn(trx).refundQuota(owner.id)
  await releasePending(trx, owner.id, now)
  return true
}

/** Charges a refunded credit again, at most once, because a gate that had not yet downloaded the deletion has admitted somebody. */
export async function chargeRefundAgain(trx: Kysely<Tables>, invitationId: string, ownerId: string) {
  // Locks the owner first, as `refund` does, so that the two cannot deadlock.
  if (!(await accountsIn(trx).lock(ownerId))) return
  if (await invitationsIn(trx).markRefunded(invitationId, false)) await accountsIn(trx).chargeQuota(ownerId, 1)
}

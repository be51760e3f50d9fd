import { accountRules, type Invitation, invitationRules, type User } from '@hudur/core'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import { budgetsIn } from '../database/budgets.ts'
import type { Tables } from '../database/schema.ts'
import { scansIn } from '../scanning/repository.ts'
import { releasePending } from './pending.ts'
import { invitationsIn } from './repository.ts'

/**
 * Gives the credit of an invitation that was just deleted back to its owner, who is held, and releases pending invitations with it. Returns
 * whether it did: nobody ever came with it, not even somebody whose admission was undone; it was made at most an hour ago; and the owner
 * has not had the most refunds of `day` (`2026-11-20`).
 */
export async function refund(trx: Kysely<Tables>, owner: User, invitation: Invitation, { now, day }: { now: Date; day: string }) {
  if (!invitationRules.isRefundable(invitation, now) || (await scansIn(trx).wasAdmitted(invitation.id))) return false
  if ((await budgetsIn(trx).take(owner.id, 'refunds', day)) > accountRules.mostRefunds(owner)) return false
  await invitationsIn(trx).markRefunded(invitation.id, true)
  await accountsIn(trx).refundQuota(owner.id)
  await releasePending(trx, owner.id, now)
  return true
}

/** Takes the credit of a deleted invitation again: somebody came with it at a gate that had not heard of the deletion. At most once. */
export async function takeRefundBack(trx: Kysely<Tables>, invitationId: string, ownerId: string) {
  // The owner is held first, as where the refund was given.
  if (!(await accountsIn(trx).hold(ownerId))) return
  if (await invitationsIn(trx).markRefunded(invitationId, false)) await accountsIn(trx).chargeQuota(ownerId, 1)
}

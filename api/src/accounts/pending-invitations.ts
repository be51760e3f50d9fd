import * as accountRules from '@hudur/core/accounts/rules'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { quotaIn } from './quota-repository.ts'
import { accountsIn } from './repository.ts'

/** Charges an owner's pending invitations, oldest first, as far as the quota covers them, and marks these as no longer pending. */
export async function releasePendingInvitations(trx: Kysely<Tables>, userId: string, now: Date): Promise<void> {
  const [accounts, quota] = [accountsIn(trx), quotaIn(trx)]
  const pending = await quota.pendingIds(userId)
  if (pending.length === 0) return
  // The row lock lasts until the end of the write, so that no other write charges or deletes this account in between.
  const owner = await accounts.lock(userId)
  const covered = owner ? pending.slice(0, accountRules.remainingBalance(owner)) : []
  if (covered.length === 0) return
  await accounts.chargeQuota(userId, covered.length, { by: null, reason: texts.creditReasons.pendingCharged, at: now })
  await quota.release(covered, now)
}

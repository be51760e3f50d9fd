import { accountRules } from '@hudur/core'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import type { Tables } from '../database/schema.ts'
import { invitationsIn } from './repository.ts'

/** Charges an owner's pending invitations, oldest first, as far as the quota covers them, and marks these as no longer pending. */
export async function releasePendingInvitations(trx: Kysely<Tables>, userId: string, now: Date): Promise<void> {
  const [accounts, invitations] = [accountsIn(trx), invitationsIn(trx)]
  const pending = await invitations.pendingIds(userId, Number.MAX_SAFE_INTEGER)
  if (pending.length === 0) return
  // The row lock lasts until the end of the write, so that no other write charges or deletes this account in between.
  const owner = await accounts.lock(userId)
  const covered = owner ? pending.slice(0, accountRules.remainingBalance(owner)) : []
  if (covered.length === 0) return
  await accounts.chargeQuota(userId, covered.length)
  await invitations.release(covered, now)
}

import { accountRules } from '@hudur/core'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import type { Tables } from '../database/schema.ts'
import { invitationsIn } from './repository.ts'

/** Takes from the owner's balance what it covers of `wanted`; answers how much that was. Holds the owner, so that nobody spends or deletes meanwhile. */
export async function spendWhatIsLeft(trx: Kysely<Tables>, userId: string, wanted: number): Promise<number> {
  const accounts = accountsIn(trx)
  const owner = await accounts.hold(userId)
  const covered = owner ? Math.min(wanted, accountRules.remaining(owner)) : 0
  if (covered > 0) await accounts.spend(userId, covered)
  return covered
}

/** Lets an owner's pending invitations open doors, those made first first, as far as the balance goes. */
export async function releasePending(trx: Kysely<Tables>, userId: string, now: Date): Promise<void> {
  const invitations = invitationsIn(trx)
  const waiting = await invitations.pendingIds(userId, Number.MAX_SAFE_INTEGER)
  if (waiting.length === 0) return
  const covered = await spendWhatIsLeft(trx, userId, waiting.length)
  await invitations.release(waiting.slice(0, covered), now)
}

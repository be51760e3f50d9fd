import * as accountRules from '@hudur/core/accounts/rules'
import type { Kysely } from 'kysely'
import { releasePendingInvitations } from '../accounts/pending-invitations.ts'
import { accountsIn } from '../accounts/repository.ts'
import type { Tables } from '../database/schema.ts'
import { linksIn, type StoredLink } from './repository.ts'

/**
 * Counts people and their invitations for a family link; both are negative when they are removed. The link reserves one credit of its
 * owner for each person who may still be invited, and an invitation costs one credit, so the other credits are returned. Credits that must
 * be reserved again are limited to the owner's balance: fewer people are returned then. The rows of the owner and the link are locked.
 */
export async function countAllotment(
  trx: Kysely<Tables>,
  link: Pick<StoredLink, 'id' | 'userId'>,
  { people, invitations }: { people: number; invitations: number },
  now: Date,
) {
  const owner = (await accountsIn(trx).find(link.userId))!
  const returned = Math.max(people - invitations, -accountRules.remainingBalance(owner))
  await linksIn(trx).addUsed(link, invitations + returned)
  if (returned < 0) return accountsIn(trx).chargeQuota(link.userId, -returned)
  await accountsIn(trx).refundQuota(link.userId, returned)
  await releasePendingInvitations(trx, link.userId, now)
}

import * as accountRules from '@hudur/core/accounts/rules'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { releasePendingInvitations } from '../accounts/pending-invitations.ts'
import { accountsIn } from '../accounts/repository.ts'
import type { Tables } from '../database/schema.ts'
import { linksIn, type StoredLink } from './repository.ts'

/**
 * Changes a family link's counts by `people` and the credits for their invitations; both are negative when invitations are removed. The
 * link reserves one credit of its owner for each person who may still be invited. An invitation costs one credit, so the other credits of
 * its people are returned. Credits that must be reserved again are limited to the owner's balance, so fewer people may be returned to the
 * link. The rows of the owner and the link are locked.
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
  const { allotment, allotmentReturned } = texts.creditReasons
  if (returned < 0) return accountsIn(trx).chargeQuota(link.userId, -returned, { by: null, reason: allotment, at: now })
  await accountsIn(trx).refundQuota(link.userId, returned, { by: null, reason: allotmentReturned, at: now })
  await releasePendingInvitations(trx, link.userId, now)
}

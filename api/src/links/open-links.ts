import { isLinkOpen } from '@hudur/core/links/link-end'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { releasePendingInvitations } from '../accounts/pending-invitations.ts'
import { accountsIn } from '../accounts/repository.ts'
import type { Tables } from '../database/schema.ts'
import { type TrailAuthor, trailIn } from '../trail/repository.ts'
import { linksIn } from './repository.ts'

type Clock = { now: Date; timeZone: string }

/** Reads the open links of an owner. */
export async function readOpenLinks(db: Kysely<Tables>, userId: string, { now, timeZone }: Clock) {
  return (await linksIn(db).ofOwner(userId)).filter(link => isLinkOpen(link, now, timeZone))
}

/** Ends the open links of an owner whose row is locked and refunds their unused allotments. Returns their number. */
export async function endOpenLinks(trx: Kysely<Tables>, userId: string, { by, ...clock }: Clock & { by: TrailAuthor }) {
  const open = await readOpenLinks(trx, userId, clock)
  const { count, unused } = await linksIn(trx).revokeAll(
    open.map(({ id }) => id),
    clock.now,
  )
  const changes = open.map(before => ({ before }))
  await trailIn(trx).add('link', { by, at: clock.now }, changes)
  if (unused > 0) {
    await accountsIn(trx).refundQuota(userId, unused, { by: null, reason: texts.creditReasons.allotmentReturned, at: clock.now })
    await releasePendingInvitations(trx, userId, clock.now)
  }
  return count
}

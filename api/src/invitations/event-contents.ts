import type { User } from '@hudur/core/accounts/contract'
import type { EventDetails } from '@hudur/core/events/contract'
import type { Kysely } from 'kysely'
import { releasePendingInvitations } from '../accounts/pending-invitations.ts'
import { accountsIn } from '../accounts/repository.ts'
import { deletePicturesOf } from '../cards/designs.ts'
import { designsIn } from '../cards/designs-repository.ts'
import type { Tables } from '../database/schema.ts'
import { linksIn } from '../links/repository.ts'
import { refundDeletedInvitations } from './refunds.ts'
import { invitationsIn } from './repository.ts'

/** Deletes the design, invitations and links of an event whose owner is locked. Refunds them up to the owner's limit of refunds on `day`. */
export async function removeEventContents(
  trx: Kysely<Tables>,
  { event: { id }, owner }: { event: EventDetails; owner: User },
  { now, day }: { now: Date; day: string },
) {
  const design = await designsIn(trx).ofEvent(id)
  if (design) {
    await designsIn(trx).remove(design, now)
    await deletePicturesOf(trx, design)
  }
  const invitations = await invitationsIn(trx).lockOfEvent(id)
  await invitationsIn(trx).removeAll(invitations, now)
  const unused = await linksIn(trx).removeOfEvent(id)
  const refunded = await refundDeletedInvitations(trx, owner, invitations, { now, day })
  await accountsIn(trx).refundQuota(owner.id, unused)
  if (unused > 0) await releasePendingInvitations(trx, owner.id, now)
  return { invitations, refunded }
}

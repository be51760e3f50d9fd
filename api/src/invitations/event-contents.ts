import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { type Design, MAX_DESIGNS } from '@hudur/core/cards/contract'
import type { EventDetails } from '@hudur/core/events/contract'
import { MAX_OWNER_LINKS } from '@hudur/core/links/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely, Selectable } from 'kysely'
import { releasePendingInvitations } from '../accounts/pending-invitations.ts'
import { quotaIn } from '../accounts/quota-repository.ts'
import { accountsIn } from '../accounts/repository.ts'
import { deletePicturesOf } from '../cards/designs.ts'
import { designsIn, pictureIdOf } from '../cards/designs-repository.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { deletedEventsIn } from '../events/deleted-events-repository.ts'
import { linksIn, unusedAllotment } from '../links/repository.ts'
import { trailIn } from '../trail/repository.ts'
import { deletedRowsIn } from './deleted-rows-repository.ts'
import { refundDeletedInvitations } from './refunds.ts'
import { invitationsIn } from './repository.ts'

type DeletedEventRow = Selectable<Tables['deleted_events']>

/** Copies an event and what belongs to it, so that it can be restored. */
async function keepDeletedEvent(
  trx: Kysely<Tables>,
  { id, userId, name, date }: EventDetails,
  { invitationIds, design, at }: { invitationIds: readonly string[]; design: Design | undefined; at: Date },
) {
  const deletedEventId = newId()
  await deletedEventsIn(trx).add({
    ...{ id: deletedEventId, event_id: id, user_id: userId, name, date, invitations: invitationIds.length },
    ...{ picture_id: design ? pictureIdOf(design.look) : null, deleted_at: at.toISOString() },
  })
  await deletedRowsIn(trx).keep(deletedEventId, id, invitationIds)
}

/**
 * Deletes the design, invitations and links of an event whose owner is locked. Refunds them up to the owner's limit of refunds on `day`. An
 * event with invitations can be restored: its pictures stay. Returns the time of the deletion, which is after all counted scans.
 */
export async function removeEventContents(
  trx: Kysely<Tables>,
  { event, owner }: { event: EventDetails; owner: User },
  { now, day, by }: { now: () => Date; day: string; by: string },
) {
  const { id } = event
  const invitations = await invitationsIn(trx).lockOfEvent(id)
  const at = now()
  const design = await designsIn(trx).ofEvent(id)
  const isRestorable = invitations.length > 0
  if (isRestorable) await keepDeletedEvent(trx, event, { invitationIds: invitations.map(one => one.id), design, at })
  if (design) await designsIn(trx).remove(design, at)
  if (design && !isRestorable) await deletePicturesOf(trx, design)
  await trailIn(trx).addOfEvent(id, { by: { id: by }, at, kind: 'delete' })
  await invitationsIn(trx).removeAll(invitations, at)
  const unused = await linksIn(trx).removeOfEvent(id)
  const reason = texts.activity.eventDeleted(event.name, invitations.length)
  const refunded = await refundDeletedInvitations(trx, owner, invitations, { now: at, day, by, reason })
  await accountsIn(trx).refundQuota(owner.id, unused, { by, reason, at })
  if (unused > 0) await releasePendingInvitations(trx, owner.id, at)
  return { invitations, refunded, isRestorable, at }
}

/** Throws `budget-used` or `too-many-pending` when a restoration gives an owner more than the maximum. */
async function refuseBeyondMaximums(trx: Kysely<Tables>, owner: User, { pending }: { pending: number }) {
  if ((await designsIn(trx).count({ userId: owner.id })) > MAX_DESIGNS)
    throw new Refusal('budget-used', { text: texts.budget.designs(MAX_DESIGNS) })
  if ((await linksIn(trx).countOf(owner.id)) > MAX_OWNER_LINKS)
    throw new Refusal('budget-used', { text: texts.budget.ownerLinks(MAX_OWNER_LINKS) })
  const maximum = accountRules.maxPendingInvitations(owner)
  if (pending > 0 && (await quotaIn(trx).countPending(owner.id)) > maximum)
    throw new Refusal('too-many-pending', { text: texts.generator.tooManyPending(maximum) })
}

/**
 * Restores what `removeEventContents` deleted, together with the event. Charges what was refunded, and then pending invitations as far as
 * the quota covers them. The owner is locked. If the owner's password was changed after the deletion, the links are revoked, because the
 * owner may have ended all links with it. Returns how many of the invitations were pending. Throws `over-balance`, `too-many-pending` and
 * `budget-used`.
 */
export async function restoreEventContents(
  trx: Kysely<Tables>,
  { deleted, owner }: { deleted: DeletedEventRow; owner: User },
  { now, by }: { now: Date; by: string },
) {
  const pendingBefore = await quotaIn(trx).countPending(owner.id)
  const refunded = await deletedRowsIn(trx).putBack(deleted, now)
  await deletedRowsIn(trx).countLaterScans(deleted)
  await trailIn(trx).addOfEvent(deleted.event_id, { by: { id: by }, at: now, kind: 'restore' })
  const pending = (await quotaIn(trx).countPending(owner.id)) - pendingBefore
  const links = await linksIn(trx).ofEvent(deleted.event_id)
  const areLinksOpen = (owner.passwordChangedAt ?? '') <= deleted.deleted_at
  if (!areLinksOpen) for (const link of links) await linksIn(trx).revoke(link, now)
  if (!areLinksOpen)
    await trailIn(trx).add(
      'link',
      { by: 'server', at: now },
      links.map(before => ({ before })),
    )
  const charged = areLinksOpen ? links.reduce((sum, link) => sum + unusedAllotment(link), refunded) : refunded
  if (!accountRules.hasBalanceFor(owner, charged))
    throw new Refusal('over-balance', { text: texts.event.restoreOverBalance(charged, accountRules.remainingBalance(owner)) })
  const reason = texts.activity.eventRestored(deleted.name, deleted.invitations)
  await accountsIn(trx).chargeQuota(owner.id, charged, { by, reason, at: now })
  if (pending > 0) await releasePendingInvitations(trx, owner.id, now)
  await refuseBeyondMaximums(trx, owner, { pending })
  await deletedEventsIn(trx).remove(deleted.id)
  return { pending }
}

import { type Actor, usageCounterId } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { hasBegun } from '@hudur/core/events/night'
import { groupBy } from '@hudur/core/group-by'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import type { Kysely } from 'kysely'
import { editBudgetOf, editCountFor } from '../accounts/edit-budget.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { invitationsIn } from './repository.ts'
import { type SentMark, sendingsIn } from './sendings-repository.ts'
import { lockInvitations } from './writes.ts'

/**
 * A sent mark with the same channel within this time (ms) counts as a repeated request whose response was lost, and adds no mark, unless
 * something that the guest was told has changed in between.
 */
const REPEAT_WINDOW_MS = 60_000

const isRepeatedMark = ({ sentAt, sentVia, isOutdated }: Invitation, { via, now }: SentMark) =>
  !isOutdated && sentVia === via && sentAt !== null && now.getTime() - Date.parse(sentAt) < REPEAT_WINDOW_MS

/** Returns whether an invitation can be sent to its guest. */
const isSendable = ({ state, isPending }: Invitation) => state === 'valid' && !isPending

type Marking = EndpointInput<typeof contract.invitations.sent>

/** Returns those of the invitations whose sent marks a call changes. A link deletes only its own marks. Throws `not-found`. */
async function selectToMark(trx: Kysely<Tables>, before: readonly Invitation[], mark: SentMark, { undo, code }: Marking) {
  const own = undo && mark.linkId ? await sendingsIn(trx).lastMarkedBy(mark.linkId, before) : undefined
  if (own?.size === 0) throw new Refusal('not-found')
  if (undo) return before.filter(({ id, sentAt }) => sentAt !== null && own?.has(id) !== false)
  return before.filter(one => isSendable(one) && !isRepeatedMark(one, mark) && (code === undefined || one.code === code))
}

/** Returns those of the invitations whose thanks a call changes: guests are thanked who have arrived at an event that has begun. */
async function selectToThank(trx: Kysely<Tables>, before: readonly Invitation[], undo: boolean, { now }: SentMark, timeZone: string) {
  if (undo) return before.filter(({ thankedAt }) => thankedAt !== null)
  const events = await eventsIn(trx).findAll([...groupBy(before, ({ eventId }) => eventId ?? '').keys()], { userId: undefined })
  const begun = new Set(events.filter(event => hasBegun(event, now, timeZone)).map(({ id }) => id))
  return before.filter(one => one.thankedAt === null && invitationRules.canBeThanked(one) && begun.has(one.eventId ?? ''))
}

/**
 * Marks invitations as sent, except cancelled and pending ones and, with `code`, those that have another code. With `undo` it deletes their
 * last sent marks; a link deletes only its own. With `isThanks` it marks guests as thanked; a link may not. Throws `not-found`, `not-allowed`,
 * and `budget-used` beyond the day's edits.
 */
export async function markSent(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor,
  input: Marking,
): Promise<Invitation[]> {
  const { ids, via, undo = false, isThanks = false } = input
  if (isThanks && actor.link) throw new Refusal('not-allowed')
  return db.write(async trx => {
    const at = now()
    const { invitations: before, scope } = await lockInvitations(trx, actor, ids, { now: at, timeZone })
    const mark = { via, userId: actor.id, linkId: actor.link?.id ?? null, now: at }
    const changed = isThanks ? await selectToThank(trx, before, undo, mark, timeZone) : await selectToMark(trx, before, mark, input)
    const edits = editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at))
    await edits.refuseBeyond()
    const { add, removeLast, addThanks, removeThanks } = sendingsIn(trx)
    if (undo) await (isThanks ? removeThanks : removeLast)(changed, at)
    else await (isThanks ? addThanks : add)(changed, mark)
    await edits.count(editCountFor(changed.length))
    return invitationsIn(trx).findAll(ids, scope)
  })
}

/**
 * Notes that guests are skipped in the sending to a group, or with `undo` that they are not. Pending and cancelled invitations are not
 * skipped. Throws `not-found`, and `budget-used` beyond the day's edits.
 */
export const markSkipped = (
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor,
  { ids, group, undo = false }: EndpointInput<typeof contract.invitations.skip>,
): Promise<Invitation[]> =>
  db.write(async trx => {
    const at = now()
    const { invitations, scope } = await lockInvitations(trx, actor, ids, { now: at, timeZone })
    const changed = invitations.filter(one => (undo ? one.skippedIn === group : isSendable(one) && one.skippedIn !== group))
    if (changed.length === 0) return invitations
    const edits = editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at))
    await edits.refuseBeyond()
    await invitationsIn(trx).setInAll(changed, { skipped_in: undo ? null : group }, at)
    await edits.count(editCountFor(changed.length))
    return invitationsIn(trx).findAll(ids, scope)
  })

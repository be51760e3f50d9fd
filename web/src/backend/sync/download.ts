import type { User } from '@hudur/core/accounts/contract'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput, EndpointResult } from '@hudur/core/endpoint'
import type { EventDetails } from '@hudur/core/events/contract'
import * as eventRules from '@hudur/core/events/rules'
import * as invitationRules from '@hudur/core/invitations/rules'
import type { Device } from '../store/device.ts'
import { outboxInTransaction, scanEntryOf, undoEntryOf } from '../store/outbox.ts'
import { isScanUncounted, replicaInTransaction, toStoredScan } from '../store/replica.ts'
import { metaInTransaction, type OpenedEvent, readMeta, runWriteTransaction, type WriteTransaction } from '../store/store.ts'

const { REPLICA_DAYS, MAX_OPENED_EVENTS } = invitationRules

/** How long (ms) this device stores its own uploaded admissions, to upload them again to a server that was restored from a backup. */
const ADMISSION_LIFETIME_MS = 7 * 86_400_000

/** The most admissions, and undos, of unanswered requests or other devices that are stored as `early-scans`. */
const MAX_DOWNLOADED_SCANS = 200

type ReplicaChanges = EndpointResult<typeof contract.invitations.changes>

/** Idempotency keys of the admissions, and of those whose undo, the server had before the download. Every later count includes them. */
type AcknowledgedScans = { admissions: ReadonlySet<string>; undos: ReadonlySet<string> }

/** The state before a download: the input of the request (`from`), and the values with which its answer is compared. */
type DownloadStart = {
  from: EndpointInput<typeof contract.invitations.changes>
  cursor: string | undefined
  opened: OpenedEvent[]
  acknowledged: AcknowledgedScans
}

const isSameEvent = (one: OpenedEvent, other: OpenedEvent) =>
  eventRules.eventMatcher(one)({ ...other, eventId: other.eventId ?? null, userId: '' })

const includesEvent = (events: readonly OpenedEvent[] = [], event: OpenedEvent) => events.some(one => isSameEvent(one, event))

/** Returns the input of the next download, and the scans that the server already has, which the answer counts but does not list. */
export async function readDownloadStart({ store }: Device, account: string): Promise<DownloadStart> {
  const replicaState = await readMeta(store, 'replica')
  const replica = replicaState?.account === account ? replicaState : undefined
  const opened = (await readMeta(store, 'opened-events')) ?? []
  // An event that was opened since the last download is not in the replica yet, so the next download must be a full one.
  const isIncremental = replica && opened.every(event => includesEvent(replica.events, event))
  const open = (await store.getAllFromIndex('scans', 'open')).filter(scan => scan.account === account)
  return {
    from: {
      ...(isIncremental && { since: replica.cursor, epoch: replica.epoch }),
      ...(opened.length > 0 && { opened }),
    },
    cursor: replica?.cursor,
    opened,
    acknowledged: {
      admissions: new Set(open.filter(({ isSent }) => isSent).map(({ idempotencyKey }) => idempotencyKey)),
      undos: new Set(open.filter(({ undo }) => undo?.isSent).map(({ idempotencyKey }) => idempotencyKey)),
    },
  }
}

type ReplicaDays = { from: string; to: string }

const replicaDaysAround = (timeZone: string, now: Date): ReplicaDays => ({
  from: dayInTimeZone(timeZone, now, REPLICA_DAYS.from),
  to: dayInTimeZone(timeZone, now, REPLICA_DAYS.to),
})

/** Stores an opened event, unless the replica includes its date anyway. Returns whether the event must be downloaded. */
export async function recordOpenedEvent({ store, clock, now, timeZone }: Device, { eventId, eventName, eventDate }: OpenedEvent) {
  const { from, to } = replicaDaysAround(timeZone(), new Date(clock.corrected(now().toISOString())))
  // In the time zone of the server, the first and the last day may be outside these days, so they are excluded.
  if (eventDate > from && eventDate < to) return false
  const event = { ...(eventId !== undefined && { eventId }), eventName, eventDate }
  return runWriteTransaction(store, ['meta'], async trx => {
    const meta = metaInTransaction(trx)
    const others = ((await meta.get('opened-events')) ?? []).filter(one => !isSameEvent(one, event))
    await meta.set('opened-events', [event, ...others].slice(0, MAX_OPENED_EVENTS))
    return !includesEvent((await meta.get('replica'))?.events, event)
  })
}

const DOWNLOAD_STORES = ['invitations', 'events', 'scans', 'outbox', 'meta'] as const
type DownloadTransaction = WriteTransaction<(typeof DOWNLOAD_STORES)[number]>

/** Marks the scans and undos that the count in the replica now includes, so that they are not added to it again. */
async function markCountedScans(
  trx: DownloadTransaction,
  account: string,
  counted: ReadonlySet<string>,
  { admissions, undos }: AcknowledgedScans,
) {
  const scans = trx.objectStore('scans')
  for (const scan of await scans.index('open').getAll()) {
    if (scan.account !== account) continue
    const isUndoListed = scan.undo?.isListed || undos.has(scan.idempotencyKey) || counted.has(scan.undo?.input.nonce ?? '')
    const undo = scan.undo && { ...scan.undo, isListed: isUndoListed }
    const isListed = scan.isListed || counted.has(scan.idempotencyKey) || admissions.has(scan.idempotencyKey)
    await scans.put(toStoredScan({ ...scan, isListed, ...(undo && { undo }) }))
  }
}

/**
 * Records in `early-scans` the listed admissions and undos that this device does not have: of requests whose answers have not arrived, or
 * of other devices. If this device stores such a scan later, the scan is not counted again.
 */
async function storeDownloadedScans(
  trx: DownloadTransaction,
  account: string,
  { admissions, undos }: Pick<ReplicaChanges, 'admissions' | 'undos'>,
) {
  const meta = metaInTransaction(trx)
  const ownScans = await trx.objectStore('scans').index('account').getAll(account)
  const stored = new Set(ownScans.flatMap(({ idempotencyKey, undo }) => [idempotencyKey, undo?.input.nonce]))
  const before = await meta.get('early-scans')
  const early = {
    admissions: [...(before?.admissions ?? []), ...admissions].filter(({ nonce }) => !stored.has(nonce)),
    undos: [...(before?.undos ?? []), ...undos].filter(idempotencyKey => !stored.has(idempotencyKey)),
  }
  await meta.set('early-scans', {
    admissions: [...new Map(early.admissions.map(admission => [admission.nonce, admission])).values()].slice(-MAX_DOWNLOADED_SCANS),
    undos: [...new Set(early.undos)].slice(-MAX_DOWNLOADED_SCANS),
  })
}

/** Adds all admissions and undos of the account to the outbox again, sorted by time, because a restored server may have lost them. */
async function requeueScans(trx: DownloadTransaction, account: string, now: Date) {
  const scans = trx.objectStore('scans')
  const outbox = outboxInTransaction(trx)
  const waiting = new Set((await outbox.waiting(account)).map(({ idempotencyKey }) => idempotencyKey))
  const accountScans = (await scans.index('account').getAll(account)).sort((a, b) => (a.at < b.at ? -1 : 1))
  for (const scan of accountScans) {
    const { undo } = scan
    const unsent = { isSent: false, isListed: false }
    await scans.put(toStoredScan({ ...scan, ...unsent, ...(undo && { undo: { ...undo, ...unsent } }) }))
    if (!waiting.has(scan.idempotencyKey)) await outbox.add(scanEntryOf(scan, now))
    if (undo && !waiting.has(undo.input.nonce)) await outbox.add(undoEntryOf(account, undo.input))
  }
}

/** Returns those of the changed events that belong in the replica: stored, opened, or of the days that it includes. */
async function selectReplicaEvents(
  trx: DownloadTransaction,
  changed: readonly EventDetails[],
  opened: readonly OpenedEvent[],
  days: ReplicaDays,
) {
  const storedIds = new Set(await trx.objectStore('events').getAllKeys())
  const belongsToReplica = ({ id, name, date }: EventDetails) =>
    storedIds.has(id) || (date >= days.from && date <= days.to) || includesEvent(opened, { eventId: id, eventName: name, eventDate: date })
  return changed.filter(belongsToReplica)
}

/** Returns the part of an epoch that identifies the history of the database. A door link's second part changes with what it shows. */
const databaseHistoryIdOf = (epoch: string) => epoch.split(' ', 1)[0]

async function deleteOldUploadedScans(trx: DownloadTransaction, account: string, now: Date) {
  const scans = trx.objectStore('scans')
  const since = new Date(now.getTime() - ADMISSION_LIFETIME_MS).toISOString()
  for (const scan of await scans.index('account').getAll(account))
    if (scan.at < since && scan.isSent && !isScanUncounted(scan)) await scans.delete([account, scan.idempotencyKey])
}

/**
 * Applies downloaded changes to the replica. Returns whether the server was restored from a backup, so that the outbox must be uploaded
 * again. Changes nothing and returns undefined when the user has signed out since the request, or when another tab has moved the cursor,
 * which is possible on pages without https, where tabs share no lock.
 */
export const applyChanges = (
  { store, now, timeZone }: Device,
  { id: account }: Pick<User, 'id'>,
  { epoch, mark: cursor, isFull, invitations, formerCodes, removed, events, removedEvents, deleted, admissions, undos }: ReplicaChanges,
  { cursor: before, opened, acknowledged }: DownloadStart,
) =>
  runWriteTransaction(store, DOWNLOAD_STORES, async trx => {
    const meta = metaInTransaction(trx)
    const replica = replicaInTransaction(trx)
    const replicaState = await meta.get('replica')
    const isOvertaken = (replicaState?.account === account ? replicaState.cursor : undefined) !== before
    if (isOvertaken || (await meta.get('session'))?.userId !== account) return undefined
    const knownEpoch = await meta.get(`epoch ${account}`)
    // A restarted server has a new epoch too, but it still has the earlier data and sends no full replica.
    const isRestored = knownEpoch !== undefined && databaseHistoryIdOf(knownEpoch) !== databaseHistoryIdOf(epoch) && isFull
    const outboxInvitations = (await outboxInTransaction(trx).creations(account)).flatMap(({ input }) => input.invitations)

    if (isFull) await replica.clear({ except: new Set(outboxInvitations.flatMap(({ id }) => id ?? [])) })
    const days = replicaDaysAround(timeZone(), new Date(cursor))
    await replica.putEvents(isFull ? events : await selectReplicaEvents(trx, events, opened, days))
    await replica.removeEvents(removedEvents)
    await replica.put(invitations, { isMade: false, formerCodes })
    await replica.remove(removed)
    await replica.putDeleted(deleted)

    if (isRestored) {
      await requeueScans(trx, account, now())
      await meta.remove('early-scans')
    }
    await storeDownloadedScans(trx, account, { admissions, undos })
    const counted = new Set([...admissions.map(({ nonce }) => nonce), ...undos])
    const nothingAcknowledged = { admissions: new Set<string>(), undos: new Set<string>() }
    await markCountedScans(trx, account, counted, isRestored ? nothingAcknowledged : acknowledged)
    await deleteOldUploadedScans(trx, account, now())
    await meta.set('replica', { account, cursor, epoch, at: now().toISOString(), events: opened })
    await meta.set(`epoch ${account}`, epoch)
    return isRestored
  })

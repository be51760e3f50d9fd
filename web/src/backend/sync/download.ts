import type { User } from '@hudur/core/accounts/contract'
import type { PartnerEvent } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput, EndpointResult } from '@hudur/core/endpoint'
import type { EventDetails } from '@hudur/core/events/contract'
import * as eventRules from '@hudur/core/events/rules'
import * as invitationRules from '@hudur/core/invitations/rules'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import type { Device } from '../store/device.ts'
import { outboxInTransaction } from '../store/outbox.ts'
import { isScanUncounted, replicaInTransaction, toStoredScan } from '../store/replica.ts'
import { ADMISSION_LIFETIME_MS, deleteOldWalkIns, queueStoredScans } from '../store/scan-entries.ts'
import {
  type DeviceScan,
  metaInTransaction,
  type OpenedEvent,
  readMeta,
  runWriteTransaction,
  type WriteTransaction,
} from '../store/store.ts'

const { REPLICA_DAYS, MAX_OPENED_EVENTS } = invitationRules

/** The most admissions, and the most undos, that are stored as `early-scans`: those of unanswered requests and of other devices. */
const MAX_DOWNLOADED_SCANS = 200

type ReplicaChanges = EndpointResult<typeof contract.invitations.changes>

/**
 * The idempotency keys of the admissions that the server had before the download, and of those whose undo it had. The counts of every later
 * answer include them.
 */
type AcknowledgedScans = { admissions: ReadonlySet<string>; undos: ReadonlySet<string> }

const NOTHING_ACKNOWLEDGED: AcknowledgedScans = { admissions: new Set(), undos: new Set() }

/** How many rows are stored in one transaction. A scan that needs the storage waits for one transaction at most. */
const PART_SIZE = 200

/** Divides rows into parts of `PART_SIZE`. Returns at least one part, which may be empty. */
const toParts = <Row>(rows: readonly Row[]) =>
  Array.from({ length: Math.max(1, Math.ceil(rows.length / PART_SIZE)) }, (_, n) => rows.slice(n * PART_SIZE, (n + 1) * PART_SIZE))

/** The state before a download: its id, the input of the request (`from`), and the values with which its answer is compared. */
type DownloadStart = {
  id: string
  from: EndpointInput<typeof contract.invitations.changes>
  opened: OpenedEvent[]
  acknowledged: AcknowledgedScans
}

const isSameEvent = (one: OpenedEvent, other: OpenedEvent) =>
  eventRules.eventMatcher(one)({ ...other, eventId: other.eventId ?? null, userId: '' })

const includesEvent = (events: readonly OpenedEvent[] = [], event: OpenedEvent) => events.some(one => isSameEvent(one, event))

/**
 * Starts a download, which ends every earlier one. Returns its input, and the scans that the server already has, which the answer counts
 * but does not list.
 */
export async function startDownload({ store }: Device, account: string): Promise<DownloadStart> {
  const id = newIdempotencyKey()
  await runWriteTransaction(store, ['meta'], trx => metaInTransaction(trx).set('download', id))
  const replicaState = await readMeta(store, 'replica')
  const replica = replicaState?.account === account ? replicaState : undefined
  const opened = (await readMeta(store, 'opened-events')) ?? []
  // An event that was opened since the last download is not in the replica yet, so the next download must be a full one.
  const isIncremental = replica?.cursor !== undefined && opened.every(event => includesEvent(replica.events, event))
  const open = (await store.getAllFromIndex('scans', 'open')).filter(scan => scan.account === account)
  return {
    id,
    from: {
      ...(isIncremental && { since: replica.cursor, epoch: replica.epoch }),
      ...(opened.length > 0 && { opened }),
    },
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
  // The server's time zone may be another one, so the first and the last day may not be in its replica.
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
  isConcerned: (scan: DeviceScan) => boolean = () => true,
) {
  const scans = trx.objectStore('scans')
  const open = (await scans.index('open').getAll()).filter(scan => scan.account === account && isConcerned(scan))
  const marked = open.map(scan => {
    const isUndoListed = scan.undo?.isListed || undos.has(scan.idempotencyKey) || counted.has(scan.undo?.input.nonce ?? '')
    const undo = scan.undo && { ...scan.undo, isListed: isUndoListed }
    const isListed = scan.isListed || counted.has(scan.idempotencyKey) || admissions.has(scan.idempotencyKey)
    return toStoredScan({ ...scan, isListed, ...(undo && { undo }) })
  })
  await Promise.all(marked.map(scan => scans.put(scan)))
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

/** Adds all admissions, undos and walk-ins of the account to the outbox again. A restored server may have lost them. */
async function requeueScans(trx: DownloadTransaction, account: string, now: Date) {
  const scans = trx.objectStore('scans')
  const unsent = { isSent: false, isListed: false }
  for (const scan of await scans.index('account').getAll(account))
    await scans.put(toStoredScan({ ...scan, ...unsent, ...(scan.undo && { undo: { ...scan.undo, ...unsent } }) }))
  await queueStoredScans(trx, account, now)
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

/**
 * Returns the part of an epoch that identifies the history of the database. For a door link, the epoch has a second part, which changes
 * with what the link shows.
 */
const databaseHistoryIdOf = (epoch: string) => epoch.split(' ', 1)[0]

async function deleteOldUploadedScans(trx: DownloadTransaction, account: string, now: Date) {
  const scans = trx.objectStore('scans')
  const since = new Date(now.getTime() - ADMISSION_LIFETIME_MS).toISOString()
  for (const scan of await scans.index('account').getAll(account))
    if (scan.at < since && scan.isSent && !isScanUncounted(scan)) await scans.delete([account, scan.idempotencyKey])
  await deleteOldWalkIns(trx, now)
}

/** Returns the ids of the stored invitations that a full download does not contain, except those that wait in the outbox. */
async function readSurplusIds(trx: DownloadTransaction, account: string, invitations: ReplicaChanges['invitations']) {
  const created = (await outboxInTransaction(trx).creations(account)).flatMap(({ input }) => input.invitations)
  const kept = new Set([...invitations, ...created].map(({ id }) => id))
  return (await trx.objectStore('invitations').getAllKeys()).filter(id => !kept.has(id))
}

/** Returns the events of the replica that other accounts own. The server sends them to an account only if it is their partner. */
async function readPartnerEvents(trx: DownloadTransaction, account: string): Promise<PartnerEvent[]> {
  const events = await trx.objectStore('events').getAll()
  return events.filter(({ userId }) => userId !== account).map(({ id, userId }) => ({ eventId: id, ownerId: userId }))
}

/**
 * Applies downloaded changes to the replica, in parts, so that scans are stored between them. Only the last part moves the cursor: after a
 * failure the next download has the same changes. Calls `onPart` with the number of invitations stored so far. Returns whether the server
 * was restored from a backup, so that the outbox must be uploaded again. Stops and returns undefined when the user has signed out since the
 * request, or when another download has started, which is possible on pages without https, where tabs share no lock.
 */
export async function applyChanges(
  device: Device,
  { id: account, isAdmin }: Pick<User, 'id' | 'isAdmin'>,
  { epoch, mark: cursor, isFull, invitations, formerCodes, removed, events, removedEvents, deleted, admissions, undos }: ReplicaChanges,
  { id, opened, acknowledged }: DownloadStart,
  onPart: (stored: number) => void = () => {},
) {
  const { store, now, timeZone } = device
  const counted = new Set([...admissions.map(({ nonce }) => nonce), ...undos])
  const days = replicaDaysAround(timeZone(), new Date(cursor))

  /**
   * Runs `body` in a transaction, unless the download has ended. Only the last part, which moves the cursor, waits for the disk, and all
   * parts before it are then on the disk too.
   */
  const writePart = <Answer>(body: (trx: DownloadTransaction, isRestored: boolean) => Promise<Answer>, isLast = false) =>
    runWriteTransaction(
      store,
      DOWNLOAD_STORES,
      async trx => {
        const meta = metaInTransaction(trx)
        if ((await meta.get('download')) !== id || (await meta.get('session'))?.userId !== account) return undefined
        const knownEpoch = await meta.get(`epoch ${account}`)
        // A restarted server has a new epoch too, but it still has the earlier data and sends no full replica.
        return body(trx, knownEpoch !== undefined && databaseHistoryIdOf(knownEpoch) !== databaseHistoryIdOf(epoch) && isFull)
      },
      isLast ? 'strict' : 'relaxed',
    )

  const putEvents = async (trx: DownloadTransaction) =>
    replicaInTransaction(trx).putEvents(isFull ? events : await selectReplicaEvents(trx, events, opened, days))

  async function putInvitations(trx: DownloadTransaction, part: ReplicaChanges['invitations'], isRestored: boolean) {
    await replicaInTransaction(trx).put(part, { isMade: false, formerCodes })
    const ids = new Set(part.map(invitation => invitation.id))
    await markCountedScans(trx, account, counted, isRestored ? NOTHING_ACKNOWLEDGED : acknowledged, scan => ids.has(scan.invitationId))
  }

  const parts = toParts(invitations)
  for (const [n, part] of parts.slice(0, -1).entries()) {
    const isStored = await writePart(async (trx, isRestored) => {
      // An event may hide the names of its guests, so no guest is stored before the events.
      if (n === 0) await putEvents(trx)
      await putInvitations(trx, part, isRestored)
      return true
    })
    if (!isStored) return undefined
    onPart((n + 1) * PART_SIZE)
  }
  const removedIds = isFull ? await writePart(trx => readSurplusIds(trx, account, invitations)) : removed
  const removals = toParts(removedIds ?? [])
  for (const part of removals.slice(0, -1)) await writePart(trx => replicaInTransaction(trx).remove(part))

  return writePart(async (trx, isRestored) => {
    const meta = metaInTransaction(trx)
    if (isFull) {
      await trx.objectStore('events').clear()
      await meta.remove('deleted')
    }
    await putEvents(trx)
    await putInvitations(trx, parts.at(-1)!, isRestored)
    await replicaInTransaction(trx).remove(removals.at(-1)!)
    await replicaInTransaction(trx).removeEvents(removedEvents)
    await replicaInTransaction(trx).putDeleted(deleted)

    if (isRestored) {
      await requeueScans(trx, account, now())
      await meta.remove('early-scans')
    }
    await storeDownloadedScans(trx, account, { admissions, undos })
    await markCountedScans(trx, account, counted, isRestored ? NOTHING_ACKNOWLEDGED : acknowledged)
    await deleteOldUploadedScans(trx, account, now())
    const partnerOf = isAdmin ? [] : await readPartnerEvents(trx, account)
    await meta.set('replica', { account, cursor, epoch, at: now().toISOString(), events: opened, partnerOf })
    await meta.set(`epoch ${account}`, epoch)
    return isRestored
  }, true)
}

import { type AnswerOf, type contract, dayIn, type EventDetails, eventRules, type InputOf, invitationRules, type User } from '@hudur/core'
import type { Device } from '../store/device.ts'
import { outboxIn, uploadOf } from '../store/outbox.ts'
import { asStored, isOpen, replicaIn } from '../store/replica.ts'
import { metaIn, type OpenedEvent, type OwnScan, readMeta, type Writing, write } from '../store/store.ts'

const { REPLICA_DAYS, MAX_OPENED } = invitationRules

/** How long (ms) this device keeps its own admissions, to upload them again to a server that was restored from a backup. */
const ADMISSION_LIFETIME_MS = 7 * 86_400_000

/**
 * How many admissions and how many undos are stored that this device has not made or not stored itself: those of requests that are still
 * unanswered, and of the account's other devices.
 */
const MAX_EARLY_SCANS = 200

type Changes = AnswerOf<typeof contract.invitations.changes>

/** The idempotency keys of this device's admissions and undos that the server has: every later download includes them. */
type Acknowledged = { admissions: ReadonlySet<string>; undos: ReadonlySet<string> }

/** The state before a download: the input of the request, and what to compare its answer with. */
type DownloadStart = {
  from: InputOf<typeof contract.invitations.changes>
  /** The replica's cursor before the download. */
  cursor: string | undefined
  opened: OpenedEvent[]
  acknowledged: Acknowledged
}

const isSameEvent = (one: OpenedEvent, other: OpenedEvent) =>
  eventRules.isOfEvent(one)({ ...other, eventId: other.eventId ?? null, userId: '' })

const isAmong = (events: readonly OpenedEvent[] = [], event: OpenedEvent) => events.some(one => isSameEvent(one, event))

/**
 * Returns the input of the next download, and the admissions and undos of this device that the server already has: its counts include them,
 * although its response does not list them.
 */
export async function readDownloadStart({ store }: Device, account: string): Promise<DownloadStart> {
  const replicaState = await readMeta(store, 'copy')
  const replica = replicaState?.account === account ? replicaState : undefined
  const opened = (await readMeta(store, 'opened-events')) ?? []
  // An event that was opened since the last download must be downloaded in full, not only its later changes.
  const isIncremental = replica?.knowsCodes && opened.every(event => isAmong(replica.events, event))
  const open = (await store.getAllFromIndex('scans', 'open')).filter(scan => scan.account === account)
  return {
    from: {
      knows: 'codes',
      ...(isIncremental && { since: replica.mark, epoch: replica.epoch }),
      ...(opened.length > 0 && { opened }),
    },
    cursor: replica?.mark,
    opened,
    acknowledged: {
      admissions: new Set(open.filter(({ isSent }) => isSent).map(({ nonce }) => nonce)),
      undos: new Set(open.filter(({ undo }) => undo?.isSent).map(({ nonce }) => nonce)),
    },
  }
}

type ReplicaDays = { from: string; to: string }

const daysOfReplica = (timeZone: string, now: Date): ReplicaDays => ({
  from: dayIn(timeZone, now, REPLICA_DAYS.from),
  to: dayIn(timeZone, now, REPLICA_DAYS.to),
})

/** Records an opened event unless the replica includes all events of its date. Returns whether it must be downloaded. */
export async function openEvent({ store, clock, now, timeZone }: Device, { eventId, eventName, eventDate }: OpenedEvent) {
  const { from, to } = daysOfReplica(timeZone(), new Date(clock.corrected(now().toISOString())))
  // The first and the last day may differ in the server's time zone, so they are excluded.
  if (eventDate > from && eventDate < to) return false
  const event = { ...(eventId !== undefined && { eventId }), eventName, eventDate }
  return write(store, ['meta'], async trx => {
    const meta = metaIn(trx)
    const others = ((await meta.get('opened-events')) ?? []).filter(one => !isSameEvent(one, event))
    await meta.set('opened-events', [event, ...others].slice(0, MAX_OPENED))
    return !isAmong((await meta.get('copy'))?.events, event)
  })
}

const STORES = ['invitations', 'events', 'scans', 'outbox', 'meta'] as const
type Trx = Writing<(typeof STORES)[number]>

/** Marks the scans and undos that the replica's count now includes, so that they are not added to it again. */
async function markCounted(trx: Trx, account: string, counted: ReadonlySet<string>, { admissions, undos }: Acknowledged) {
  const scans = trx.objectStore('scans')
  for (const scan of await scans.index('open').getAll()) {
    if (scan.account !== account) continue
    const isUndoListed = scan.undo?.isListed || undos.has(scan.nonce) || counted.has(scan.undo?.input.nonce ?? '')
    const undo = scan.undo && { ...scan.undo, isListed: isUndoListed }
    const isListed = scan.isListed || counted.has(scan.nonce) || admissions.has(scan.nonce)
    await scans.put(asStored({ ...scan, isListed, ...(undo && { undo }) }))
  }
}

/**
 * Stores the admissions and undos that a download includes before this device has: an answer can arrive after a download that counts it, or be
 * lost. A scan that is stored later is then not counted again.
 */
async function storeEarlyScans(trx: Trx, account: string, { admissions, undos }: Pick<Changes, 'admissions' | 'undos'>) {
  const meta = metaIn(trx)
  const ownScans = await trx.objectStore('scans').index('account').getAll(account)
  const stored = new Set(ownScans.flatMap(({ nonce, undo }) => [nonce, undo?.input.nonce]))
  const before = await meta.get('early-scans')
  const early = {
    admissions: [...(before?.admissions ?? []), ...admissions].filter(({ nonce }) => !stored.has(nonce)),
    undos: [...(before?.undos ?? []), ...undos].filter(idempotencyKey => !stored.has(idempotencyKey)),
  }
  await meta.set('early-scans', {
    admissions: [...new Map(early.admissions.map(admission => [admission.nonce, admission])).values()].slice(-MAX_EARLY_SCANS),
    undos: [...new Set(early.undos)].slice(-MAX_EARLY_SCANS),
  })
}

/** Adds all admissions and undos of the account to the outbox again, in order of time: a restored server may have lost them. */
async function uploadAgain(trx: Trx, account: string, now: Date) {
  const scans = trx.objectStore('scans')
  const outbox = outboxIn(trx)
  const waiting = new Set((await outbox.waiting(account)).map(({ nonce }) => nonce))
  const accountScans = (await scans.index('account').getAll(account)).sort((a, b) => (a.at < b.at ? -1 : 1))
  for (const scan of accountScans) {
    const { undo } = scan
    const unsentScan: OwnScan = {
      ...scan,
      isSent: false,
      isListed: false,
      ...(undo && { undo: { ...undo, isSent: false, isListed: false } }),
    }
    await scans.put(asStored(unsentScan))
    if (!waiting.has(scan.nonce)) await outbox.add(uploadOf(scan, now))
    if (undo && !waiting.has(undo.input.nonce))
      await outbox.add({ account, operation: 'undo', input: undo.input, nonce: undo.input.nonce, at: undo.input.undoneAt })
  }
}

/** Returns the changed events that the replica has already, that were opened, or whose days it includes: the server sends the others too. */
async function eventsOfReplica(trx: Trx, changed: readonly EventDetails[], opened: readonly OpenedEvent[], days: ReplicaDays) {
  const storedIds = new Set(await trx.objectStore('events').getAllKeys())
  const isOfReplica = ({ id, name, date }: EventDetails) =>
    storedIds.has(id) || (date >= days.from && date <= days.to) || isAmong(opened, { eventId: id, eventName: name, eventDate: date })
  return changed.filter(isOfReplica)
}

/** Returns the part of an epoch that names the server's history. That of a door also has what its link shows, which the owner may change. */
const historyOf = (epoch: string) => epoch.split(' ', 1)[0]

async function deleteOldScans(trx: Trx, account: string, now: Date) {
  const scans = trx.objectStore('scans')
  const since = new Date(now.getTime() - ADMISSION_LIFETIME_MS).toISOString()
  for (const scan of await scans.index('account').getAll(account))
    if (scan.at < since && scan.isSent && !isOpen(scan)) await scans.delete([account, scan.nonce])
}

/**
 * Applies downloaded changes to the replica. Returns whether the server was restored from a backup, so that another upload follows. Changes
 * nothing and returns undefined when the user has signed out since the request, or another tab has moved the cursor: on pages without https
 * tabs share no lock.
 */
export const applyChanges = (
  { store, now, timeZone }: Device,
  { id: account }: Pick<User, 'id'>,
  { epoch, mark: cursor, isFull, invitations, formerCodes, removed, events, removedEvents, deleted, admissions, undos }: Changes,
  { cursor: before, opened, acknowledged }: DownloadStart,
) =>
  write(store, STORES, async trx => {
    const meta = metaIn(trx)
    const replica = replicaIn(trx)
    const replicaState = await meta.get('copy')
    const isOvertaken = (replicaState?.account === account ? replicaState.mark : undefined) !== before
    if (isOvertaken || (await meta.get('session'))?.userId !== account) return undefined
    const knownEpoch = await meta.get(`epoch ${account}`)
    // A server that was only restarted has a new epoch too, but it has the earlier data and sends no full replica.
    const isRestored = knownEpoch !== undefined && historyOf(knownEpoch) !== historyOf(epoch) && isFull
    const outboxInvitations = (await outboxIn(trx).creations(account)).flatMap(({ input }) => input.invitations)

    if (isFull) await replica.clear({ except: new Set(outboxInvitations.flatMap(({ id }) => id ?? [])) })
    const days = daysOfReplica(timeZone(), new Date(cursor))
    await replica.putEvents(isFull ? events : await eventsOfReplica(trx, events, opened, days))
    await replica.removeEvents(removedEvents)
    await replica.put(invitations, { isMade: false, formerCodes })
    await replica.remove(removed)
    await replica.putDeleted(deleted)

    if (isRestored) {
      await uploadAgain(trx, account, now())
      await meta.remove('early-scans')
    }
    await storeEarlyScans(trx, account, { admissions, undos })
    const counted = new Set([...admissions.map(({ nonce }) => nonce), ...undos])
    const nothingAcknowledged = { admissions: new Set<string>(), undos: new Set<string>() }
    await markCounted(trx, account, counted, isRestored ? nothingAcknowledged : acknowledged)
    await deleteOldScans(trx, account, now())
    await meta.set('copy', { account, mark: cursor, epoch, at: now().toISOString(), events: opened, knowsCodes: true })
    await meta.set(`epoch ${account}`, epoch)
    return isRestored
  })

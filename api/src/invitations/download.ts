import type { Actor, Scope } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import * as invitationRules from '@hudur/core/invitations/rules'
import type * as z from 'zod/mini'
import { partnersIn } from '../accounts/partners-repository.ts'
import { createFairQueue } from '../database/fair-queue.ts'
import type { Deps } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { detectClockSetBack, detectNewTimeline, readEpoch } from '../installation/epoch.ts'
import { cardChangesIn } from './card-changes-repository.ts'
import { deviceReplicasIn, splitCountedScans } from './replica-repository.ts'

const { REPLICA_DAYS } = invitationRules

/** The overlap (ms) of two downloads, because a transaction may commit after a newer cursor was returned. */
const DOWNLOAD_OVERLAP_MS = 60_000

/**
 * Returns the start of a device's download. `cursor` is the time up to which this download reads, and `epoch` the server's epoch. `isFull`:
 * the whole replica is sent; otherwise only changes since `from` (ISO). `days` are the first and the last day of the replica's events.
 */
async function downloadStart(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  { since, epoch: known }: { since?: string | undefined; epoch?: string | undefined },
) {
  const cursor = now()
  await Promise.all([detectClockSetBack(db, cursor), detectNewTimeline(db)])
  const { epoch, isValid } = await readEpoch(db.read)
  const today = dayInTimeZone(timeZone, cursor)
  // On a new day the replica has other days and so other events: the whole replica is sent again.
  const isFull =
    since === undefined || !(await isValid(known)) || dayInTimeZone(timeZone, new Date(since)) !== today || since > cursor.toISOString()
  const from = new Date(isFull ? cursor.getTime() + REPLICA_DAYS.from * 86_400_000 : Date.parse(since) - DOWNLOAD_OVERLAP_MS).toISOString()
  const days = { from: dayInTimeZone(timeZone, cursor, REPLICA_DAYS.from), to: dayInTimeZone(timeZone, cursor, REPLICA_DAYS.to) }
  return { epoch, cursor, isFull, from, days }
}

/** Returns whether the actor became or ceased to be the partner of an event since an earlier download, or shortly before it. */
const havePartnershipsChanged = async (db: Deps['db']['slowReads'], { id, link }: Actor, since: string) =>
  link === undefined && partnersIn(db).haveChanged(id, new Date(Date.parse(since) - DOWNLOAD_OVERLAP_MS).toISOString())

/**
 * The queue of all downloads, of which four run at once. A download keeps its rows in memory until its last read. Without the queue,
 * hundreds of downloads of one caller would hold their rows while they wait for one another.
 */
const downloadQueue = createFairQueue(4)

/**
 * Reads what a device downloads: the events and invitations in scope that changed since its cursor, or all of them, and the actor's scans
 * that their counts include. The owner gets it unchanged, and a door link gets its view of it. Throws `busy` when 500 downloads of the caller
 * wait.
 */
export async function readDownload(...download: Parameters<typeof readInSlot>) {
  await downloadQueue.acquire()
  try {
    return await readInSlot(...download)
  } finally {
    downloadQueue.release()
  }
}

async function readInSlot(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor,
  scope: Scope,
  { since: given, epoch: knownEpoch, opened = [] }: z.output<typeof contract.invitations.changes.input>,
) {
  const since = given !== undefined && (await havePartnershipsChanged(db.slowReads, actor, given)) ? undefined : given
  const { epoch, cursor, isFull, from, days } = await downloadStart({ db, now, timeZone }, { since, epoch: knownEpoch })
  const [devices, events] = [deviceReplicasIn(db.slowReads), eventsIn(db.slowReads)]
  const openedIds = (await Promise.all(opened.map(event => events.idsOf(scope, event)))).flatMap(ids => ids ?? [])
  const replica = { days, openedIds }
  const changedSince = isFull ? undefined : from
  // Read before the invitations: an event that is renamed between the reads is sent again with the next changes.
  const changedEvents = await events.changed(scope, replica, changedSince)
  const { invitations, counted } = await devices.changed(actor, scope, replica, { from, isFull })
  const sent = new Set(invitations.map(({ id }) => id))
  const moved = isFull ? [] : (await devices.moved(scope, from)).filter(id => !sent.has(id))
  const removed = isFull ? [] : await devices.removed(scope, from)
  const openedNow = (await events.findAll(openedIds, scope)).map(({ name, date }) => ({ eventName: name, eventDate: date }))
  return {
    ...{ epoch, mark: cursor.toISOString(), isFull, ...splitCountedScans(counted), events: changedEvents, invitations },
    moved,
    removedEvents: isFull ? [] : await events.removedSince(scope, from),
    formerCodes: await cardChangesIn(db.slowReads).formerCodes(invitations),
    removed: [...removed, ...moved],
    deleted: await devices.deleted(scope, { days, opened: [...opened, ...openedNow] }, changedSince),
  }
}

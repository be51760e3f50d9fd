import { dayInTimeZone } from '@hudur/core/calendar'
import * as invitationRules from '@hudur/core/invitations/rules'
import type { Deps } from '../deps.ts'
import { detectClockSetBack } from '../installation/clock.ts'
import { readEpoch } from '../installation/epoch.ts'

const { REPLICA_DAYS } = invitationRules

/**
 * Overlap (ms) of two downloads: a transaction may commit after a newer cursor was returned, so a device reads changes of this period
 * again.
 */
const DOWNLOAD_OVERLAP_MS = 60_000

/**
 * Returns the start of a device's download. `cursor` is the time up to which this download reads, and `epoch` the server's epoch. `isFull`:
 * the whole replica is sent; otherwise only changes since `from` (ISO). `days` are the first and the last day of the replica's events.
 */
export async function downloadStart(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  { since, epoch: known }: { since?: string | undefined; epoch?: string | undefined },
) {
  const cursor = now()
  await detectClockSetBack(db, cursor)
  const { epoch, isValid } = await readEpoch(db.read)
  const today = dayInTimeZone(timeZone, cursor)
  // On a new day the replica has other days and so other events: the whole replica is sent again.
  const isFull =
    since === undefined || !(await isValid(known)) || dayInTimeZone(timeZone, new Date(since)) !== today || since > cursor.toISOString()
  const from = new Date(isFull ? cursor.getTime() + REPLICA_DAYS.from * 86_400_000 : Date.parse(since) - DOWNLOAD_OVERLAP_MS).toISOString()
  const days = { from: dayInTimeZone(timeZone, cursor, REPLICA_DAYS.from), to: dayInTimeZone(timeZone, cursor, REPLICA_DAYS.to) }
  return { epoch, cursor, isFull, from, days }
}

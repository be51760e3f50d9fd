import { dayIn, invitationRules } from '@hudur/core'
import { watchClock } from '../connection/clock.ts'
import { epochOf } from '../connection/epoch.ts'
import type { Deps } from '../deps.ts'

const { COPIED_DAYS } = invitationRules

/**
 * Overlap (ms) of two downloads: a transaction may commit after a newer cursor was returned, so a device reads changes of this period
 * again.
 */
const LATE_COMMITS_MS = 60_000

/**
 * Returns how a download of a device begins: the server's epoch, the new cursor, whether it is full, from when on changes are read, and the
 * days of the replica's events.
 */
export async function downloadStart(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  { since, epoch: known }: { since?: string | undefined; epoch?: string | undefined },
) {
  const mark = now()
  await watchClock(db, mark)
  const { epoch, holds } = await epochOf(db.read)
  const today = dayIn(timeZone, mark)
  // On a new day the replica has other days and so other events: the whole replica is sent again.
  const isFull = since === undefined || !(await holds(known)) || dayIn(timeZone, new Date(since)) !== today || since > mark.toISOString()
  const from = new Date(isFull ? mark.getTime() + COPIED_DAYS.from * 86_400_000 : Date.parse(since) - LATE_COMMITS_MS).toISOString()
  const days = { from: dayIn(timeZone, mark, COPIED_DAYS.from), to: dayIn(timeZone, mark, COPIED_DAYS.to) }
  return { epoch, mark, isFull, from, days }
}

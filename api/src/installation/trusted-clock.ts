import type { Database } from '../database/database.ts'
import { TRUSTED_CLOCK_SETTING } from '../database/retention.ts'
import { newestStoredTime, settingsIn } from './repository.ts'

const DAY_MS = 86_400_000

/** The greatest distance (ms) of a trusted clock from the trusted time. */
const MAX_STEP_MS = DAY_MS

/**
 * The longest time (ms) for which a clock must run on after a jump until it is trusted. Data that are deleted then are still in the daily
 * backups, which are kept for as long.
 */
const MAX_WAIT_MS = 30 * DAY_MS

/** The newest time at which the clock was trusted. After a jump also the first and the last time that the clock has shown since. */
type TrustedClock = { trusted: string; since?: string; seen?: string }

/** Whether the clock is more than a day ahead of the newest trusted time, and by how many days. */
export type ClockState = { isAhead: boolean; daysAhead: number; trusted: string }

/** Returns by how much the clock at `now` is ahead of the trusted time. */
function stateOf(trusted: string, now: Date): ClockState {
  const ahead = now.getTime() - Date.parse(trusted)
  return { isAhead: ahead > MAX_STEP_MS, daysAhead: Math.floor(ahead / DAY_MS), trusted }
}

/**
 * Returns the record after the clock has shown `now`. The trusted time follows the clock within a day. After a longer jump it follows once the
 * clock has run on, without another jump, for as long as the jump, at most 30 days.
 */
function follow({ trusted, since, seen }: TrustedClock, now: Date): TrustedClock {
  const distanceTo = (time: string) => Math.abs(now.getTime() - Date.parse(time))
  if (distanceTo(trusted) <= MAX_STEP_MS) return { trusted: now.toISOString() }
  const jumpedAt = since !== undefined && seen !== undefined && distanceTo(seen) <= MAX_STEP_MS ? since : now.toISOString()
  const wait = Math.min(Math.abs(Date.parse(jumpedAt) - Date.parse(trusted)), MAX_WAIT_MS)
  if (now.getTime() - Date.parse(jumpedAt) >= wait) return { trusted: now.toISOString() }
  return { trusted, since: jumpedAt, seen: now.toISOString() }
}

/**
 * Compares the clock with the trusted time, and stores the new trusted time. The first trusted time is the newest time in the database.
 */
export async function checkClock(db: Database, now: Date): Promise<ClockState> {
  const newest = (await settingsIn(db.read).get(TRUSTED_CLOCK_SETTING)) === undefined ? await newestStoredTime(db.slowReads) : undefined
  return db.write(async trx => {
    const settings = settingsIn(trx)
    const stored = await settings.get(TRUSTED_CLOCK_SETTING)
    const record = follow(stored === undefined ? { trusted: newest ?? now.toISOString() } : JSON.parse(stored), now)
    await settings.set(TRUSTED_CLOCK_SETTING, JSON.stringify(record))
    return stateOf(record.trusted, now)
  })
}

/** Returns by how much the clock is ahead of the stored trusted time, without changing it. Undefined without a stored record. */
export const readClockState = (stored: string | undefined, now: Date): ClockState | undefined =>
  stored === undefined ? undefined : stateOf((JSON.parse(stored) as TrustedClock).trusted, now)

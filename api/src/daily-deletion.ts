import { deleteAllExpired, deleteExpiredAttempts } from './database/retention.ts'
import type { Deps } from './deps.ts'
import { type ClockState, checkClock } from './installation/trusted-clock.ts'
import { returnUnusedAllotments } from './links/service.ts'

const HOUR_MS = 3_600_000
/** The shortest time (ms) between two deletions: less than a day, because the check of one hour may be late. */
const MIN_INTERVAL_MS = 23.5 * HOUR_MS

type Log = Record<'info' | 'warn' | 'error', (details: unknown, sentence: string) => void>
type Options = Pick<Deps, 'db' | 'now' | 'timeZone'> & { log: Log; every?: number }

/**
 * Deletes expired rows at the start and once a day, and returns the unused allotments of ended links every hour (`every`, ms). Does neither
 * while the clock is more than a day ahead of the newest trusted time.
 */
export function dailyDeletion({ db, now, timeZone, log, every = HOUR_MS }: Options) {
  let clock: ClockState | undefined
  /** When rows were last deleted, by a monotonic clock, which nobody can set. */
  let deletedAt: number | undefined
  let timer: NodeJS.Timeout | undefined

  async function deleteIfDue() {
    const wasAhead = clock?.isAhead ?? false
    clock = await checkClock(db, now())
    const { isAhead, daysAhead, trusted } = clock
    if (isAhead && !wasAhead)
      log.warn(
        clock,
        `nothing expired is deleted: the clock is ${daysAhead} days ahead of ${trusted}, the newest time that is known to be right. Set it (timedatectl). If it is right, deletion begins again after the server has run for as long, at most 30 days`,
      )
    if (!isAhead && wasAhead) log.info(clock, 'expired rows are deleted again: the clock counts as right')
    // Attempts older than a day are counted nowhere, and anybody can add more.
    await deleteExpiredAttempts(db, now())
    if (isAhead) return
    // Before expired rows are deleted, because those include links that ended some time ago.
    await returnUnusedAllotments({ db, now, timeZone })
    if (deletedAt !== undefined && performance.now() - deletedAt < MIN_INTERVAL_MS) return
    deletedAt = performance.now()
    await deleteAllExpired(db, now())
  }

  return {
    /** Returns how the clock stood to the trusted time at the last check. */
    clock: () => clock,
    async start() {
      await deleteIfDue()
      timer = setInterval(() => deleteIfDue().catch(cause => log.error(cause, 'expired rows could not be deleted')), every).unref()
    },
    stop: () => clearInterval(timer),
  }
}

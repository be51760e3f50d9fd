import type { Database } from '../database/database.ts'
import { invalidateEpochs } from './epoch.ts'
import { settingsIn } from './repository.ts'

/** The clock is stored at this interval (ms), and counts as set back when it is behind the stored time by as much. */
const STORE_INTERVAL_MS = 60_000

/** Begins a new epoch when the clock was set back: the cursors of devices are times, and downloads would miss changes. */
export async function detectClockSetBack(db: Database, now: Date) {
  const storedTime = await settingsIn(db.read).get('clock')
  const aheadMs = now.getTime() - Date.parse(storedTime ?? '')
  if (Math.abs(aheadMs) < STORE_INTERVAL_MS) return
  await db.write(async trx => {
    // When several processes detect the change at the same time, only one replaces the stored time and begins the epoch.
    if ((await settingsIn(trx).replace('clock', storedTime, now.toISOString())) && aheadMs < 0) await invalidateEpochs(trx)
  })
}

import type { Database } from '../database/database.ts'
import { invalidateEpochs } from './epoch.ts'
import { settingsIn } from './repository.ts'

/**
 * How often (ms) the current time is stored at most. A clock counts as set back when it is behind the stored time by at least this much.
 */
const STORE_INTERVAL_MS = 60_000

/**
 * Detects a clock that was set back, and then begins a new epoch: with the cursors that devices have, downloads would miss all changes
 * until the clock reaches the earlier time again.
 */
export async function watchClock(db: Database, now: Date) {
  const storedTime = await settingsIn(db.read).get('clock')
  const ahead = now.getTime() - Date.parse(storedTime ?? '')
  if (Math.abs(ahead) < STORE_INTERVAL_MS) return
  await db.write(async trx => {
    // Only one of several processes that detect it at the same time replaces the value.
    if ((await settingsIn(trx).replace('clock', storedTime, now.toISOString())) && ahead < 0) await invalidateEpochs(trx)
  })
}

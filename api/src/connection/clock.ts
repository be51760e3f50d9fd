import type { Database } from '../database/database.ts'
import { breakEpochs } from './epoch.ts'
import { settingsIn } from './repository.ts'

/** The time last seen is written down at most so often, and a clock must be further behind it than that to have been set back (ms). */
const NOTED_EVERY = 60_000

/**
 * Notices a clock that was set back, and begins another epoch then: the marks that devices hold would pass over what happens until it is as late
 * again.
 */
export async function watchClock(db: Database, now: Date) {
  const seen = await settingsIn(db.read).get('clock')
  const ahead = now.getTime() - Date.parse(seen ?? '')
  if (Math.abs(ahead) < NOTED_EVERY) return
  await db.write(async trx => {
    // Others may have noticed meanwhile.
    if ((await settingsIn(trx).replace('clock', seen, now.toISOString())) && ahead < 0) await breakEpochs(trx)
  })
}

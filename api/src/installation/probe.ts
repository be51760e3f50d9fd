import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { settingsIn } from './repository.ts'

/** How long (ms) the result of a test write is reused. Every device requests the result, so not every request may write. */
const RESULT_REUSE_MS = 5_000

/** The timeout (ms) of the test read and the test write. A scanner would not wait longer either. */
const TIMEOUT_MS = 2_500

const succeedsInTime = (attempt: Promise<unknown>) =>
  Promise.race([
    attempt.then(
      () => true,
      () => false,
    ),
    pause(TIMEOUT_MS, false, { ref: false }),
  ])

export type DatabaseProbe = () => Promise<{ canRead: boolean; canWrite: boolean }>

/** Returns a function that tests whether the database can be read and written. All callers share one test write in five seconds. */
export function databaseProbe({ db, now }: Deps): DatabaseProbe {
  let last: { at: number; works: Promise<boolean> } | undefined

  const canWrite = () => {
    const at = now().getTime()
    if (!last || at - last.at >= RESULT_REUSE_MS || at < last.at)
      last = { at, works: succeedsInTime(db.write(trx => settingsIn(trx).set('probed_at', now().toISOString()))) }
    return last.works
  }

  return async () => {
    const [read, write] = await Promise.all([succeedsInTime(settingsIn(db.read).get('probed_at')), canWrite()])
    return { canRead: read, canWrite: write }
  }
}

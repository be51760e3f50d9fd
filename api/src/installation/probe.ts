import { setTimeout as pause } from 'node:timers/promises'
import { oldestBatchAge } from '../database/batch-calls.ts'
import type { Deps } from '../deps.ts'
import { settingsIn } from './repository.ts'

/** How long (ms) a successful test write is reused. Every device requests the result, so not every request may write. */
const RESULT_REUSE_MS = 5_000

/**
 * The timeout (ms) of the test read and the test write, and the age at which a batch of scans or sessions counts as stuck. A scanner would
 * not wait longer either.
 */
const TIMEOUT_MS = 2_500

const succeedsInTime = (attempt: Promise<unknown>) =>
  Promise.race([
    attempt.then(
      () => true,
      () => false,
    ),
    pause(TIMEOUT_MS, false, { ref: false }),
  ])

export type DatabaseProbe = {
  /**
   * Tests whether the database can be read and written. Callers share a running test write, and a successful one for five seconds; a batch
   * of scans or sessions that has run for 2.5 s counts as a failed write.
   */
  test: () => Promise<{ canRead: boolean; canWrite: boolean }>
  /** Forgets the last successful test write, because a request has found the database unavailable since. */
  forget: () => void
}

export function databaseProbe({ db, now }: Deps): DatabaseProbe {
  let last: { at: number; works: Promise<boolean> } | undefined

  function canWrite() {
    const at = now().getTime()
    if (last && at - last.at < RESULT_REUSE_MS && at >= last.at) return last.works
    const works = succeedsInTime(db.write(trx => settingsIn(trx).set('probed_at', now().toISOString())))
    const tested = { at, works }
    last = tested
    void works.then(hasWorked => {
      if (!hasWorked && last === tested) last = undefined
    })
    return works
  }

  return {
    async test() {
      const [read, write] = await Promise.all([succeedsInTime(settingsIn(db.read).get('probed_at')), canWrite()])
      return { canRead: read, canWrite: write && oldestBatchAge() < TIMEOUT_MS }
    },
    forget() {
      last = undefined
    },
  }
}

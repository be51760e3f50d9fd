import { findNewestBackupTime, makeBackup } from './backups.ts'
import type { BackupRetention } from './retention.ts'

const HOUR = 3_600_000

type Log = { info: (details: object, sentence: string) => void; error: (cause: unknown, sentence: string) => void }

type Options = { dataDir: string; keep: BackupRetention; now: () => Date; log: Log; every?: number }

/**
 * Makes a backup every hour (`every`, ms), the first one an hour after the newest existing backup. Repeats a failed backup after a tenth of
 * that time.
 */
export function hourlyBackups({ dataDir, keep, now, log, every = HOUR }: Options) {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let newest: Date | undefined
  let failures = 0

  async function makeScheduledBackup() {
    try {
      const at = now()
      const { rows, bytes } = await makeBackup(dataDir, at, keep, { signal: stopping.signal })
      newest = at
      log.info({ rows, bytes }, 'backup made')
      scheduleBackup(every)
    } catch (cause) {
      if (stopping.signal.aborted) return
      failures++
      log.error(cause, 'a backup could not be made; it will be tried again')
      scheduleBackup(every / 10)
    }
  }

  function scheduleBackup(ms: number) {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      running = makeScheduledBackup()
    }, ms)
    timer.unref()
  }

  return {
    async start() {
      newest = await findNewestBackupTime(dataDir, now())
      // The clock may have been wrong when the newest backup was made: the next one is due within one interval in any case.
      const age = newest ? Math.abs(now().getTime() - newest.getTime()) : every
      scheduleBackup(Math.max(0, every - age))
    },
    /** Returns figures for monitoring: the age (s) of the newest backup, undefined when there is none, and the failures since the start. */
    figures: () => ({ age: newest && (now().getTime() - newest.getTime()) / 1000, failures }),
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

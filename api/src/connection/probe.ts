import type { Deps } from '../deps.ts'
import { settingsIn } from './repository.ts'

/** A write that was tried so recently (ms) is not tried again: every device asks this. */
const FRESH = 5_000

/** What takes longer (ms) does not work: a door would not wait for it either. */
const TIMEOUT_MS = 2_500

const works = (attempt: Promise<unknown>) =>
  new Promise<boolean>(resolve => {
    const late = setTimeout(resolve, TIMEOUT_MS, false)
    const answer = (does: boolean) => {
      clearTimeout(late)
      resolve(does)
    }
    attempt.then(
      () => answer(true),
      () => answer(false),
    )
  })

export type Probe = () => Promise<{ canRead: boolean; canWrite: boolean }>

/** Whether the database can be read, and written; whoever asks shares one write in five seconds. */
export function databaseProbe({ db, now }: Deps): Probe {
  let last: { at: number; works: Promise<boolean> } | undefined

  const canWrite = () => {
    const at = now().getTime()
    if (!last || at - last.at >= FRESH || at < last.at)
      last = { at, works: works(db.write(trx => settingsIn(trx).set('probed_at', now().toISOString()))) }
    return last.works
  }

  return async () => {
    const [read, write] = await Promise.all([works(settingsIn(db.read).get('probed_at')), canWrite()])
    return { canRead: read, canWrite: write }
  }
}

import type { ConnectionReport, contract } from '@hudur/core'
import type { Deps } from '../app.ts'
import type { Services } from '../http/serve.ts'
import { settingsIn } from './repository.ts'

/** A write that was tried so recently (ms) is not tried again: every device asks this. */
const FRESH = 5_000

const works = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  )

export const connectionService = ({ db, now }: Deps): Services<typeof contract.connection> => {
  let last: { at: number; works: Promise<boolean> } | undefined

  const canWrite = () => {
    const at = now().getTime()
    if (!last || at - last.at >= FRESH || at < last.at)
      last = { at, works: works(db.write(trx => settingsIn(trx).set('probed_at', now().toISOString()))) }
    return last.works
  }

  return {
    async test(): Promise<ConnectionReport> {
      const [can_read, can_write] = await Promise.all([works(settingsIn(db.read).get('probed_at')), canWrite()])
      return { success: can_read && can_write, status: { database_exists: can_read, can_read, can_write }, now: now().toISOString() }
    },
  }
}

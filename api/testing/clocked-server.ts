import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '../src/database/open.ts'
import { addAccount, startServer } from './server.ts'

/** Starts a server with the built site of `siteFolder` and the clock `now`. Returns its URL, and the `backend` of a signed-in account. */
export async function startClockedServer(now: () => Date, siteFolder: string) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-clocked-'))
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const server = await startServer(db, { now, siteFolder })
  const { backend } = await server.callerFor(await addAccount(db, { username: 'host' }))
  return {
    base: server.base,
    backend,
    async close() {
      await server.close()
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

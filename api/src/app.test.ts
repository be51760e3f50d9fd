import { describeBackend, describeServer } from '@hudur/core/testing/backend-suite'
import { afterAll, beforeAll, describe } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../testing/engines.ts'
import { addAccount, startServer } from '../testing/server.ts'
import type { Database } from './database/database.ts'

describe.each(ENGINES)('the server over HTTP on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db)
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  let accounts = 0
  const prepareEmptyDatabase = async () => {
    await emptyDatabase(db)
    return {
      async signIn(account: { limit?: number; isAdmin?: boolean }) {
        const username = `host${accounts++}`
        const { backend } = await server.callerFor(await addAccount(db, { username, ...account }))
        return backend
      },
    }
  }
  describeBackend('over HTTP', prepareEmptyDatabase)
  describeServer('over HTTP', prepareEmptyDatabase)
})

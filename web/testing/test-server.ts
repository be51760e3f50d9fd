import { randomUUID } from 'node:crypto'
import type { Tables } from '../../api/src/database/schema.ts'
import { emptyDatabase, startDatabase, TABLES } from '../../api/testing/engines.ts'
import { addAccount, PASSWORD, startServer } from '../../api/testing/server.ts'
import type { openDevice } from '../src/backend/store/device.ts'
import { createPhone, type Phone } from './phone.ts'

export { PASSWORD, type Phone }

/** Starts the whole server with a database of its own. Each phone connects to it through its own proxy. */
export async function openTestServer(options: Parameters<typeof startServer>[1] = {}, opening = startDatabase('sqlite')) {
  const db = await opening
  const server = await startServer(db, options)
  const port = Number(new URL(server.base).port)
  let phones: Phone[] = []
  let accounts = 0

  async function newPhone(options: Partial<Parameters<typeof openDevice>[0]> = {}) {
    const phone = await createPhone(port, options)
    phones.push(phone)
    return phone
  }

  return {
    db,
    newPhone,
    newAccount: (account: { limit?: number; isAdmin?: boolean } = {}) => addAccount(db, { username: `host${accounts++}`, ...account }),
    /** Returns the backend of a user on a device with a reliable network. */
    async desk(username: string) {
      const account = await db.read.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
      return (await server.callerFor(account)).backend
    },

    /** Copies all tables. Returns a function that restores the copy like a backup: without sessions and with a new epoch. */
    async backUp() {
      const kept: [keyof Tables, Record<string, unknown>[]][] = []
      for (const table of TABLES) kept.push([table, (await db.read.selectFrom(table).selectAll().execute()) as Record<string, unknown>[]])
      return async () => {
        await db.write(async trx => {
          for (const table of TABLES) await trx.deleteFrom(table).execute()
          for (const [table, rows] of kept.toReversed())
            for (const row of table === 'sessions' ? [] : rows)
              await trx
                .insertInto(table)
                .values(row as never)
                .execute()
          await trx.updateTable('settings').set({ value: randomUUID() }).where('name', '=', 'epoch').execute()
        })
      }
    },

    /** Closes the proxies of all phones and empties the database. */
    async empty() {
      for (const phone of phones) await phone.close()
      phones = []
      await emptyDatabase(db)
    },

    async close() {
      for (const phone of phones) await phone.close()
      await server.close()
      await db.close()
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>

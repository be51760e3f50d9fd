import { randomUUID } from 'node:crypto'
import type { Tables } from '../../api/src/database/schema.ts'
import { emptyDatabase, startDatabase, TABLES } from '../../api/testing/engines.ts'
import { addAccount, browserFetch, PASSWORD, startServer } from '../../api/testing/server.ts'
import { composeBackend } from '../src/backend/compose.ts'
import { createLock } from '../src/backend/connection/locks.ts'
import type { Device, openDevice } from '../src/backend/store/device.ts'
import { openTestDevice } from './device.ts'
import { type NetworkState, startProxy } from './proxy.ts'

export { PASSWORD }

/** Creates an in-memory replacement of a browser's local storage. */
function createMemoryStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as unknown as Storage & { items: Map<string, string> }
}

/** Starts the whole server with a database of its own. Each phone connects to it through its own proxy. */
export async function openTestServer(options: Parameters<typeof startServer>[1] = {}, opening = startDatabase('sqlite')) {
  const db = await opening
  const server = await startServer(db, options)
  const port = Number(new URL(server.base).port)
  let proxies: Awaited<ReturnType<typeof startProxy>>[] = []
  let accounts = 0
  let locks = 0

  async function newPhone(options: Partial<Parameters<typeof openDevice>[0]> = {}) {
    const proxy = await startProxy(port)
    proxies.push(proxy)
    const cookies = new Map<string, string>()
    const storage = createMemoryStorage()
    const lockName = `phone ${locks++}`
    const fetchWithCookies = browserFetch(cookies)
    let isLosing = false
    let failing: RegExp | undefined
    let handleRequest: (url: string) => unknown = () => {}
    const requests: string[] = []
    const fetchWithLosses: typeof fetch = async (...asked) => {
      requests.push(`${asked[0]} ${asked[1]?.body ?? ''}`)
      await handleRequest(String(asked[0]))
      if (failing?.test(String(asked[0]))) throw new TypeError('no network')
      const isLost = isLosing
      isLosing = false
      const answer = await fetchWithCookies(...asked)
      if (isLost) throw new TypeError('the answer was lost')
      return answer
    }
    const device: Device = await openTestDevice(options)

    /**
     * Composes another backend on the same device: a second tab of the browser, or the tab after a reload. `opening` and `openingOfDoor`
     * are promises with which a test can delay the opening of the device's storage, and of that for door links.
     */
    const openTab = (opening = Promise.resolve(device), openingOfDoor?: Promise<Device>) => {
      const tab = composeBackend({
        fetch: fetchWithLosses,
        base: proxy.base,
        device: opening,
        lock: createLock(lockName),
        downloadLock: createLock(`${lockName} download`),
        openDoor: linkId => ({
          device: openingOfDoor ?? openTestDevice({ ...options, isDoor: true }),
          lock: createLock(`${lockName} ${linkId}`),
          downloadLock: createLock(`${lockName} ${linkId} download`),
        }),
        storage: () => storage,
      })
      return { ...tab, device }
    }
    const tab = openTab()

    return {
      ...tab,
      openTab,
      base: proxy.base,
      fetch: fetchWithLosses,
      storage,
      cookies,
      /** Changes the state of the network. For `refusing` and `open`, waits until the phone has detected the change. */
      async networkState(networkState: NetworkState) {
        proxy.become(networkState)
        if (networkState === 'refusing') await tab.connection.retest()
        // The first connection test may use a socket that the change of the network has closed, so it is repeated.
        if (networkState === 'open') for (let tries = 0; tries < 5 && !(await tab.connection.retest()); tries++);
      },
      /** Changes the state of the network without a connection test. The phone detects the change at its next request. */
      become: (networkState: NetworkState) => proxy.become(networkState),
      /** The URL and the body of each request of the phone. */
      requests,
      /** Calls `listener` with the URL of each request, and waits for its result before the request is sent. */
      onRequest(listener: (url: string) => unknown) {
        handleRequest = listener
      },
      /** Makes all requests fail whose URL matches the pattern. */
      failAt(address: RegExp) {
        failing = address
      },
      /** Loses the response to the next call after the server has handled the call. */
      loseNext() {
        isLosing = true
      },
      signIn: (username: string, password = PASSWORD) => tab.backend.accounts.login({ username, password }),
    }
  }

  return {
    db,
    newPhone,
    newAccount: (account: { limit?: number; isAdmin?: boolean } = {}) => addAccount(db, { username: `host${accounts++}`, ...account }),
    /** Returns the backend of a user on a device whose network never fails. */
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
      for (const proxy of proxies) await proxy.close()
      proxies = []
      await emptyDatabase(db)
    },

    async close() {
      for (const proxy of proxies) await proxy.close()
      await server.close()
      await db.close()
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>
export type Phone = Awaited<ReturnType<TestServer['newPhone']>>

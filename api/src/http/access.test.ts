import { API, contract, type Endpoint } from '@hudur/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { addAccount, PASSWORD, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

const endpoints = Object.entries(contract).flatMap(([noun, operations]) =>
  Object.entries(operations as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${noun}.${name}`, ...endpoint })),
)

const CALLERS = ['nobody', 'user', 'administrator'] as const
type Caller = (typeof CALLERS)[number]

/** Returns the status that the contract promises a caller. Any status other than 401 and 403 means that the service was called. */
const expected = (access: Endpoint['access'], caller: Caller) => {
  if (access === 'public' || caller === 'administrator') return 'let through'
  if (caller === 'nobody') return 401
  return access === 'admin' ? 403 : 'let through'
}

describe('who may call each endpoint', () => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  const fetches = {} as Record<Caller, typeof fetch>

  beforeAll(async () => {
    db = await startDatabase('sqlite')
    server = await startServer(db)
    for (const caller of CALLERS) {
      const { fetch, backend } = server.caller()
      fetches[caller] = fetch
      if (caller === 'nobody') continue
      await addAccount(db, { username: caller, isAdmin: caller === 'administrator' })
      await backend.accounts.login({ username: caller, password: PASSWORD })
    }
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  // `logout` is tested last, because it ends the sessions that the other calls need.
  const inOrder = [...endpoints].sort((a, b) => Number(a.name === 'accounts.logout') - Number(b.name === 'accounts.logout'))
  test.each(inOrder.flatMap(endpoint => CALLERS.map(caller => ({ ...endpoint, caller }))))(
    '$name by $caller',
    async ({ method, path, access, caller }) => {
      const { status } = await fetches[caller](server.base + API + path, { method })
      expect(status).toBeLessThan(500)
      expect([401, 403].includes(status) ? status : 'let through').toBe(expected(access, caller))
    },
  )

  test('a caller without a session gets 401 before its body is read', async () => {
    const response = await fetch(`${server.base}/api/invitations.php`, {
      method: 'POST',
      body: '{ not json',
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(401)
  })
})

import { API, contract, type Endpoint, type LinkRole, linkPath } from '@hudur/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { addAccount, browserFetch, PASSWORD, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

const endpoints = Object.entries(contract).flatMap(([noun, operations]) =>
  Object.entries(operations as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${noun}.${name}`, ...endpoint })),
)

const CALLERS = ['nobody', 'user', 'administrator'] as const
/** Devices with a link, at `/api/link`: of each role, and with one that does not work. */
const LINK_CALLERS = [
  'nobody',
  'account only',
  'revoked',
  'revoked door',
  'door that ended long ago',
  'reissued door',
  'expired',
  'another link’s cookie',
  'door',
  'live',
  'family',
  'live and account',
] as const
type Caller = (typeof CALLERS)[number]
type LinkCaller = (typeof LINK_CALLERS)[number]

/** Returns the status that the contract promises a caller. Any status other than 401, 403 and 404 means that the service was called. */
const expected = (access: Endpoint['access'], caller: Caller) => {
  if (access === 'public') return 'let through'
  if (caller === 'nobody' || access === 'link') return 401
  if (caller === 'administrator') return 'let through'
  return access === 'admin' ? 403 : 'let through'
}

/** Returns the status that the contract promises a device with a link. */
const expectedOfLink = ({ links, acceptsEndedLinks }: Endpoint, caller: LinkCaller) => {
  if ((caller === 'revoked' || caller === 'expired') && acceptsEndedLinks) return 403
  if (caller === 'revoked door' || caller === 'reissued door') return acceptsEndedLinks ? 'let through' : 401
  const role = caller === 'live and account' ? 'live' : caller
  if (role !== 'door' && role !== 'live' && role !== 'family') return 401
  return links?.includes(role) ? 'let through' : 403
}

describe('who may call each endpoint', () => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let now: Date
  const fetches = {} as Record<Caller, typeof fetch>
  const linkFetches = {} as Record<LinkCaller, typeof fetch>

  beforeAll(async () => {
    now = new Date('2026-11-20T18:00:00.000Z')
    db = await startDatabase('sqlite')
    server = await startServer(db, { now: () => now })
    for (const caller of CALLERS) {
      const { fetch, backend } = server.caller()
      fetches[caller] = fetch
      if (caller === 'nobody') continue
      await addAccount(db, { username: caller, isAdmin: caller === 'administrator' })
      await backend.accounts.login({ username: caller, password: PASSWORD })
    }
    await openLinks()
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  /** Opens a link for each kind of device. */
  async function openLinks() {
    const host = await addAccount(db, { username: 'host' })
    const owner = (await server.callerFor(host)).backend
    const { id: eventId } = await owner.events.create({ name: 'زفاف سارة', date: '2026-11-20' })
    const create = (role: LinkRole = 'live') =>
      owner.links.create({ eventId, role, name: 'شاشة', ...(role === 'family' && { allotment: 3 }) })

    async function open(cookies = new Map<string, string>(), role: LinkRole = 'live') {
      const { id, url } = await create(role)
      const fetch = browserFetch(cookies)
      const { status } = await fetch(`${server.base}/api/link/enter.php`, {
        method: 'POST',
        body: JSON.stringify({ token: url.split('#')[1] }),
        headers: { 'content-type': 'application/json' },
      })
      expect(status).toBe(200)
      return { id, cookies, fetch: withLink(id, fetch) }
    }
    const withLink =
      (id: string, fetch: typeof globalThis.fetch): typeof fetch =>
      (address, init) =>
        fetch(address, { ...init, headers: { ...(init?.headers as object), 'x-hudur-link': id } })

    const [live, revoked, expired] = [await open(), await open(), await open()]
    await owner.links.revoke({ id: revoked.id })
    await owner.links.update({ id: expired.id, expiresAt: now.toISOString() })
    const [door, revokedDoor, oldDoor, reissuedDoor] = [
      await open(new Map(), 'door'),
      await open(new Map(), 'door'),
      await open(new Map(), 'door'),
      await open(new Map(), 'door'),
    ]
    await owner.links.revoke({ id: revokedDoor.id })
    await owner.links.update({ id: oldDoor.id, expiresAt: new Date(now.getTime() - 7 * 86_400_000).toISOString() })
    await owner.links.reissue({ id: reissuedDoor.id })
    const withAccount = new Map<string, string>()
    await server.callerFor(host, withAccount)
    const other = await create()
    Object.assign(linkFetches, {
      nobody: browserFetch(),
      'account only': withLink(live.id, browserFetch(new Map(withAccount))),
      revoked: revoked.fetch,
      'revoked door': revokedDoor.fetch,
      'door that ended long ago': oldDoor.fetch,
      'reissued door': reissuedDoor.fetch,
      door: door.fetch,
      expired: expired.fetch,
      'another link’s cookie': withLink(other.id, browserFetch(new Map(live.cookies))),
      live: live.fetch,
      family: (await open(new Map(), 'family')).fetch,
      'live and account': (await open(withAccount)).fetch,
    } satisfies Record<LinkCaller, typeof fetch>)
  }

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

  test.each(endpoints.flatMap(endpoint => LINK_CALLERS.map(caller => ({ ...endpoint, caller }))))(
    '$name with a link by $caller',
    async ({ caller, ...endpoint }) => {
      const { status } = await linkFetches[caller](server.base + linkPath(endpoint), { method: endpoint.method })
      expect(status).toBeLessThan(500)
      const isServed = endpoint.links !== undefined
      expect(isServed ? ([401, 403].includes(status) ? status : 'let through') : status).toBe(
        isServed ? expectedOfLink(endpoint, caller) : 404,
      )
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

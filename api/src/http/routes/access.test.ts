import type { LinkRole } from '@hudur/core/actor'
import { contract } from '@hudur/core/contract'
import type { Endpoint } from '@hudur/core/endpoint'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import { API_PREFIX, linkEndpointPath } from '@hudur/core/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase } from '../../../testing/engines.ts'
import { addAccount, browserFetch, startServer } from '../../../testing/server.ts'
import type { Database } from '../../database/database.ts'

const endpoints = Object.entries(contract).flatMap(([noun, operations]) =>
  Object.entries(operations as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${noun}.${name}`, ...endpoint })),
)

/**
 * The callers at `/api`. The owner has created the links, and uses a browser that also has a session of a door link. A caller with only a
 * door link is not signed in there.
 */
const CALLERS = ['nobody', 'door link', 'user', 'owner with a door link', 'administrator'] as const
type Caller = (typeof CALLERS)[number]

const ROLES = ['door', 'live', 'family'] as const
const LINK_STATES = [
  'open',
  'beside an account',
  'of another event',
  'of another owner',
  'revoked',
  'reissued',
  'expired',
  'ended long ago',
  'with another link’s cookie',
] as const
type LinkState = (typeof LINK_STATES)[number]

/** The callers at `/api/link`: one for each role of a link in each state, and two without a session of a link. */
const LINK_CALLERS = [
  { name: 'nobody', role: undefined, state: undefined },
  { name: 'account only', role: undefined, state: undefined },
  ...ROLES.flatMap(role => LINK_STATES.map(state => ({ name: `${role} ${state}`, role, state }))),
]
type LinkCaller = (typeof LINK_CALLERS)[number]

/**
 * Returns the expected status of a call at `/api`: 401, 403, or `let through` for any other status, which only a call that has passed the
 * access check gets.
 */
const expectedStatus = ({ access, links }: Endpoint, caller: Caller) => {
  if (access === 'public') return 'let through'
  const hasDoor = caller === 'door link' || caller === 'owner with a door link'
  if (access === 'link') return hasDoor && links?.includes('door') ? 'let through' : 401
  if (caller === 'nobody' || caller === 'door link') return 401
  if (caller === 'administrator') return 'let through'
  return access === 'admin' ? 403 : 'let through'
}

/** Returns the expected status of a call at `/api/link`: 404 when the endpoint has no route for links, 401, 403, or `let through`. */
const expectedLinkStatus = ({ links, acceptsEndedLinks }: Endpoint, { role, state }: LinkCaller) => {
  if (links === undefined) return 404
  if (role === undefined || state === 'ended long ago' || state === 'with another link’s cookie') return 401
  const hasEnded = state === 'revoked' || state === 'reissued' || state === 'expired'
  if (hasEnded && acceptsEndedLinks !== true) return 401
  return links.includes(role) ? 'let through' : 403
}

describe('who may call each endpoint', () => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let now: Date
  const fetches = {} as Record<Caller, typeof fetch>
  const linkFetches = new Map<string, typeof fetch>()

  beforeAll(async () => {
    now = new Date('2026-11-20T18:00:00.000Z')
    db = await startDatabase('sqlite')
    server = await startServer(db, { now: () => now })
    const owner = await createHost('owner')
    await openLinks(owner)
    const doorCookies = new Map<string, string>()
    const link = await owner.createLink('door')
    const door = await openLinkInBrowser(link, doorCookies)
    const admin = await addAccount(db, { username: 'administrator', isAdmin: true })
    Object.assign(fetches, {
      nobody: browserFetch(),
      'door link': door,
      user: (await server.callerFor(await addAccount(db, { username: 'user' }))).fetch,
      'owner with a door link': withLinkHeader(link.id, (await server.callerFor(owner.account, new Map(doorCookies))).fetch),
      administrator: (await server.callerFor(admin)).fetch,
    } satisfies Record<Caller, typeof fetch>)
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  /** Creates an account with an event. Returns it with a function that creates links. */
  async function createHost(username: string) {
    const account = await addAccount(db, { username })
    const { backend } = await server.callerFor(account)
    const { id: eventId } = await backend.events.create({ name: 'زفاف سارة', date: '2026-11-20' })
    const createLink = (role: LinkRole, ofEvent = eventId) =>
      backend.links.create({ eventId: ofEvent, role, name: 'رابط', ...(role === 'family' && { allotment: 3 }) })
    return { account, backend, createLink }
  }

  const withLinkHeader =
    (id: string, fetch: typeof globalThis.fetch): typeof fetch =>
    (address, init) =>
      fetch(address, { ...init, headers: { ...(init?.headers as object), 'x-hudur-link': id } })

  /** Opens a link in a browser with these cookies. */
  async function openLinkInBrowser({ id, url }: LinkWithUrl, cookies = new Map<string, string>()) {
    const fetch = browserFetch(cookies)
    const { status } = await fetch(`${server.base}/api/link/enter.php`, {
      method: 'POST',
      body: JSON.stringify({ token: url.split('#')[1] }),
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(200)
    return withLinkHeader(id, fetch)
  }

  /** Opens links of each role and changes them, so that one is in each state. */
  async function openLinks({ account, backend, createLink }: Awaited<ReturnType<typeof createHost>>) {
    const other = await createHost('other')
    const second = await backend.events.create({ name: 'تخرّج', date: '2026-11-20' })
    const accountCookies = new Map<string, string>()
    await server.callerFor(account, accountCookies)

    async function openLinkInState(state: LinkState, role: LinkRole): Promise<typeof fetch> {
      if (state === 'of another owner') return openLinkInBrowser(await other.createLink(role))
      if (state === 'of another event') return openLinkInBrowser(await createLink(role, second.id))
      const link = await createLink(role)
      const cookies = new Map(state === 'beside an account' ? accountCookies : [])
      const device = await openLinkInBrowser(link, cookies)
      const setLinkExpiry = (expiresAt: Date) => backend.links.update({ id: link.id, expiresAt: expiresAt.toISOString() })
      if (state === 'revoked') await backend.links.revoke({ id: link.id })
      if (state === 'reissued') await backend.links.reissue({ id: link.id })
      if (state === 'expired') await setLinkExpiry(now)
      if (state === 'ended long ago') await setLinkExpiry(new Date(now.getTime() - 7 * 86_400_000))
      return state === 'with another link’s cookie' ? withLinkHeader((await createLink(role)).id, browserFetch(cookies)) : device
    }

    for (const { name, role, state } of LINK_CALLERS) if (state) linkFetches.set(name, await openLinkInState(state, role))
    linkFetches.set('nobody', browserFetch())
    linkFetches.set('account only', withLinkHeader((await createLink('live')).id, browserFetch(accountCookies)))
  }

  // `logout` is tested last, because it ends the sessions that the other calls need.
  const endpointsInOrder = [...endpoints].sort((a, b) => Number(a.name === 'accounts.logout') - Number(b.name === 'accounts.logout'))
  test.each(endpointsInOrder.flatMap(endpoint => CALLERS.map(caller => ({ ...endpoint, caller }))))(
    '$name at /api, called by «$caller», returns the contract’s status',
    async ({ caller, ...endpoint }) => {
      const { status } = await fetches[caller](server.base + API_PREFIX + endpoint.path, { method: endpoint.method })
      expect(status).toBeLessThan(500)
      expect([401, 403].includes(status) ? status : 'let through').toBe(expectedStatus(endpoint, caller))
    },
  )

  test.each(endpoints)('$name at /api/link returns the contract’s status for each link kind', async endpoint => {
    for (const caller of LINK_CALLERS) {
      const { status } = await linkFetches.get(caller.name)!(server.base + linkEndpointPath(endpoint), { method: endpoint.method })
      expect(status, caller.name).toBeLessThan(500)
      const isServed = endpoint.links !== undefined
      const result = isServed && ![401, 403].includes(status) ? 'let through' : status
      expect(result, caller.name).toBe(expectedLinkStatus(endpoint, caller))
    }
  })

  test('an API call without a session returns 401 even for invalid JSON', async () => {
    const response = await fetch(`${server.base}/api/invitations.php`, {
      method: 'POST',
      body: '{ not json',
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(401)
  })
})

import { type Contract, contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { createHttpBackend } from '@hudur/core/http-backend'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import { Refusal } from '@hudur/core/refusals'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorage } from '../testing/engines.ts'
import { openLink } from '../testing/link-device.ts'
import { ADMINISTRATOR, QUICK_PASSWORDS_ENVIRONMENT, type ServerProcess, startProduct } from '../testing/process.ts'
import { browserFetch } from '../testing/server.ts'

/** Two servers on one PostgreSQL database, as behind a load balancer: only the database coordinates two calls. */
let servers: ServerProcess[]
let sql: pg.Client
/** The first administrator, signed in at each server. */
let admins: Backend<Contract>[]

beforeAll(async () => {
  const { databaseUrl = '' } = await createStorage('postgres')
  sql = new pg.Client(databaseUrl)
  await sql.connect()
  // Both start at the same time on a database without tables.
  servers = await Promise.all([1, 2].map(() => startProduct({ ...QUICK_PASSWORDS_ENVIRONMENT, DATABASE_URL: databaseUrl })))
  admins = await signInAtEachServer(ADMINISTRATOR)
})
afterAll(async () => {
  await sql?.end()
  await Promise.all((servers ?? []).map(server => server.stop()))
})

/** Returns a caller without a timeout: these tests check what is answered, and not how soon. */
function createCaller(server: ServerProcess, cookies = new Map<string, string>(), linkId?: string) {
  const patient = browserFetch(cookies)
  return createHttpBackend(contract, {
    base: server.url,
    fetch: (url, init) => patient(url, { ...init, signal: null }),
    ...(linkId !== undefined && { linkId }),
  })
}

/** Opens a link at each server; returns one backend for each. */
const openAtEachServer = (link: LinkWithUrl) =>
  Promise.all(
    servers.map(async server => {
      const { cookies } = await openLink(server.url, link)
      return createCaller(server, cookies, link.id)
    }),
  )

/** Signs one account in at each server; returns one backend for each. */
const signInAtEachServer = (credentials: { username: string; password: string }) =>
  Promise.all(
    servers.map(async server => {
      const backend = createCaller(server)
      await backend.accounts.login(credentials)
      return backend
    }),
  )

const PASSWORD = 'كلمة-سر 2'
let accounts = 0

/** Creates an account and signs it in at each server. */
async function createHost(account: { generationLimit?: number; isAdmin?: boolean } = {}) {
  const username = `host${accounts++}`
  const user = await admins[0]!.accounts.create({ fullName: `حساب ${username}`, username, password: PASSWORD, ...account })
  return { user, backends: await signInAtEachServer({ username, password: PASSWORD }) }
}

/** Sends `count` calls at the same time, in turn to each of the backends. Returns the answers; a refusal is returned as its code. */
const callConcurrently = <Answer>(
  backends: Backend<Contract>[],
  count: number,
  ask: (backend: Backend<Contract>, n: number) => Promise<Answer>,
) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      ask(backends[n % backends.length]!, n).catch((error: unknown) => {
        if (error instanceof Refusal) return error.code
        throw error
      }),
    ),
  )

const countRows = async (query: string, ...values: unknown[]) =>
  Number((await sql.query(`select count(*) from ${query}`, values)).rows[0].count)
const event = { eventName: 'زفاف', eventDate: '2027-01-14' }

test('two servers that start on an empty database create one administrator', async () => {
  expect(await countRows('users where is_admin = 1')).toBe(1)
  expect(await countRows('kysely_migration')).toBeGreaterThan(0)
  expect(await admins[1]!.accounts.me({})).toMatchObject({ username: ADMINISTRATOR.username, generationLimit: 999_999 })
})

test('200 parallel scans at two servers admit exactly the allowed persons', async () => {
  const { backends } = await createHost()
  const [created] = await backends[0]!.invitations.create({
    invitations: [{ ...event, guestName: 'عائلة ناصر', generationType: 'custom', maxScans: 37 }],
  })
  const answers = await callConcurrently(backends, 200, (backend, n) => backend.checkIn.check({ qr_code: created!.id, nonce: `scan-${n}` }))
  const outcomes = answers.map(answer => (typeof answer === 'string' ? answer : answer.outcome))
  expect(outcomes.filter(outcome => outcome === 'admitted')).toHaveLength(37)
  expect(outcomes.filter(outcome => outcome === 'used')).toHaveLength(163)
  expect((await backends[1]!.invitations.list({})).rows[0]).toMatchObject({ currentScans: 37 })
  expect(await countRows('scans where invitation_id = $1', created!.id)).toBe(200)
})

test('parallel scans of groups never admit more persons than allowed', async () => {
  const { backends } = await createHost()
  const [created] = await backends[0]!.invitations.create({
    invitations: [{ ...event, guestName: 'عائلة صالح', generationType: 'custom', maxScans: 20 }],
  })
  const answers = await callConcurrently(backends, 60, (backend, n) => backend.checkIn.scan({ id: created!.id, admit: 1 + (n % 4) }))
  const inside = answers.reduce((sum, answer) => sum + (typeof answer === 'string' ? 0 : (answer.admitted ?? 0)), 0)
  expect((await backends[0]!.invitations.list({})).rows[0]?.currentScans).toBe(inside)
  expect(inside).toBeLessThanOrEqual(20)
  expect(inside).toBeGreaterThan(16)
})

test('parallel creations at two servers never exceed the quota', async () => {
  const { user, backends } = await createHost({ generationLimit: 50 })
  const answers = await callConcurrently(backends, 60, backend =>
    backend.invitations.create({ invitations: ['سارة', 'علي', 'هدى'].map(guestName => ({ ...event, guestName })) }),
  )
  expect(answers.filter(answer => typeof answer !== 'string')).toHaveLength(16)
  expect(answers.filter(answer => answer === 'over-balance')).toHaveLength(44)
  expect(await countRows('invitations where user_id = $1', user.id)).toBe(48)
  expect(await backends[1]!.accounts.me({})).toMatchObject({ usedGenerations: 48 })
})

test('parallel walk-ins at two servers never exceed what a door link may admit', async () => {
  const { backends } = await createHost()
  const { id: eventId } = await backends[0]!.events.create({ name: 'زفاف منى', date: event.eventDate })
  const link = await backends[0]!.links.create({ eventId, role: 'door', name: 'الباب', walkIns: 25 })
  const doors = await openAtEachServer(link)
  const answers = await callConcurrently(doors, 60, (backend, n) =>
    backend.checkIn.walkIn({ name: `ضيف ${n}`, people: n % 3 === 0 ? 3 : 1, nonce: `walk-in-${n}` }),
  )
  const admitted = answers.reduce((sum, answer) => sum + (typeof answer === 'string' ? 0 : answer.people), 0)
  expect(admitted).toBe(25)
  expect(new Set(answers.filter(answer => typeof answer === 'string'))).toEqual(new Set(['walk-ins-used']))
  expect(await backends[1]!.events.live({ id: eventId })).toMatchObject({ walkIns: 25, arrived: 0, invited: 0 })
  expect(await backends[1]!.links.list({ eventId })).toMatchObject([{ walkIns: 25, walkInsUsed: 25 }])
  const repeated = await callConcurrently(doors, 8, backend =>
    backend.checkIn.walkIn({ name: 'هند', people: 1, nonce: 'offline-1', scannedAt: new Date().toISOString() }),
  )
  expect(repeated.every(answer => typeof answer !== 'string' && !answer.isCounted)).toBe(true)
  expect(await backends[0]!.checkIn.conflicts({ eventId })).toMatchObject({ total: 1 })
})

test('parallel registrations of one username leave one registration', async () => {
  const callers = servers.map(server => createCaller(server))
  const answers = await callConcurrently(callers, 12, (backend, n) =>
    backend.accounts.register({ fullName: 'نجلاء', username: ['أحمد', 'احمد', 'آحمد'][n % 3]!, password: PASSWORD }),
  )
  expect(answers.filter(answer => typeof answer !== 'string')).toHaveLength(1)
  expect(answers.filter(answer => answer === 'username-taken')).toHaveLength(11)
  expect(await countRows("registrations where username_key = 'احمد'")).toBe(1)
})

test('a registration approved and rejected at once is decided once', async () => {
  const { id } = await createCaller(servers[0]!).accounts.register({ fullName: 'هدى', username: 'huda', password: PASSWORD })
  const answers = await callConcurrently<unknown>(admins, 8, (backend, n) =>
    n % 4 < 2 ? backend.accounts.approve({ id }) : backend.accounts.reject({ id }),
  )
  expect(answers.filter(answer => answer === 'decided')).toHaveLength(7)
  const createdUsers = await countRows('users where id = $1', id)
  expect(await countRows("usernames where key = 'huda'")).toBe(createdUsers)
})

test('requests repeated at both servers under one key count once', async () => {
  const { user, backends } = await createHost()
  const [created] = await callConcurrently(backends, 10, backend =>
    backend.invitations.create({
      nonce: 'create-1',
      invitations: [{ ...event, guestName: 'سارة', generationType: 'custom', maxScans: 9 }],
    }),
  )
  expect(await countRows('invitations where user_id = $1', user.id)).toBe(1)
  const { id } = (created as { id: string }[])[0]!
  const answers = await callConcurrently(backends, 20, backend => backend.checkIn.check({ qr_code: id, nonce: 'scan-1' }))
  expect(answers.map(answer => (typeof answer === 'string' ? answer : answer.outcome))).toEqual(Array(20).fill('admitted'))
  expect((await backends[1]!.invitations.list({})).rows[0]).toMatchObject({ currentScans: 1 })
  expect(await countRows('scans where invitation_id = $1', id)).toBe(1)
})

test('a new password ends the account’s sessions at both servers', async () => {
  const { user, backends } = await createHost()
  await admins[0]!.accounts.update({ id: user.id, password: 'كلمة-سر 3' })
  expect(await callConcurrently(backends, 2, backend => backend.invitations.list({}))).toEqual(['not-signed-in', 'not-signed-in'])
})

/** This test is last, because only one administrator remains after it. */
test('one administrator remains when two delete each other at two servers', async () => {
  const first = (await admins[0]!.accounts.me({}))!
  for (let round = 0; round < 5; round++) {
    const second = await createHost({ isAdmin: true })
    const rivals = [admins[0]!, second.backends[1]!]
    const [one, two] = await Promise.all(
      rivals.map((backend, n) =>
        callConcurrently([backend], 1, () => backend.accounts.remove({ id: n === 0 ? second.user.id : first.id })),
      ),
    )
    const deleted = [one![0], two![0]].filter(answer => typeof answer !== 'string')
    expect(deleted).toHaveLength(1)
    expect(await countRows('users where is_admin = 1')).toBe(1)
    if (typeof two![0] !== 'string') return
  }
})

import { contract } from '@hudur/core/contract'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDatabase, startDatabase } from '../../../testing/engines.ts'
import { addAccount, PASSWORD, startServer } from '../../../testing/server.ts'
import { countOutcomes, refusalCodeOf } from '../../../testing/test-server.ts'
import { accountsIn } from '../../accounts/repository.ts'
import type { Database } from '../../database/database.ts'
import { createAttemptCounter } from './attempts.ts'
import { createLimits } from './limits.ts'

const MINUTE = 60_000
const BUSY_BODY = { success: false, error: 'الطلبات كثيرة الآن. انتظر قليلاً ثم أعد المحاولة', code: 'busy' }

let db: Database
let server: Awaited<ReturnType<typeof startServer>>
let at: number

const startLimitedServer = (deps: Parameters<typeof startServer>[1] = {}) =>
  startServer(db, { rateLimit: true, now: () => new Date(at), ...deps })

beforeAll(async () => {
  db = await startDatabase('sqlite')
})
beforeEach(async () => {
  at = Date.parse('2026-12-01T12:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  await emptyDatabase(db)
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})
afterAll(() => db.close())

const advanceClock = (milliseconds: number) => {
  at += milliseconds
  vi.setSystemTime(at)
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(server.base + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
const message = { fullName: 'هناء', email: 'hanaa@example.com', subject: 'سؤال', message: 'كم؟' }
const submitMessage = async (headers?: Record<string, string>) => (await post('/api/messages/create.php', message, headers)).status
const signIn = (username: string, password: string, headers?: Record<string, string>) =>
  post('/api/auth/login.php', { username, password }, headers)
const forwardedForHeader = (address: string) => ({ 'x-forwarded-for': address })

const repeat = async <T>(count: number, act: () => Promise<T>) => {
  const answers: T[] = []
  for (let n = 0; n < count; n++) answers.push(await act())
  return answers
}

describe('public forms', () => {
  test('forms return 429 after 30 submissions in ten minutes from one IP', async () => {
    server = await startLimitedServer()
    expect(new Set(await repeat(30, () => submitMessage()))).toEqual(new Set([200]))
    const order = { eventName: 'زفاف', eventDate: '2027-01-14', eventType: 'other', phone: '712345678' }
    const refused = await post('/api/orders/create.php', order)
    expect([refused.status, await refused.json()]).toEqual([429, BUSY_BODY])
    expect(Number(refused.headers.get('retry-after'))).toBe(600)
    expect((await post('/api/auth/register.php', {})).status).toBe(429)
    advanceClock(10 * MINUTE + 1_000)
    expect(await submitMessage()).toBe(200)
  })

  test('without a trusted proxy X-Forwarded-For is ignored', async () => {
    server = await startLimitedServer({ trustProxy: 1 })
    await repeat(31, () => submitMessage(forwardedForHeader('203.0.113.7')))
    expect(await submitMessage(forwardedForHeader('203.0.113.7'))).toBe(429)
    expect(await submitMessage(forwardedForHeader('203.0.113.8'))).toBe(200)
    // Only the last address counts, because the proxy has added it. The client may have sent the others.
    expect(await submitMessage(forwardedForHeader('198.51.100.1, 203.0.113.7'))).toBe(429)
    await server.close()

    server = await startLimitedServer()
    await repeat(30, () => submitMessage(forwardedForHeader('203.0.113.7')))
    expect(await submitMessage(forwardedForHeader('203.0.113.8'))).toBe(429)
  })

  test('X-Forwarded-For of a proxy that is not listed is ignored', async () => {
    server = await startLimitedServer({ trustProxy: ['10.0.0.0/8'] })
    await repeat(30, () => submitMessage(forwardedForHeader('203.0.113.7')))
    expect(await submitMessage(forwardedForHeader('203.0.113.8'))).toBe(429)
  })

  test('forms return 429 after 200 submissions in a day from one IP', async () => {
    server = await startLimitedServer({ trustProxy: 1 })
    for (let n = 0; n < 10; n++) {
      expect(new Set(await repeat(20, () => submitMessage(forwardedForHeader('203.0.113.7'))))).toEqual(new Set([200]))
      advanceClock(10 * MINUTE)
    }
    const refused = await post('/api/messages/create.php', message, forwardedForHeader('203.0.113.7'))
    expect([refused.status, await refused.json()]).toEqual([429, BUSY_BODY])
    // A form counts for a day. The first form was sent a hundred minutes ago.
    expect(Number(refused.headers.get('retry-after'))).toBe((24 * 60 - 100) * 60)
    expect(await submitMessage(forwardedForHeader('203.0.113.8'))).toBe(200)
    advanceClock((24 * 60 - 100) * MINUTE)
    expect(await submitMessage(forwardedForHeader('203.0.113.7'))).toBe(200)
  })

  test('40 submissions from one IP return 200 when rate limits are off', async () => {
    server = await startLimitedServer({ rateLimit: false })
    expect(new Set(await repeat(40, () => submitMessage()))).toEqual(new Set([200]))
  })
})

test('a session gets 429 after 2,000 requests in ten seconds', async () => {
  server = await startLimitedServer()
  await addAccount(db, { username: 'hanaa' })
  const signInForCookie = async () => (await signIn('hanaa', PASSWORD)).headers.getSetCookie()[0]!.split(';')[0]!
  const [cookieOfFirst, cookieOfSecond] = [await signInForCookie(), await signInForCookie()]
  const getOwnAccount = (session: string) => server.app.inject({ url: '/api/auth/me.php', headers: { cookie: session } })
  const statuses = new Set<number>()
  for (let n = 0; n < 20; n++)
    for (const { statusCode } of await Promise.all(Array.from({ length: 100 }, () => getOwnAccount(cookieOfFirst))))
      statuses.add(statusCode)
  expect(statuses).toEqual(new Set([200]))
  const refused = await getOwnAccount(cookieOfFirst)
  expect([refused.statusCode, refused.json()]).toEqual([429, BUSY_BODY])
  expect(Number(refused.headers['retry-after'])).toBe(10)
  // An additional cookie does not make it another session.
  expect((await getOwnAccount(`${cookieOfFirst}; other=1`)).statusCode).toBe(429)
  expect((await getOwnAccount(cookieOfSecond)).statusCode).toBe(200)
  advanceClock(11_000)
  expect((await getOwnAccount(cookieOfFirst)).statusCode).toBe(200)
})

test('an account gets 429 after 10,000 requests in ten seconds', async () => {
  server = await startLimitedServer()
  const { sessionHooks } = await createLimits(Fastify(), {
    db,
    now: () => new Date(at),
    isOn: true,
    isHttps: false,
    tokenOf: asker => asker.id,
  })
  const reply = { header: () => {} } as unknown as FastifyReply
  const runSessionHooks = async (id: string, session: string) => {
    const request = { actor: { id }, id: session, routeOptions: {} } as FastifyRequest
    return refusalCodeOf(
      sessionHooks(contract.accounts.me).reduce((before, hook) => before.then(() => hook(request, reply)), Promise.resolve()),
    )
  }
  const outcomes = []
  for (let n = 0; n < 10_001; n++) outcomes.push(await runSessionHooks('hanaa', `session ${n % 500}`))
  expect(countOutcomes(outcomes)).toEqual({ done: 10_000, busy: 1 })
  expect(await runSessionHooks('salma', 'another')).toBe('done')
  advanceClock(11_000)
  expect(await runSessionHooks('hanaa', 'session 0')).toBe('done')
})

describe('sixty wrong passwords in a minute from one IP address', () => {
  beforeEach(async () => {
    server = await startLimitedServer()
    await addAccount(db, { username: 'hanaa' })
  })
  const guessSixtyTimes = async () =>
    expect(new Set(await repeat(60, async () => (await signIn(`guess-${Math.random()}`, 'wrong-password')).status))).toEqual(new Set([401]))

  test('right passwords from that address are still accepted', async () => {
    await guessSixtyTimes()
    expect((await signIn('hanaa', PASSWORD)).status).toBe(200)
  })

  test('of several further sign-ins from that address, one is answered', async () => {
    const cookie = (await signIn('hanaa', PASSWORD)).headers.getSetCookie().find(one => one.startsWith('hudur-device='))!
    await guessSixtyTimes()
    const guesses = Array.from({ length: 5 }, (_, n) => signIn(`other-${n}`, 'wrong-password'))
    expect((await signIn('hanaa', PASSWORD, { cookie: cookie.split(';')[0]! })).status, 'a known device is not delayed').toBe(200)
    const refused = (await Promise.all(guesses)).filter(({ status }) => status === 429)
    expect([refused.length > 0, refused.every(({ headers }) => headers.get('retry-after') === '2')]).toEqual([true, true])
  })

  test('right passwords are not counted', async () => {
    expect(new Set(await repeat(70, async () => (await signIn('hanaa', PASSWORD)).status))).toEqual(new Set([200]))
    expect(await createAttemptCounter(db, () => new Date(at)).count(['sign-in-address', '127.0.0.1'], MINUTE)).toBe(0)
  })
})

describe('wrong passwords', () => {
  beforeEach(async () => {
    server = await startLimitedServer({ trustProxy: 1 })
    await addAccount(db, { username: 'hanaa' })
    await addAccount(db, { username: 'سلمى' })
  })
  const signInWithWrongPassword = async (username = 'hanaa', address = '203.0.113.7') =>
    (await signIn(username, 'wrong-password', forwardedForHeader(address))).status

  test('a sign-in returns 429 after ten wrong passwords from one IP', async () => {
    expect(await repeat(10, () => signInWithWrongPassword())).toEqual(Array(10).fill(401))
    const refused = await signIn('hanaa', PASSWORD, forwardedForHeader('203.0.113.7'))
    expect([refused.status, await refused.json()]).toEqual([429, BUSY_BODY])
    expect(Number(refused.headers.get('retry-after'))).toBe(600)
    expect((await signIn('hanaa', PASSWORD, forwardedForHeader('203.0.113.8'))).status).toBe(200)
    expect((await signIn('سلمى', PASSWORD, forwardedForHeader('203.0.113.7'))).status).toBe(200)
    advanceClock(10 * MINUTE)
    expect((await signIn('hanaa', PASSWORD, forwardedForHeader('203.0.113.7'))).status).toBe(200)
  })

  test('an unknown username returns 429 after ten attempts as well', async () => {
    await repeat(10, () => signInWithWrongPassword('nobody'))
    expect(await signInWithWrongPassword('nobody')).toBe(429)
  })

  test('wrong passwords count for all spellings of a username and a whole /64', async () => {
    const spellings = ['hanaa', 'HANAA', ' Hanaa ', 'ｈａｎａａ', 'hanaa\u200e', 'ha\u0640naa']
    await repeat(10, () => signInWithWrongPassword(spellings[Math.floor(Math.random() * spellings.length)], '2001:db8:0:1::1'))
    for (const spelling of spellings) expect(await signInWithWrongPassword(spelling, '2001:db8:0:1::ffff')).toBe(429)
    expect(await signInWithWrongPassword('hanaa', '2001:db8:0:2::1')).toBe(401)
  })

  test('a sign-in with the right password resets the count', async () => {
    await repeat(9, () => signInWithWrongPassword())
    expect((await signIn('hanaa', PASSWORD, forwardedForHeader('203.0.113.7'))).status).toBe(200)
    expect(await repeat(10, () => signInWithWrongPassword())).toEqual(Array(10).fill(401))
    expect(await signInWithWrongPassword()).toBe(429)
  })

  test('of thirty parallel wrong passwords, at most ten are checked', async () => {
    const statuses = await Promise.all(Array.from({ length: 30 }, () => signInWithWrongPassword()))
    const looked = statuses.filter(status => status === 401).length
    expect(looked).toBeGreaterThanOrEqual(2)
    expect([looked <= 10, statuses.filter(status => status === 429).length]).toEqual([true, 30 - looked])
  })
})

test('server processes with one database share their rate limit counts', async () => {
  await addAccount(db, { username: 'hanaa' })
  server = await startLimitedServer()
  const other = await startLimitedServer()
  const [here, there] = [server, other]
  const sendToNextServer = async (n: number) => {
    server = n % 2 ? here : there
    return [await submitMessage(), (await signIn('hanaa', 'wrong-password')).status]
  }
  const statuses: number[][] = []
  for (let n = 0; n < 31; n++) statuses.push(await sendToNextServer(n))
  expect(statuses.map(([form]) => form)).toEqual([...Array(30).fill(200), 429])
  expect(statuses.map(([, password]) => password)).toEqual([...Array(10).fill(401), ...Array(21).fill(429)])
  server = here
  await other.close()
  // The stored rows contain neither usernames nor IP addresses.
  const storedAttempts = JSON.stringify(await db.read.selectFrom('attempts').selectAll().execute())
  for (const secret of ['hanaa', '127.0.0.1', 'form']) expect(storedAttempts).not.toContain(secret)
})

test('a password change returns 429 after ten checks in ten minutes', async () => {
  server = await startLimitedServer()
  await addAccount(db, { username: 'hanaa' })
  const cookie = (await signIn('hanaa', PASSWORD)).headers.getSetCookie()[0]!.split(';')[0]!
  const changePassword = async (currentPassword: string, newPassword = 'كلمة-سر 2') =>
    (
      await server.app.inject({
        method: 'PUT',
        url: '/api/users/change-password.php',
        headers: { cookie },
        payload: { currentPassword, newPassword },
      })
    ).statusCode
  const deleteAccount = async () =>
    (
      await server.app.inject({
        method: 'DELETE',
        url: '/api/users/delete-account.php',
        headers: { cookie },
        payload: { password: 'wrong-password' },
      })
    ).statusCode
  expect(await repeat(11, () => changePassword(PASSWORD, 'short'))).toEqual(Array(11).fill(400))
  const wrong = new Set([...(await repeat(5, () => changePassword('wrong-password'))), ...(await repeat(5, deleteAccount))])
  expect(wrong.has(429)).toBe(false)
  expect([await changePassword('wrong-password'), await deleteAccount(), await changePassword(PASSWORD)]).toEqual([429, 429, 429])
  advanceClock(10 * MINUTE)
  expect(await repeat(9, () => changePassword(PASSWORD, 'iloveyou'))).toEqual(Array(9).fill(400))
  expect([await changePassword(PASSWORD), await changePassword('كلمة-سر 2', PASSWORD)]).toEqual([200, 429])
})

describe('one username from many IP addresses', () => {
  const deviceCookieOf = (response: Response) => response.headers.getSetCookie().find(cookie => cookie.startsWith('hudur-device='))!
  const signInWithWrongPasswordFrom = async (n: number) =>
    (await signIn('hanaa', 'wrong-password', forwardedForHeader(`203.0.113.${n}`))).status

  beforeEach(async () => {
    server = await startLimitedServer({ trustProxy: 1, publicUrl: new URL('https://hudur.example') })
    await addAccount(db, { username: 'hanaa' })
  })

  test('a sign-in sets a device cookie without the username', async () => {
    const first = await signIn('hanaa', PASSWORD)
    expect(deviceCookieOf(first)).toMatch(
      /^hudur-device=[\w-]{22}\.[\w-]{22}; Max-Age=34560000; Path=\/api\/auth; HttpOnly; Secure; SameSite=Lax$/,
    )
    const signOut = await post('/api/auth/logout.php', {}, { cookie: first.headers.getSetCookie()[0]!.split(';')[0]! })
    expect(signOut.headers.getSetCookie().join()).not.toContain('hudur-device')
    expect((await signIn('hanaa', 'wrong-password')).headers.getSetCookie()).toEqual([])
  })

  test('a known device signs in at once after twenty wrong passwords', async () => {
    const cookie = deviceCookieOf(await signIn('hanaa', PASSWORD)).split(';')[0]!
    for (let n = 1; n <= 20; n++) expect(await signInWithWrongPasswordFrom(n)).toBe(401)
    // Four more wrong passwords make the next delay long enough for the other attempts to arrive in it.
    const elsewhere = createAttemptCounter(db, () => new Date(at))
    await repeat(4, () => elsewhere.add(['sign-in-name', 'hanaa'], { max: 30, window: 60 * MINUTE }))
    const answered: string[] = []
    const recordAnswer = (label: string) => (status: number) => {
      answered.push(`${label} ${status}`)
    }
    const guess = signInWithWrongPasswordFrom(1).then(recordAnswer('a guess'))
    const owner = signIn('hanaa', PASSWORD, forwardedForHeader('203.0.113.101')).then(({ status }) =>
      recordAnswer('the new device')(status),
    )
    await guess
    await signInWithWrongPasswordFrom(2).then(recordAnswer('another guess'))
    await signIn('hanaa', PASSWORD, { ...forwardedForHeader('203.0.113.103'), cookie }).then(({ status }) =>
      recordAnswer('the known device')(status),
    )
    await owner
    expect(answered).toEqual(['a guess 429', 'another guess 429', 'the known device 200', 'the new device 200'])
  })

  test('wrong passwords of a known device are counted separately', async () => {
    const venueAddress = forwardedForHeader('203.0.113.7')
    const cookie = deviceCookieOf(await signIn('hanaa', PASSWORD, venueAddress)).split(';')[0]!
    for (let n = 0; n < 10; n++) await signInWithWrongPasswordFrom(7)
    expect(await signInWithWrongPasswordFrom(7)).toBe(429)
    expect((await signIn('hanaa', PASSWORD, { ...venueAddress, cookie })).status).toBe(200)
    const signInWithWrongPassword = async () => (await signIn('hanaa', 'wrong-password', { ...venueAddress, cookie })).status
    expect(await repeat(10, signInWithWrongPassword)).toEqual(Array(10).fill(401))
    expect(await signInWithWrongPassword()).toBe(429)
  })

  test('a password change ends the separate limit of a known device', async () => {
    const venueAddress = forwardedForHeader('203.0.113.7')
    const first = await signIn('hanaa', PASSWORD)
    const cookie = deviceCookieOf(first).split(';')[0]!
    const signInWithWrongPasswordAtVenue = async (name: string, headers = {}) =>
      (await signIn(name, 'wrong-password', { ...venueAddress, ...headers })).status
    await repeat(10, () => signInWithWrongPasswordAtVenue('hanaa'))
    expect([await signInWithWrongPasswordAtVenue('hanaa'), await signInWithWrongPasswordAtVenue('hanaa', { cookie })]).toEqual([429, 401])
    const { id } = (await first.json()) as { id: string }
    await db.write(async trx => {
      const account = (await accountsIn(trx).find(id))!
      await accountsIn(trx).save({ ...account, username: 'salma' })
    })
    await repeat(10, () => signInWithWrongPasswordAtVenue('salma'))
    expect([await signInWithWrongPasswordAtVenue('salma'), await signInWithWrongPasswordAtVenue('salma', { cookie })]).toEqual([429, 401])
    const hash = (await accountsIn(db.read).passwordHashOf(id))!
    await db.write(trx => accountsIn(trx).setPassword(id, hash, { by: 'server', at: new Date(at + 1) }))
    expect(await signInWithWrongPasswordAtVenue('salma', { cookie })).toBe(429)
  })

  test('a forged device cookie does not bypass the limit', async () => {
    await addAccount(db, { username: 'salma' })
    const cookie = deviceCookieOf(await signIn('salma', PASSWORD)).split(';')[0]!
    for (let n = 0; n < 10; n++) await signInWithWrongPasswordFrom(7)
    for (const deviceCookie of [cookie, `hudur-device=${'a'.repeat(22)}.${'b'.repeat(22)}`, 'hudur-device='])
      expect((await signIn('hanaa', PASSWORD, { ...forwardedForHeader('203.0.113.7'), cookie: deviceCookie })).status).toBe(429)
    const both = deviceCookieOf(await signIn('hanaa', PASSWORD, { ...forwardedForHeader('203.0.113.8'), cookie })).split(';')[0]!
    expect(both.split('.')).toHaveLength(3)
  })
})

describe.each([
  ['a count', 1, ''],
  ['a list', ['127.0.0.1', '10.0.0.0/8'], ', 10.0.0.1:99'],
] as const)('proxies configured as %s that forward addresses with ports', (_, proxies, behind) => {
  test.each([
    ['IPv4', '203.0.113.7:50', '203.0.113.8:500'],
    ['IPv6', '[2001:db8::7]:50', '[2001:db8:0:1::7]:500'],
  ])('counts a forwarded %s address once, whatever the port', async (_family, visitor, other) => {
    server = await startLimitedServer({ trustProxy: typeof proxies === 'number' ? proxies : [...proxies] })
    let port = 100
    const submitMessageFromNextPort = () => submitMessage(forwardedForHeader(`${visitor}${port++}${behind}`))
    expect(new Set(await repeat(30, submitMessageFromNextPort))).toEqual(new Set([200]))
    expect(await submitMessageFromNextPort()).toBe(429)
    expect(await submitMessage(forwardedForHeader(`${other}${behind}`))).toBe(200)
  })
})

test('the eleventh registration in an hour from one IP returns 429', async () => {
  server = await startLimitedServer({ trustProxy: 1 })
  await addAccount(db, { username: 'hanaa' })
  const register = async (username: string, address = '203.0.113.7') =>
    (await post('/api/auth/register.php', { fullName: 'هناء', username, password: PASSWORD }, forwardedForHeader(address))).status
  expect(await repeat(15, () => register(''))).toEqual(Array(15).fill(400))
  expect(await repeat(10, () => register('hanaa'))).toEqual(Array(10).fill(409))
  expect(await register('salma')).toBe(429)
  expect(await register('salma', '203.0.113.8')).toBe(200)
  advanceClock(11 * MINUTE)
  expect(await register('salma')).toBe(429)
  advanceClock(50 * MINUTE)
  expect(await register('salma')).toBe(409)
})

test('the 21st username of a partner in an hour returns 429', async () => {
  server = await startLimitedServer({ trustProxy: 1 })
  const { backend } = await server.callerFor(await addAccount(db, { username: 'hanaa' }))
  const { id: eventId } = await backend.events.create({ name: 'زفاف سارة', date: '2026-12-01' })
  const addPartner = (username: string) => backend.events.addPartner({ eventId, username }).catch(({ code }) => code)
  expect(await repeat(20, () => addPartner('nobody'))).toEqual(Array(20).fill('not-found'))
  expect(await addPartner('nobody')).toBe('busy')
  advanceClock(61 * MINUTE)
  expect(await addPartner('nobody')).toBe('not-found')
})

test('registrations of a /56 are limited to four times those of a /64', async () => {
  server = await startLimitedServer({ trustProxy: 1 })
  await addAccount(db, { username: 'hanaa' })
  const register = async (network: string) => {
    const person = { fullName: 'هناء', username: 'hanaa', password: PASSWORD }
    return (await post('/api/auth/register.php', person, forwardedForHeader(`2001:db8:0:${network}::1`))).status
  }
  for (let n = 0; n < 40; n++) expect(await register(`${n}`)).toBe(409)
  expect([await register('50'), await register('100')]).toEqual([429, 409])
})

test('the 21st wrong link token in a minute returns 429', async () => {
  server = await startLimitedServer({ trustProxy: 1 })
  const { backend } = await server.callerFor(await addAccount(db, { username: 'hanaa' }))
  const { id: eventId } = await backend.events.create({ name: 'زفاف سارة', date: '2026-12-01' })
  const { url } = await backend.links.create({ eventId, role: 'live', name: 'شاشة' })
  const enterLink = async (token: string, address = '203.0.113.7') =>
    (await post('/api/link/enter.php', { token }, forwardedForHeader(address))).status
  const right = url.split('#')[1]!
  expect(await repeat(25, () => enterLink(right))).toEqual(Array(25).fill(200))
  expect(await repeat(20, () => enterLink('wrong'))).toEqual(Array(20).fill(401))
  expect([await enterLink('wrong'), await enterLink(right), await enterLink(right, '203.0.113.8')]).toEqual([429, 200, 200])
  expect(await repeat(34, () => enterLink(right))).toContain(429)
  advanceClock(61_000)
  expect([await enterLink('wrong'), await enterLink(right)], 'fifty devices have opened the link').toEqual([401, 409])
})

test('users/update returns 429 after ten wrong current passwords', async () => {
  server = await startLimitedServer()
  const { id } = await addAccount(db, { username: 'hanaa', isAdmin: true })
  const cookie = (await signIn('hanaa', PASSWORD)).headers.getSetCookie()[0]!.split(';')[0]!
  const updateUser = async (change: object) =>
    (await server.app.inject({ method: 'PUT', url: `/api/users/update.php?id=${id}`, headers: { cookie }, payload: change })).statusCode
  const changePassword = (currentPassword: string) => updateUser({ password: 'كلمة-سر 2', currentPassword })
  for (let n = 0; n < 10; n++) {
    expect(await changePassword('wrong-password')).toBe(400)
    expect(await updateUser({ phone: '' }), 'a change without a password clears nothing').toBe(200)
  }
  expect(await changePassword(PASSWORD)).toBe(429)
  advanceClock(10 * MINUTE)
  expect(await changePassword(PASSWORD)).toBe(200)
})

test('wrong own passwords for other accounts count as in sign-ins', async () => {
  server = await startLimitedServer()
  await addAccount(db, { username: 'hanaa', isAdmin: true })
  const { id } = await addAccount(db, { username: 'ali' })
  const cookie = (await signIn('hanaa', PASSWORD)).headers.getSetCookie()[0]!.split(';')[0]!
  advanceClock(11 * MINUTE)
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload: object) =>
    (await server.app.inject({ method, url: `/api/users/${path}`, headers: { cookie }, payload })).statusCode
  const newAdministrator = { fullName: 'س', username: 'new', password: PASSWORD, isAdmin: true }
  const setAdministrator = (isAdmin: boolean, currentPassword: string) => send('PUT', `update.php?id=${id}`, { isAdmin, currentPassword })
  const currentPassword = 'wrong-password'
  for (let n = 0; n < 12; n++) expect(await setAdministrator(n % 2 === 0, PASSWORD), 'right passwords do not count').toBe(200)
  for (let n = 0; n < 3; n++)
    expect([
      await send('POST', 'create.php', { ...newAdministrator, currentPassword }),
      await setAdministrator(true, currentPassword),
      await send('DELETE', `delete.php?id=${id}`, { currentPassword }),
    ]).toEqual([400, 400, 400])
  expect([await setAdministrator(true, currentPassword), await setAdministrator(true, PASSWORD)]).toEqual([400, 429])
  expect(await send('POST', 'create.php', newAdministrator), 'a call without the password is refused and not counted').toBe(403)
  advanceClock(10 * MINUTE)
  expect(await setAdministrator(true, PASSWORD)).toBe(200)
})

describe('the log entry about an unknown proxy', () => {
  const readProxyWarnings = async (deps: Parameters<typeof startServer>[1]) => {
    const lines: string[] = []
    server = await startLimitedServer({ ...deps, logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } })
    await repeat(3, () => submitMessage(forwardedForHeader('203.0.113.7')))
    return lines.filter(line => line.includes('TRUST_PROXY'))
  }

  test('the server warns once about a proxy that TRUST_PROXY does not list', async () => {
    expect(await readProxyWarnings({})).toHaveLength(1)
  })
  test('the server does not warn about a proxy that TRUST_PROXY lists', async () => {
    expect(await readProxyWarnings({ trustProxy: 1 })).toHaveLength(0)
  })
})

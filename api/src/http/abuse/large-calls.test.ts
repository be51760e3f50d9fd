import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, startDatabase } from '../../../testing/engines.ts'
import { addAccount, startServer } from '../../../testing/server.ts'
import { WORST_BODIES } from '../../../testing/worst-bodies.ts'
import type { Database } from '../../database/database.ts'
import { limitLargeCalls } from './large-calls.ts'

const refusalCodeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    error => error.code,
  )

describe('large calls of one caller', () => {
  const createLimiter = () => limitLargeCalls({ waits: 10, rests: 0 })

  test('large requests of one caller run one after another', async () => {
    const { begin } = createLimiter()
    const events: string[] = []
    const gate = Promise.withResolvers<void>()
    const recordedCall = (name: string, until: Promise<void>) => async () => {
      events.push(`${name} begins`)
      await until
      events.push(`${name} ends`)
    }
    const first = (await begin('hanaa')).runInOrder(recordedCall('first', gate.promise))
    const second = (await begin('hanaa')).runInOrder(recordedCall('second', Promise.resolve()))
    await (await begin('salma')).runInOrder(recordedCall('other', Promise.resolve()))
    gate.resolve()
    await Promise.all([first, second])
    expect(events).toEqual(['first begins', 'other begins', 'other ends', 'first ends', 'second begins', 'second ends'])
  })

  test('a large request runs after an earlier one has failed', async () => {
    const { begin } = createLimiter()
    const failed = (await begin('hanaa')).runInOrder(() => Promise.reject(new Error('broken')))
    await expect(failed).rejects.toThrow('broken')
    expect(await (await begin('hanaa')).runInOrder(async () => 'fine')).toBe('fine')
  })

  test('a fifth large request of one caller is refused as busy', async () => {
    const { begin } = createLimiter()
    await Promise.all(Array.from({ length: 4 }, () => begin('hanaa')))
    expect(await refusalCodeOf(begin('hanaa'))).toBe('busy')
    expect(await refusalCodeOf(begin('salma'))).toBe('done')

    const waitingCalls = limitLargeCalls({ waits: 1_000, rests: 0 })
    const [one] = await Promise.all(Array.from({ length: 4 }, () => waitingCalls.begin('hanaa')))
    const fifthCall = waitingCalls.begin('hanaa')
    await one!.runInOrder(async () => {})
    expect(await refusalCodeOf(fifthCall)).toBe('done')
  })

  test('an abandoned request no longer counts towards its caller’s limit', async () => {
    const { begin } = createLimiter()
    const underWay = await Promise.all(Array.from({ length: 4 }, () => begin('hanaa')))
    for (const call of underWay) call.abandon()
    expect(await refusalCodeOf(begin('hanaa'))).toBe('done')
    expect(await refusalCodeOf(underWay[0]!.runInOrder(async () => {}))).toBe('busy')
  })

  test('a request abandoned while it runs counts until it ends', async () => {
    const { begin } = createLimiter()
    const gate = Promise.withResolvers<void>()
    const underWay = await Promise.all(Array.from({ length: 4 }, () => begin('hanaa')))
    const working = underWay[0]!.runInOrder(() => gate.promise)
    underWay[0]!.abandon()
    expect(await refusalCodeOf(begin('hanaa'))).toBe('busy')
    gate.resolve()
    await working
    await expect.poll(() => refusalCodeOf(begin('hanaa'))).toBe('done')
  })

  test('a large request is refused as busy while 32 of all callers run', async () => {
    const { begin } = createLimiter()
    for (let n = 0; n < 32; n++) await begin(`caller ${n}`)
    expect(await refusalCodeOf(begin('one more'))).toBe('busy')
  })

  test('eight large requests without a session do not block an account', async () => {
    const { begin } = createLimiter()
    for (let n = 0; n < 8; n++) await begin(`203.0.113.${n}`, { isStranger: true })
    expect(await refusalCodeOf(begin('203.0.113.8', { isStranger: true }))).toBe('busy')
    expect(await refusalCodeOf(begin('hanaa'))).toBe('done')
    const otherCalls = createLimiter()
    const first = await otherCalls.begin('203.0.113.0', { isStranger: true })
    for (let n = 1; n < 8; n++) await otherCalls.begin(`203.0.113.${n}`, { isStranger: true })
    first.abandon()
    expect(await refusalCodeOf(otherCalls.begin('203.0.113.8', { isStranger: true }))).toBe('done')
  })
})

describe('large calls over HTTP', () => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    db = await startDatabase('sqlite')
    server = await startServer(db)
    await emptyDatabase(db)
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const sendWorstBody = async (name: string, caller: Awaited<ReturnType<typeof server.callerFor>>) => {
    const { method, url, type, body } = WORST_BODIES[name]!
    const response = await caller.fetch(server.base + url, { method, headers: { 'content-type': type! }, body: body as BodyInit })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  const signInNewCaller = async (username: string) => server.callerFor(await addAccount(db, { username }))

  test.each([
    ['arrays in arrays, 8 MB', 400, 'bad-input'],
    ['arrays in arrays, each closed, 8 MB', 400, 'bad-input'],
    ['numbers in a list, 8 MB', 413, 'too-large'],
    ['other keys in one object, 8 MB', 413, 'too-large'],
    ['20,000 empty objects, 64 KB', 400, 'bad-input'],
    ['9,000 long names beyond the balance', 409, 'over-balance'],
    ['10,000 names beyond the balance, each with an id', 409, 'over-balance'],
    ['a picture of 5 MB that is none', 400, 'bad-input'],
  ])('a request with the body «%s» returns %i %s', async (name, status, code) => {
    expect(await sendWorstBody(name, await signInNewCaller(name))).toEqual([status, code])
  })

  test('a 400 response lists at most the first 100 invalid fields', async () => {
    const caller = await signInNewCaller('faults')
    const body = JSON.stringify({ invitations: Array.from({ length: 5_000 }, () => ({})) })
    const response = await caller.fetch(`${server.base}/api/invitations/create.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    const fields = Object.keys(((await response.json()) as { fields: object }).fields)
    expect(fields.length).toBeLessThanOrEqual(100)
    expect(fields[0]).toMatch(/^invitations\.0\./)
  })

  test('large requests of one account do not block another account', async () => {
    const [hostile, other] = [await signInNewCaller('hostile'), await signInNewCaller('other')]
    const statusPromises = Array.from({ length: 8 }, () => sendWorstBody('10,000 names beyond the balance, each with an id', hostile))
    expect(await sendWorstBody('20,000 empty objects, 64 KB', other)).toEqual([400, 'bad-input'])
    const statuses = (await Promise.all(statusPromises)).map(([status]) => status)
    expect(statuses).toContain(409)
    expect(statuses.filter(status => status !== 409 && status !== 429)).toEqual([])
  })

  test('large requests of visitors do not block an account', async () => {
    const behindProxy = await startServer(db, { trustProxy: 1 })
    const head = ['POST /api/auth/logout.php HTTP/1.1', 'host: x', 'content-type: application/json', 'transfer-encoding: chunked']
    const areFull = Promise.withResolvers<void>()
    let refused = 0
    const strangers = Array.from({ length: 40 }, (_, n) => {
      const socket = connect(Number(new URL(behindProxy.base).port), '127.0.0.1')
      socket.write([...head, `x-forwarded-for: 203.0.113.${n}`, '', ''].join('\r\n'))
      return socket.once('data', () => ++refused === 8 && areFull.resolve())
    })
    await areFull.promise
    const caller = await behindProxy.callerFor(await addAccount(db, { username: 'guest' }))
    const { method, url, type, body } = WORST_BODIES['9,000 long names beyond the balance']!
    const { status } = await caller.fetch(behindProxy.base + url, { method, headers: { 'content-type': type! }, body: body as BodyInit })
    expect(status).toBe(409)
    for (const socket of strangers) socket.destroy()
    await behindProxy.close()
  })

  test('2,000 invitations in one request are created once and in order', async () => {
    const { backend } = await server.callerFor(await addAccount(db, { username: 'wedding', limit: 2_000 }))
    const invitations = Array.from({ length: 2_000 }, (_, n) => ({ eventName: 'زفاف', eventDate: '2027-01-14', guestName: `ضيف  ${n}` }))
    const createdInvitations = await backend.invitations.create({ invitations, nonce: 'once' })
    expect(createdInvitations.map(({ guestName }) => guestName)).toEqual(invitations.map((_, n) => `ضيف ${n}`))
    expect(await backend.invitations.create({ invitations, nonce: 'once' })).toEqual(createdInvitations)
    expect(await refusalCodeOf(backend.invitations.create({ invitations, nonce: 'twice' }))).toBe('over-balance')
    expect(await refusalCodeOf(backend.invitations.create({ invitations: invitations.slice(1), nonce: 'once' }))).toBe('over-balance')
    const repeatedEntries = createdInvitations.map(({ id, guestName }) => ({ id, eventName: 'زفاف', eventDate: '2027-01-14', guestName }))
    expect(await backend.invitations.create({ invitations: repeatedEntries })).toEqual(createdInvitations)
  })
})

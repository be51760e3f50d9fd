import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { addAccount, PASSWORD, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

const written = { fullName: 'هناء الإرياني', email: 'hanaa@example.com', subject: 'سؤال', message: 'كم تكلفة\nألف دعوة؟' }

describe.each(ENGINES)('on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let at = Date.parse('2026-12-01T12:00:00Z')

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db, { now: () => new Date(at) })
  })
  beforeEach(() => emptyDatabase(db))
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  async function administrator() {
    await addAccount(db, { username: 'admin', isAdmin: true })
    const { backend } = server.caller()
    await backend.accounts.login({ username: 'admin', password: PASSWORD })
    return backend.messages
  }
  const visitor = () => server.caller().backend.messages

  test('a visitor writes; two taps are one message, and status and source are the server’s', async () => {
    const given = { ...written, nonce: 'tap', status: 'replied', source: 'elsewhere' }
    const [first, again] = await Promise.all([visitor().create(given), visitor().create(given)])
    expect(again).toEqual(first)
    const { success: _, id } = first
    expect(await (await administrator()).list({})).toEqual([
      { ...written, id, status: 'new', source: 'website', createdAt: new Date(at).toISOString() },
    ])
  })

  test('a nonce of an order is not one of a message', async () => {
    await server.caller().backend.requests.order({
      eventName: 'زفاف',
      eventDate: '2027-01-14',
      eventType: 'other',
      phone: '712345678',
      nonce: 'tap',
    })
    await expect(visitor().create({ ...written, nonce: 'tap' })).rejects.toMatchObject({ code: 'nonce-taken' })
  })

  test.each([
    ['no name', { ...written, fullName: '' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['no e-mail', { ...written, email: ' ' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['no subject', { ...written, subject: '' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['no message', { ...written, message: '\n \n' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['a wrong e-mail', { ...written, email: 'hanaa' }, 'البريد الإلكتروني غير صحيح'],
  ])('%s is refused in words', async (_, given, message) => {
    await expect(visitor().create(given)).rejects.toMatchObject({ code: 'bad-input', message })
    expect(await (await administrator()).list({})).toEqual([])
  })

  test('the newest comes first, and any status may be set', async () => {
    const { id } = await visitor().create(written)
    at += 1
    await visitor().create({ ...written, subject: 'ثان' })
    const messages = await administrator()
    expect((await messages.list({})).map(({ subject }) => subject)).toEqual(['ثان', 'سؤال'])
    for (const status of ['replied', 'read', 'new'] as const) expect(await messages.update({ id, status })).toMatchObject({ id, status })
    await expect(messages.update({ id: 'nothing', status: 'read' })).rejects.toMatchObject({ code: 'not-found' })
  })
})

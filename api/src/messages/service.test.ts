import { contract } from '@hudur/core/contract'
import * as texts from '@hudur/core/texts'
import { API_PREFIX } from '@hudur/core/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

const messageFields = { fullName: 'هناء الإرياني', email: 'hanaa@example.com', subject: 'سؤال', message: 'كم تكلفة\nألف دعوة؟' }

describe.each(ENGINES)('messages on %s', engine => {
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

  /** Inserts `count` messages with ten different times; every third one is read. Returns their ids and statuses, newest first. */
  async function addMessages(count: number) {
    const rows = Array.from({ length: count }, (_, n) => ({
      id: `m-${String(n).padStart(4, '0')}`,
      full_name: messageFields.fullName,
      email: messageFields.email,
      subject: messageFields.subject,
      message: messageFields.message,
      source: 'website',
      status: n % 3 === 0 ? ('read' as const) : ('new' as const),
      created_at: new Date(at + (n % 10)).toISOString(),
    }))
    await db.write(trx => trx.insertInto('messages').values(rows).execute())
    return rows.sort((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1)).map(({ id, status }) => ({ id, status }))
  }

  async function signInAdministrator() {
    const { backend } = await server.callerFor(await addAccount(db, { username: 'admin', isAdmin: true }))
    return backend.messages
  }
  const callerOfVisitor = () => server.caller().backend.messages

  test('a repeated idempotency key stores the message once', async () => {
    const given = { ...messageFields, nonce: 'tap', status: 'replied', source: 'elsewhere' }
    const [first, again] = await Promise.all([callerOfVisitor().create(given), callerOfVisitor().create(given)])
    expect(again).toEqual(first)
    const { success: _, id } = first
    expect((await (await signInAdministrator()).list({})).rows).toEqual([
      { ...messageFields, id, status: 'new', source: 'website', createdAt: new Date(at).toISOString() },
    ])
  })

  test('finds messages by parts of name, address, subject and text', async () => {
    await callerOfVisitor().create(messageFields)
    const messages = await signInAdministrator()
    for (const search of ['رياني', 'hanaa@ex', 'سؤ', 'تكلفه الف'])
      expect((await messages.list({ search })).rows, search).toMatchObject([messageFields])
    expect(await messages.list({ search: 'هناء غيرها' })).toEqual({ rows: [], total: 0 })
  })

  test('a message with the idempotency key of an order is refused', async () => {
    await server.caller().backend.requests.order({
      eventName: 'زفاف',
      eventDate: '2027-01-14',
      eventType: 'other',
      phone: '712345678',
      nonce: 'tap',
    })
    await expect(callerOfVisitor().create({ ...messageFields, nonce: 'tap' })).rejects.toMatchObject({ code: 'nonce-taken' })
  })

  test.each([
    ['no name', { ...messageFields, fullName: '' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['no e-mail', { ...messageFields, email: ' ' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['no subject', { ...messageFields, subject: '' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['no message', { ...messageFields, message: '\n \n' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['a wrong e-mail', { ...messageFields, email: 'hanaa' }, 'البريد الإلكتروني غير صحيح'],
  ])('refuses a message with a text and stores nothing: %s', async (_, given, message) => {
    await expect(callerOfVisitor().create(given)).rejects.toMatchObject({ code: 'bad-input', message })
    expect((await (await signInAdministrator()).list({})).rows).toEqual([])
  })

  test('messages.list filters and counts messages by status', async () => {
    const all = await addMessages(600)
    const { list } = await signInAdministrator()
    const idsOf = ({ rows }: Awaited<ReturnType<typeof list>>) => rows.map(({ id }) => id)
    const ids = all.map(({ id }) => id)
    expect(idsOf(await list({}))).toEqual(ids)
    const part = await list({ limit: 20, offset: 15 })
    expect([idsOf(part), part.total]).toEqual([ids.slice(15, 35), 600])
    expect(idsOf(await list({ offset: 590 }))).toEqual(ids.slice(590))
    const read = all.filter(({ status }) => status === 'read').map(({ id }) => id)
    expect(await list({ status: 'read', limit: 1 })).toMatchObject({ rows: [{ id: read[0] }], total: 200 })
    expect(idsOf(await list({ status: 'read' }))).toEqual(read)
    expect(await list({ status: 'replied' })).toEqual({ rows: [], total: 0 })
    expect(await list({ offset: 600, limit: 5 })).toEqual({ rows: [], total: 600 })
    await expect(list({ limit: 0 })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(list({ status: 'lost' as 'read' })).rejects.toMatchObject({ code: 'bad-input' })
  })

  test('messages.list without a limit returns at most 1,000 messages', async () => {
    const all = await addMessages(1_010)
    const { list } = await signInAdministrator()
    const { rows, total } = await list({ offset: 1 })
    expect([rows.map(({ id }) => id), total]).toEqual([all.slice(1, 1_001).map(({ id }) => id), 1_010])
  })

  test('the body of messages.list is an array, its total in a header', async () => {
    await addMessages(3)
    const caller = await server.callerFor(await addAccount(db, { username: 'admin', isAdmin: true }))
    const response = await caller.fetch(`${server.base}${API_PREFIX}${contract.messages.list.path}?limit=2`)
    expect(response.headers.get('x-total-count')).toBe('3')
    expect(await response.json()).toHaveLength(2)
  })

  test('refuses a message while 2,000 messages are unread', async () => {
    await addMessages(3_001)
    const full = { code: 'budget-used', status: 409, message: texts.tooManyForms }
    await expect(callerOfVisitor().create(messageFields)).rejects.toMatchObject(full)
    const messages = await signInAdministrator()
    const [unread] = (await messages.list({ status: 'new', limit: 1 })).rows
    await messages.update({ id: unread!.id, status: 'read' })
    expect(await callerOfVisitor().create(messageFields)).toMatchObject({ success: true })
    await expect(callerOfVisitor().create(messageFields)).rejects.toMatchObject(full)
  })

  test('marks the new messages of a span of time as read', async () => {
    const arrivals: string[] = []
    for (const subject of ['قبل', 'أول', 'مجاب', 'آخر', 'بعد']) {
      await callerOfVisitor().create({ ...messageFields, subject })
      arrivals.push(new Date(at).toISOString())
      at += 1
    }
    const messages = await signInAdministrator()
    const replied = (await messages.list({})).rows.find(({ subject }) => subject === 'مجاب')!
    await messages.update({ id: replied.id, status: 'replied' })
    const span = { from: arrivals[1]!, to: arrivals[3]! }
    expect((await messages.list({ ...span, status: 'new', limit: 1 })).total).toBe(2)
    expect([await messages.markRead(span), await messages.markRead(span)]).toEqual([{ read: 2 }, { read: 0 }])
    const statuses = (await messages.list({})).rows.map(({ subject, status }) => `${subject} ${status}`).reverse()
    expect(statuses).toEqual(['قبل new', 'أول read', 'مجاب replied', 'آخر read', 'بعد new'])
  })

  test('lists messages newest first', async () => {
    const { id } = await callerOfVisitor().create(messageFields)
    at += 1
    await callerOfVisitor().create({ ...messageFields, subject: 'ثان' })
    const messages = await signInAdministrator()
    expect((await messages.list({})).rows.map(({ subject }) => subject)).toEqual(['ثان', 'سؤال'])
    for (const status of ['replied', 'read', 'new'] as const) expect(await messages.update({ id, status })).toMatchObject({ id, status })
    await expect(messages.update({ id: 'nothing', status: 'read' })).rejects.toMatchObject({ code: 'not-found' })
  })
})

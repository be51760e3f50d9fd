import { MAX_TIMELINE_EVENTS } from '@hudur/core/requests/timeline'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const wedding = { eventName: 'زفاف سارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '0512345678' } as const

describe.each(ENGINES)('the conversation about orders and requests on %s', engine => {
  let at = 0
  const { db, signIn, visitor, count } = startTestServer(engine, { now: () => new Date(at) })

  type Caller = Awaited<ReturnType<typeof signIn>>
  let admin: Caller
  let host: Caller
  beforeEach(async () => {
    at = Date.parse('2026-12-01T12:00:00Z')
    admin = await signIn({ username: 'admin', isAdmin: true })
    host = await signIn({ username: 'host' })
  })

  const orderAs = async (notes?: string) => (await visitor().requests.order({ ...wedding, ...(notes !== undefined && { notes }) })).id
  const readOrder = async (orderId: string) => (await admin.requests.orders({})).rows.find(({ id }) => id === orderId)

  describe('notes', () => {
    test('the words of a visitor stay beside the notes of the office', async () => {
      const id = await orderAs('  قسمان\r\nللرجال والنساء ')
      expect(await readOrder(id)).toMatchObject({ customerNotes: 'قسمان\nللرجال والنساء', officeNotes: null })
      await admin.requests.updateOrder({ id, officeNotes: 'نتصل به غداً' })
      expect(await readOrder(id)).toMatchObject({ customerNotes: 'قسمان\nللرجال والنساء', officeNotes: 'نتصل به غداً' })
    })

    test('the notes of a specified update never replace the words of a visitor', async () => {
      const [withWords, without] = [await orderAs('قسمان'), await orderAs()]
      for (const id of [withWords, without]) await admin.requests.updateOrder({ id, notes: 'اتصلنا' })
      expect(await readOrder(withWords)).toMatchObject({ notes: 'قسمان', customerNotes: 'قسمان', officeNotes: 'اتصلنا' })
      expect(await readOrder(without)).toMatchObject({ notes: 'اتصلنا', customerNotes: null, officeNotes: 'اتصلنا' })
    })

    test('an order with notes of 2,001 characters is refused', async () => {
      await expect(orderAs('ن'.repeat(2001))).rejects.toMatchObject({ code: 'bad-input', fields: { notes: expect.any(String) } })
      expect(await count('orders')).toBe(0)
    })

    test('a search finds the words of the customer and the notes of the office', async () => {
      const id = await orderAs('القاعة الكبرى')
      await orderAs()
      await admin.requests.updateOrder({ id, officeNotes: 'يدفع السبت' })
      const { id: requestId } = await host.requests.create({ ...wedding, notes: 'ثلاثة أيام' })
      await admin.requests.update({ id: requestId, officeNotes: 'يدفع الأحد' })
      const find = async (search: string) => [
        ...(await admin.requests.orders({ search })).rows.map(row => row.id),
        ...(await admin.requests.listAll({ search })).rows.map(row => row.id),
      ]
      expect([await find('كبرى'), await find('سبت'), await find('احد'), await find('يدفع')]).toEqual([
        [id],
        [id],
        [requestId],
        [id, requestId],
      ])
      expect((await host.requests.list({ search: 'احد' })).rows, 'not in the list of the user').toEqual([])
      expect(await find('احد ثلاثه')).toEqual([requestId])
    })
  })

  describe('timeline', () => {
    const timelineOf = async (orderId: string) =>
      (await admin.requests.timeline({ orderId })).map(({ id: _, at: when, by, ...entry }) => ({
        minute: when.slice(14, 16),
        by,
        ...entry,
      }))

    test('an order’s timeline has its arrival, changes, replies and grants, the newest last', async () => {
      const orderId = await orderAs('قسمان')
      at += 60_000
      await admin.requests.updateOrder({ id: orderId, status: 'processing', officeNotes: 'نتصل به' })
      at += 60_000
      await admin.requests.noteReply({ orderId, channel: 'whatsapp', body: 'قبلنا طلبك' })
      at += 60_000
      await admin.accounts.grantCredits({ userId: host.user.id, amount: 80, reason: 'دُفع', orderId })
      at += 60_000
      await admin.requests.updateOrder({ id: orderId, status: 'completed' })
      await admin.requests.updateOrder({ id: orderId, status: 'completed', officeNotes: 'نتصل به' })
      const entries = await timelineOf(orderId)
      expect(entries).toEqual([
        { minute: '00', by: null, kind: 'created' },
        { minute: '01', by: 'admin', kind: 'status', status: 'processing', formerStatus: 'pending' },
        { minute: '01', by: 'admin', kind: 'notes', body: 'نتصل به' },
        { minute: '02', by: 'admin', kind: 'reply', channel: 'whatsapp', body: 'قبلنا طلبك' },
        { minute: '03', by: 'admin', kind: 'grant', amount: 80, reason: 'دُفع' },
        { minute: '04', by: 'admin', kind: 'status', status: 'completed', formerStatus: 'processing' },
      ])
    })

    test('an order’s timeline has its payments and their reversals', async () => {
      const orderId = await orderAs()
      const paid = { orderId, amount: 50_000, currency: 'YER', method: 'transfer', note: 'حوالة 12' } as const
      const { id: paymentId } = await admin.sales.createPayment(paid)
      at += 60_000
      await admin.sales.reversePayment({ paymentId, note: 'خطأ' })
      const payment = { by: 'admin', kind: 'payment', currency: 'YER', method: 'transfer' }
      expect((await timelineOf(orderId)).slice(1)).toEqual([
        { ...payment, minute: '00', amount: 50_000, note: 'حوالة 12' },
        { ...payment, minute: '01', amount: -50_000, note: 'خطأ' },
      ])
    })

    test('a request’s timeline begins with its user and has its own events only', async () => {
      const [first, second] = [await host.requests.create(wedding), await host.requests.create(wedding)]
      await admin.requests.update({ id: first.id, status: 'approved' })
      await admin.accounts.grantCredits({ userId: host.user.id, amount: 5, reason: 'هدية', requestId: first.id })
      const kinds = async (requestId: string) => (await admin.requests.timeline({ requestId })).map(({ kind, by }) => `${kind} ${by}`)
      expect(await kinds(first.id)).toEqual(['created host', 'status admin', 'grant admin'])
      expect(await kinds(second.id)).toEqual(['created host'])
    })

    test('orders rejected together have an event each', async () => {
      const ids = [await orderAs(), await orderAs()]
      const accepted = await orderAs()
      await admin.requests.updateOrder({ id: accepted, status: 'processing' })
      await admin.requests.rejectOrders({ from: new Date(at).toISOString(), to: new Date(at).toISOString() })
      for (const id of ids)
        expect((await timelineOf(id)).at(-1)).toMatchObject({ status: 'rejected', formerStatus: 'pending', by: 'admin' })
      expect((await timelineOf(accepted)).at(-1)).toMatchObject({ status: 'processing' })
    })

    test('a repeated reply is noted once', async () => {
      const orderId = await orderAs()
      const reply = { orderId, channel: 'mail', body: 'قبلنا طلبك', nonce: 'tap' } as const
      for (const _ of [1, 2]) expect(await admin.requests.noteReply(reply)).toEqual({ success: true })
      await expect(admin.requests.noteReply({ ...reply, body: 'غيره' })).rejects.toMatchObject({ code: 'nonce-taken' })
      expect(await timelineOf(orderId)).toHaveLength(2)
    })

    test('two administrators who set a status at once leave a chain of events', async () => {
      const orderId = await orderAs()
      const statuses = ['processing', 'completed', 'cancelled'] as const
      await Promise.all(statuses.map(status => admin.requests.updateOrder({ id: orderId, status })))
      const changes = (await admin.requests.timeline({ orderId })).flatMap(entry => (entry.kind === 'status' ? [entry] : []))
      expect(changes.map(({ status }) => status).sort()).toEqual([...statuses].sort())
      expect(changes.map(({ formerStatus }) => formerStatus)).toContain('pending')
      expect(new Set(changes.map(({ formerStatus }) => formerStatus)).size, 'no two changes begin with the same status').toBe(3)
    })

    test('the timeline keeps the newest 200 events', async () => {
      const orderId = await orderAs()
      const rows = Array.from({ length: MAX_TIMELINE_EVENTS }, (_, n) => ({
        ...{ id: `e${n}`, order_id: orderId, at: new Date(at + n).toISOString(), kind: 'reply' as const, channel: 'mail' as const },
        body: `رد ${n}`,
      }))
      await db().write(trx => trx.insertInto('order_events').values(rows).execute())
      at += 60_000
      await admin.requests.updateOrder({ id: orderId, status: 'processing', officeNotes: 'نتصل به' })
      expect(await count('order_events')).toBe(MAX_TIMELINE_EVENTS)
      const bodies = (await admin.requests.timeline({ orderId })).flatMap(entry => ('body' in entry ? [entry.body] : []))
      expect(bodies[0]).toBe('رد 2')
    })

    test('the events of a request are deleted with its user', async () => {
      const { id } = await host.requests.create(wedding)
      await admin.requests.update({ id, status: 'approved' })
      expect(await count('order_events')).toBe(1)
      await admin.accounts.remove({ id: host.user.id })
      expect(await count('order_events')).toBe(0)
    })

    test('the entries of a deleted administrator name nobody', async () => {
      const other = await signIn({ username: 'second', isAdmin: true })
      const orderId = await orderAs()
      await other.requests.updateOrder({ id: orderId, status: 'processing' })
      await admin.accounts.remove({ id: other.user.id })
      expect((await timelineOf(orderId)).at(-1)).toMatchObject({ kind: 'status', by: null })
    })

    test.each([
      ['an unknown order', { orderId: 'nothing' }, 'not-found'],
      ['an unknown request', { requestId: 'nothing' }, 'not-found'],
      ['neither', {}, 'bad-input'],
      ['both', { orderId: 'a', requestId: 'b' }, 'bad-input'],
    ])('refuses a timeline and a reply for %s', async (_, subject, code) => {
      expect(await refusalCodeOf(admin.requests.timeline(subject))).toBe(code)
      expect(await refusalCodeOf(admin.requests.noteReply({ ...subject, channel: 'mail', body: 'نص' }))).toBe(code)
    })

    test('an empty reply is refused', async () => {
      const orderId = await orderAs()
      expect(await refusalCodeOf(admin.requests.noteReply({ orderId, channel: 'mail', body: ' ' }))).toBe('bad-input')
      expect(await count('order_events')).toBe(0)
    })
  })

  describe('lists', () => {
    /** Creates five orders an hour apart, of which the second and the fourth are accepted. Returns their ids. */
    async function createOrders() {
      const ids: string[] = []
      for (let n = 0; n < 5; n++) {
        ids.push(await orderAs())
        at += 3_600_000
      }
      for (const n of [1, 3]) await admin.requests.updateOrder({ id: ids[n]!, status: 'processing' })
      return ids
    }

    test('the sort by waiting lists pending orders first, and the oldest first', async () => {
      const ids = await createOrders()
      const expected = [0, 2, 4, 1, 3].map(n => ids[n])
      expect((await admin.requests.orders({ sort: 'waiting' })).rows.map(({ id }) => id)).toEqual(expected)
      const page = await admin.requests.orders({ sort: 'waiting', limit: 2, offset: 2 })
      expect([page.rows.map(({ id }) => id), page.total]).toEqual([expected.slice(2, 4), 5])
    })

    test('a whole list of several pages in the order of waiting has each order once', async () => {
      const rows = Array.from({ length: 620 }, (_, n) => ({
        ...{
          id: `o${String(n).padStart(3, '0')}`,
          event_name: 'زفاف',
          event_date: '2027-01-14',
          event_type: 'wedding' as const,
          phone: '777123456',
        },
        ...{ invitation_count: 1, source: 'website', status: n % 3 === 0 ? ('completed' as const) : ('pending' as const) },
        created_at: new Date(at + (n % 7)).toISOString(),
      }))
      for (const some of [rows.slice(0, 310), rows.slice(310)]) await db().write(trx => trx.insertInto('orders').values(some).execute())
      const keyOf = (row: (typeof rows)[number]) => (row.status === 'pending' ? '0' : '1') + row.created_at + row.id
      const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(({ id }) => id)
      expect((await admin.requests.orders({ sort: 'waiting' })).rows.map(({ id }) => id)).toEqual(sorted)
    })

    test('requests are limited to a span of time and sorted by waiting', async () => {
      const ids: string[] = []
      for (let n = 0; n < 3; n++) {
        ids.push((await host.requests.create(wedding)).id)
        at += 3_600_000
      }
      const from = '2026-12-01T13:00:00.000Z'
      expect((await admin.requests.listAll({ from, sort: 'waiting' })).rows.map(({ id }) => id)).toEqual(ids.slice(1))
      expect(await admin.requests.listAll({ from, to: from })).toMatchObject({ rows: [{ id: ids[1] }], total: 1 })
    })

    test('messages are sorted by waiting', async () => {
      const message = { fullName: 'هدى', email: 'huda@example.com', subject: 'سؤال', message: 'كم؟' }
      const ids: string[] = []
      for (let n = 0; n < 3; n++) {
        ids.push((await visitor().messages.create(message)).id)
        at += 1
      }
      await admin.messages.update({ id: ids[0]!, status: 'read' })
      expect((await admin.messages.list({ sort: 'waiting' })).rows.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]])
      await admin.messages.update({ id: ids[0]!, status: 'new' })
      expect((await admin.messages.list({ sort: 'waiting', limit: 1 })).rows.map(({ id }) => id)).toEqual([ids[0]])
    })
  })
})

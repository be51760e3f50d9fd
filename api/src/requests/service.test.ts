import { contract } from '@hudur/core/contract'
import * as texts from '@hudur/core/texts'
import { API_PREFIX } from '@hudur/core/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

const wedding = { eventName: 'زفاف سارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '0512345678' } as const

describe.each(ENGINES)('orders and requests on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let at: number
  let woken = 0

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db, { now: () => new Date(at), mail: { wake: () => woken++ } })
  })
  beforeEach(async () => {
    at = Date.parse('2026-12-01T12:00:00Z')
    await emptyDatabase(db)
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  async function signIn(username: string, isAdmin = false) {
    const account = await addAccount(db, { username, isAdmin })
    const { backend } = await server.callerFor(account)
    return { ...backend, account }
  }

  const postJson = (path: string, body: unknown) =>
    fetch(server.base + API_PREFIX + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  describe('website orders', () => {
    const { path } = contract.requests.order

    test('refuses a website order while 2,000 orders are pending', async () => {
      const rows = Array.from({ length: 2_001 }, (_, n) => ({
        id: `o-${n}`,
        event_name: wedding.eventName,
        event_date: wedding.eventDate,
        event_type: wedding.eventType,
        phone: wedding.phone,
        invitation_count: 1,
        status: n === 0 ? ('completed' as const) : ('pending' as const),
        source: 'website',
        notes: null,
        created_at: new Date(at).toISOString(),
      }))
      for (let n = 0; n < rows.length; n += 500)
        await db.write(trx =>
          trx
            .insertInto('orders')
            .values(rows.slice(n, n + 500))
            .execute(),
        )
      const { backend } = server.caller()
      const full = { code: 'budget-used', status: 409, message: texts.tooManyForms }
      await expect(backend.requests.order({ ...wedding, nonce: 'tap' })).rejects.toMatchObject(full)
      const admin = await signIn('admin', true)
      await admin.requests.updateOrder({ id: 'o-7', status: 'processing' })
      expect(await backend.requests.order({ ...wedding, nonce: 'tap' })).toMatchObject({ success: true })
      expect(await backend.requests.order({ ...wedding, nonce: 'tap' }), 'a repeated request gets its first answer').toMatchObject({
        success: true,
      })
    })

    test('a website order gets its status and source from the server', async () => {
      const response = await postJson(path, { ...wedding, status: 'completed', source: 'elsewhere', notes: 'x', id: 'chosen' })
      expect(response.status).toBe(200)
      const { id } = (await response.json()) as { id: string }
      const admin = await signIn('admin', true)
      expect((await admin.requests.orders({})).rows).toEqual([
        {
          ...wedding,
          id,
          invitationCount: 1,
          customerName: null,
          status: 'pending',
          source: 'website',
          notes: 'x',
          customerNotes: 'x',
          officeNotes: null,
          createdAt: '2026-12-01T12:00:00.000Z',
          userId: null,
          paymentState: 'none',
        },
      ])
    })

    test('a website order has the visitor’s name, or null without one', async () => {
      const { backend } = server.caller()
      for (const customerName of ['  أم  خالد ', '', undefined]) {
        await backend.requests.order({ ...wedding, ...(customerName !== undefined && { customerName }) })
        at += 1
      }
      const admin = await signIn('admin', true)
      expect((await admin.requests.orders({})).rows.map(({ customerName }) => customerName)).toEqual([null, null, 'أم خالد'])
    })

    test('concurrent equal orders under one idempotency key are stored once', async () => {
      const { backend } = server.caller()
      const orders = await Promise.all([1, 2, 3].map(() => backend.requests.order({ ...wedding, nonce: 'tap' })))
      expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
      await expect(backend.requests.order({ ...wedding, eventName: 'غيره', nonce: 'tap' })).rejects.toMatchObject({ code: 'nonce-taken' })
      await backend.requests.order(wedding)
      const admin = await signIn('admin', true)
      expect((await admin.requests.orders({})).rows).toHaveLength(2)
    })

    test.each([
      ['no event', { ...wedding, eventName: '  ' }, 'يرجى ملء جميع الحقول المطلوبة'],
      ['no date', { ...wedding, eventDate: '' }, 'يرجى ملء جميع الحقول المطلوبة'],
      ['no kind', { ...wedding, eventType: undefined }, 'يرجى ملء جميع الحقول المطلوبة'],
      ['a name of 101 letters', { ...wedding, customerName: 'م'.repeat(101) }, texts.tooLong(100)],
      ['no telephone', { ...wedding, phone: ' ' }, 'يرجى ملء جميع الحقول المطلوبة'],
      ['a telephone of letters', { ...wedding, phone: 'اتصل بي' }, 'رقم الهاتف غير صحيح'],
      ['an impossible day', { ...wedding, eventDate: '2027-02-30' }, 'تاريخ غير صحيح'],
      ['an invitation count of 0', { ...wedding, invitationCount: 0 }, 'اكتب عدداً من 1 إلى 1000'],
      ['an invitation count of 1,001', { ...wedding, invitationCount: 1001 }, 'اكتب عدداً من 1 إلى 1000'],
      ['an invitation count without digits', { ...wedding, invitationCount: 'abc' }, 'اكتب عدداً من 1 إلى 1000'],
    ])('refuses a website order with a text and stores nothing: %s', async (_, order, error) => {
      const response = await postJson(path, order)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ success: false, code: 'bad-input', error })
      const admin = await signIn('admin', true)
      expect((await admin.requests.orders({})).rows).toEqual([])
    })

    test('a phone number in Arabic digits is stored with the digits 0-9', async () => {
      await server.caller().backend.requests.order({ ...wedding, phone: '٠٥١٢٣٤٥٦٧٨' })
      const admin = await signIn('admin', true)
      expect((await admin.requests.orders({})).rows[0]).toMatchObject({ phone: '0512345678' })
    })

    test('website orders are listed newest first', async () => {
      const { backend } = server.caller()
      for (const eventName of ['أول', 'ثان', 'ثالث']) {
        await backend.requests.order({ ...wedding, eventName })
        at += 1
      }
      const admin = await signIn('admin', true)
      expect((await admin.requests.orders({})).rows.map(({ eventName }) => eventName)).toEqual(['ثالث', 'ثان', 'أول'])
    })

    test('filters and counts website orders by status', async () => {
      const rows = Array.from({ length: 520 }, (_, n) => ({
        id: `o-${String(n).padStart(4, '0')}`,
        event_name: wedding.eventName,
        event_date: wedding.eventDate,
        event_type: wedding.eventType,
        phone: wedding.phone,
        invitation_count: 1,
        status: n % 4 === 0 ? ('cancelled' as const) : ('pending' as const),
        source: 'website',
        notes: null,
        created_at: new Date(at + (n % 7)).toISOString(),
      }))
      await db.write(trx => trx.insertInto('orders').values(rows).execute())
      const newest = rows.toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1))
      const { orders } = (await signIn('admin', true)).requests
      const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
      expect(idsOf((await orders({})).rows)).toEqual(idsOf(newest))
      const cancelled = newest.filter(({ status }) => status === 'cancelled')
      const part = await orders({ status: 'cancelled', limit: 10, offset: 5 })
      expect([idsOf(part.rows), part.total]).toEqual([idsOf(cancelled.slice(5, 15)), 130])
      expect((await orders({ status: 'pending', limit: 1 })).total).toBe(390)
    })

    test('finds website orders by parts of name, event and telephone number', async () => {
      const { backend } = server.caller()
      await backend.requests.order({ ...wedding, eventName: 'زفاف آل الحدّاد', customerName: 'أم خالد' })
      at += 1
      await backend.requests.order({ ...wedding, eventName: 'تخرّج Sara_1', phone: '+966 55-120-4417' })
      const admin = await signIn('admin', true)
      const find = async (search: string) => {
        const { rows, total } = await admin.requests.orders({ search, limit: 9 })
        return [...rows.map(({ eventName }) => eventName), total]
      }
      for (const search of ['داد', 'الحَدّاد', 'ام خالد', 'خال زفاف', '0512345678', '٣٤٥٦'])
        expect(await find(search), search).toEqual(['زفاف آل الحدّاد', 1])
      for (const search of ['SARA', '0551204417', '00966551204417', '4417']) expect(await find(search), search).toEqual(['تخرّج Sara_1', 1])
      expect(await find('خالد تخرج')).toEqual([0])
      expect(await find('%_')).toEqual(['تخرّج Sara_1', 'زفاف آل الحدّاد', 2])
    })

    test('an update of a website order changes only the given fields', async () => {
      const { id } = await server.caller().backend.requests.order(wedding)
      const admin = await signIn('admin', true)
      expect(await admin.requests.updateOrder({ id, status: 'completed', notes: 'سُلّمت' })).toMatchObject({ id, status: 'completed' })
      expect(await admin.requests.updateOrder({ id, status: 'pending' })).toMatchObject({ status: 'pending', notes: 'سُلّمت' })
      expect(await admin.requests.updateOrder({ id, notes: '' })).toMatchObject({ status: 'pending', notes: '' })
      expect(await admin.requests.updateOrder({ id })).toMatchObject({ ...wedding, status: 'pending' })
      await expect(admin.requests.updateOrder({ id: 'nothing', status: 'pending' })).rejects.toMatchObject({ code: 'not-found' })
      await expect(admin.requests.updateOrder({ id, status: 'lost' as 'pending' })).rejects.toMatchObject({ code: 'bad-input' })
    })

    test('an administrator rejects the pending orders of a time span once', async () => {
      const admin = await signIn('admin', true)
      const arrivals: string[] = []
      for (const eventName of ['قبل', 'أول', 'مقبول', 'آخر', 'بعد']) {
        await server.caller().backend.requests.order({ ...wedding, eventName })
        arrivals.push(new Date(at).toISOString())
        at += 1
      }
      const listed = async () => (await admin.requests.orders({})).rows.map(({ eventName, status }) => `${eventName} ${status}`).reverse()
      const accepted = (await admin.requests.orders({})).rows.find(({ eventName }) => eventName === 'مقبول')!
      await admin.requests.updateOrder({ id: accepted.id, status: 'processing' })
      const span = { from: arrivals[1]!, to: arrivals[3]! }
      expect((await admin.requests.orders({ ...span, status: 'pending', limit: 1 })).total).toBe(2)
      expect(await admin.requests.rejectOrders(span)).toEqual({ rejected: 2 })
      expect(await listed()).toEqual(['قبل pending', 'أول rejected', 'مقبول processing', 'آخر rejected', 'بعد pending'])
      expect(await admin.requests.rejectOrders(span)).toEqual({ rejected: 0 })
      const { notifications } = await admin.activity.list({})
      expect(notifications).toMatchObject([{ action: 'update_order', description: texts.activity.ordersRejected(2), username: 'admin' }])
      await expect((await signIn('host')).requests.rejectOrders(span)).rejects.toMatchObject({ code: 'not-allowed' })
      await expect(admin.requests.rejectOrders({ ...span, to: 'غداً' })).rejects.toMatchObject({ code: 'bad-input' })
    })

    test('a repeated website order queues one e-mail', async () => {
      await addAccount(db, { username: 'owner', isAdmin: true, email: 'owner@hudur.example' })
      woken = 0
      for (const _ of [1, 2]) await server.caller().backend.requests.order({ ...wedding, nonce: 'tap' })
      const mails = await db.read.selectFrom('mails').selectAll().execute()
      expect(mails).toMatchObject([{ recipient: 'owner@hudur.example', subject: expect.stringContaining('زفاف سارة') }])
      expect(woken).toBeGreaterThan(0)
    })
  })

  describe('user requests', () => {
    test('a user’s request is pending and belongs to the signed-in user', async () => {
      const host = await signIn('host')
      const given = { ...wedding, invitationCount: 1000, notes: 'سطر\nوسطر', nonce: 'tap', userId: 'another', status: 'approved' }
      const createdRequest = await host.requests.create(given)
      expect(createdRequest).toMatchObject({ userId: host.account.id, status: 'pending', invitationCount: 1000, notes: 'سطر\nوسطر' })
      expect(await host.requests.create(given)).toEqual(createdRequest)
      expect((await host.requests.list({})).rows).toEqual([createdRequest])
    })

    test('refuses a request while its user has 50 pending requests', async () => {
      const [host, stranger, admin] = [await signIn('host'), await signIn('stranger'), await signIn('admin', true)]
      const createdRequests = []
      for (let n = 0; n < 50; n++) createdRequests.push(await host.requests.create(wedding))
      await expect(host.requests.create(wedding)).rejects.toMatchObject({
        code: 'budget-used',
        status: 409,
        message: 'لديك 50 طلباً قيد المراجعة، وهذا أكثر ما يُحفظ. انتظر الرد عليها ثم أعد المحاولة',
      })
      expect(await stranger.requests.create(wedding)).toMatchObject({ status: 'pending' })
      await admin.requests.update({ id: createdRequests[7]!.id, status: 'rejected' })
      expect(await host.requests.create(wedding)).toMatchObject({ status: 'pending' })
      expect((await host.requests.list({ limit: 1 })).total).toBe(51)
    })

    test('the office’s notes stay beside the user’s, who does not get them', async () => {
      const [host, admin] = [await signIn('host'), await signIn('admin', true)]
      const created = await host.requests.create({ ...wedding, notes: 'قسمان' })
      const changed = await admin.requests.update({ id: created.id, officeNotes: 'دُفع نصفها' })
      expect(changed).toEqual({ ...created, officeNotes: 'دُفع نصفها' })
      expect((await admin.requests.listAll({})).rows).toEqual([changed])
      expect((await host.requests.list({})).rows).toEqual([created])
      expect((await host.requests.list({ search: 'دُفع' })).rows).toEqual([])
      expect(await admin.requests.update({ id: created.id, status: 'approved' })).toMatchObject({
        notes: 'قسمان',
        officeNotes: 'دُفع نصفها',
      })
    })

    test('a user can list only own requests, an administrator all', async () => {
      const [host, stranger, admin] = [await signIn('host'), await signIn('stranger'), await signIn('admin', true)]
      const createdRequest = await host.requests.create(wedding)
      at += 1
      const later = await stranger.requests.create(wedding)
      expect((await stranger.requests.list({ userId: host.account.id })).rows).toEqual([later])
      await expect(stranger.requests.listAll({})).rejects.toMatchObject({ code: 'not-allowed' })
      expect((await admin.requests.list({ userId: host.account.id })).rows).toEqual([createdRequest])
      expect((await admin.requests.list({})).rows).toEqual([])
      expect((await admin.requests.listAll({})).rows).toMatchObject([later, createdRequest])
    })

    test('filters, counts and pages users’ requests by status', async () => {
      const [host, stranger, admin] = [await signIn('host'), await signIn('stranger'), await signIn('admin', true)]
      const createdRequests = []
      for (const caller of [host, stranger, host, host]) {
        createdRequests.unshift(await caller.requests.create(wedding))
        at += 1
      }
      const [newest, , , oldest] = createdRequests
      await admin.requests.update({ id: oldest!.id, status: 'approved' })
      expect(await host.requests.list({ limit: 1, offset: 1 })).toMatchObject({ rows: [{ id: createdRequests[1]!.id }], total: 3 })
      expect(await host.requests.list({ status: 'approved' })).toMatchObject({ rows: [{ id: oldest!.id }], total: 1 })
      expect(await admin.requests.list({ userId: stranger.account.id, limit: 5 })).toMatchObject({
        rows: [{ id: createdRequests[2]!.id }],
        total: 1,
      })
      expect(await admin.requests.listAll({ limit: 1 })).toMatchObject({ rows: [{ id: newest!.id }], total: 4 })
      expect(await admin.requests.listAll({ status: 'pending', offset: 2 })).toMatchObject({
        rows: [{ id: createdRequests[2]!.id }],
        total: 3,
      })
      expect(await admin.requests.listAll({ status: 'processing' })).toEqual({ rows: [], total: 0 })
    })

    test('finds users’ requests by parts of event and telephone number', async () => {
      const [host, admin] = [await signIn('host'), await signIn('admin', true)]
      await host.requests.create(wedding)
      const other = await host.requests.create({ ...wedding, eventName: 'تخرّج المنارة', phone: '0551204417' })
      for (const search of ['مناره', '204417']) expect((await admin.requests.listAll({ search })).rows, search).toMatchObject([other])
    })

    test('finds requests by the name of their user', async () => {
      const [host, other, admin] = [await signIn('hanaa'), await signIn('salem'), await signIn('admin', true)]
      const first = await host.requests.create(wedding)
      await other.requests.create(wedding)
      const { id } = (await admin.accounts.list({})).find(({ username }) => username === 'hanaa')!
      await admin.accounts.update({ id, fullName: 'هناء الأغبري' })
      for (const search of ['اغبر', 'هناء', 'hana', `${first.eventName} هناء`, '%_ هناء'])
        expect(await admin.requests.listAll({ search }), search).toMatchObject({ rows: [first], total: 1 })
      expect((await admin.requests.listAll({ search: 'هناء salem' })).total).toBe(0)
      expect((await host.requests.list({ search: 'سالم' })).total).toBe(0)
    })

    test('finds orders and requests by their notes, also changed ones', async () => {
      const [host, admin] = [await signIn('host'), await signIn('admin', true)]
      const request = await host.requests.create({ ...wedding, notes: 'القاعة الكبرى' })
      const { id } = await host.requests.order(wedding)
      const find = async (search: string) =>
        [...(await admin.requests.listAll({ search })).rows, ...(await admin.requests.orders({ search })).rows].map(row => row.id)
      expect(await find('كبرى')).toEqual([request.id])
      await admin.requests.update({ id: request.id, notes: 'اتصلنا به' })
      await admin.requests.updateOrder({ id, notes: 'يدفع السبت' })
      expect([await find('كبرى'), await find('اتصل'), await find('سبت'), await find('سبت الحداد')]).toEqual([[], [request.id], [id], []])
      await admin.requests.updateOrder({ id, status: 'completed' })
      expect(await find('سبت')).toEqual([id])
    })

    test('only an administrator can approve a user’s request', async () => {
      const [host, admin] = [await signIn('host'), await signIn('admin', true)]
      const { id } = await host.requests.create(wedding)
      await expect(host.requests.update({ id, status: 'approved' })).rejects.toMatchObject({ code: 'not-allowed' })
      expect(await admin.requests.update({ id, status: 'approved' })).toMatchObject({ id, status: 'approved', notes: null })
      expect((await host.requests.list({})).rows).toMatchObject([{ id, status: 'approved' }])
      await expect(admin.requests.update({ id: 'nothing', status: 'approved' })).rejects.toMatchObject({ code: 'not-found' })
    })

    test('an update of a user’s request ignores an id in the body', async () => {
      const host = await signIn('host')
      const [a, b] = [await host.requests.create(wedding), await host.requests.create(wedding)]
      const admin = await server.callerFor(await addAccount(db, { username: 'admin', isAdmin: true }))
      const response = await admin.fetch(`${server.base}/api/user-requests/update.php?id=${a.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: b.id, status: 'rejected' }),
      })
      expect(await response.json()).toMatchObject({ id: a.id, status: 'rejected' })
      expect((await admin.backend.requests.listAll({})).rows).toEqual(
        expect.arrayContaining([expect.objectContaining({ id: b.id, status: 'pending' })]),
      )
    })
  })
})

import { createJpeg, createPng } from '@hudur/core/testing/pictures'
import * as texts from '@hudur/core/texts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const wanted = { eventName: 'زفاف سارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '0512345678', invitationCount: 60 } as const

describe.each(ENGINES)('money of orders on %s', engine => {
  let at: Date
  const { signIn, visitor, count } = startTestServer(engine, { now: () => at })

  type Caller = Awaited<ReturnType<typeof signIn>>
  let admin: Caller
  beforeEach(async () => {
    at = new Date('2026-12-01T12:00:00Z')
    admin = await signIn({ username: 'admin', isAdmin: true })
  })

  const createOrder = async () => (await visitor().requests.order({ ...wanted, customerName: 'أم سارة' })).id
  const createAgreedOrder = async (amount = 50_000, currency: 'YER' | 'USD' = 'YER') => {
    const orderId = await createOrder()
    await admin.sales.agree({ orderId, amount, currency })
    return orderId
  }

  describe('payments', () => {
    test('an order becomes unpaid, partial, paid and overpaid', async () => {
      const orderId = await createOrder()
      expect(await admin.sales.orderMoney({ orderId })).toMatchObject({
        agreed: null,
        state: 'none',
        due: null,
        payments: [],
        invoices: [],
      })
      expect(await admin.sales.agree({ orderId, amount: 50_000, currency: 'YER' })).toMatchObject({ state: 'unpaid' })
      const pay = (amount: number) => admin.sales.createPayment({ orderId, amount, currency: 'YER', method: 'cash' })
      await pay(20_000)
      expect(await admin.sales.orderMoney({ orderId })).toMatchObject({ state: 'partial', due: { amount: 30_000, currency: 'YER' } })
      await pay(30_000)
      expect(await admin.sales.orderMoney({ orderId })).toMatchObject({ state: 'paid', due: { amount: 0 } })
      await pay(1)
      expect(await admin.sales.orderMoney({ orderId })).toMatchObject({ state: 'overpaid', due: { amount: -1 } })
    })

    test('the list of orders has the state of payment, of the agreed currency alone', async () => {
      const ids = [await createOrder(), await createAgreedOrder(), await createAgreedOrder(100, 'USD')]
      const readStates = async () => {
        const states = new Map((await admin.requests.orders({})).rows.map(order => [order.id, order.paymentState]))
        return ids.map(id => states.get(id))
      }
      expect(await readStates()).toEqual(['none', 'unpaid', 'unpaid'])
      for (const orderId of ids) await admin.sales.createPayment({ orderId, amount: 100, currency: 'USD', method: 'cash' })
      expect(await readStates()).toEqual(['none', 'unpaid', 'paid'])
      expect(await admin.requests.updateOrder({ id: ids[2]!, status: 'processing' })).toMatchObject({ paymentState: 'paid' })
      expect(await admin.requests.updateOrders({ ids: ids.slice(0, 2), newStatus: 'cancelled' })).toEqual({ changed: 2 })
    })

    test('a payment states who paid for what, and has the next receipt number', async () => {
      const orderId = await createOrder()
      const payment = { orderId, amount: 12_050, currency: 'USD', method: 'transfer', note: 'حوالة 77', nonce: 'tap' } as const
      const first = await admin.sales.createPayment(payment)
      expect(first).toMatchObject({ amount: 12_050, by: 'admin', at: at.toISOString(), year: 2026, number: 1, hasPicture: false })
      expect(first.facts).toMatchObject({
        seller: { name: texts.site.name },
        customer: { name: 'أم سارة', phone: wanted.phone },
        event: { name: wanted.eventName, date: wanted.eventDate },
        invitationCount: 60,
      })
      expect(await admin.sales.createPayment(payment), 'a repeat adds nothing').toEqual(first)
      await expect(admin.sales.createPayment({ ...payment, amount: 1 })).rejects.toMatchObject({ code: 'nonce-taken' })
      expect(await admin.sales.createPayment({ ...payment, nonce: 'other' })).toMatchObject({ number: 2 })
      expect(await admin.sales.payments({ orderId })).toMatchObject([{ number: 1 }, { number: 2 }])
    })

    test('a reversal is an entry of its own, once', async () => {
      const orderId = await createAgreedOrder(500)
      const paid = await admin.sales.createPayment({ orderId, amount: 500, currency: 'YER', method: 'cash' })
      const reversal = await admin.sales.reversePayment({ paymentId: paid.id, note: 'بالخطأ' })
      expect(reversal).toMatchObject({ amount: -500, currency: 'YER', reverses: paid.id, note: 'بالخطأ', number: 2 })
      expect(await admin.sales.orderMoney({ orderId })).toMatchObject({ state: 'unpaid', payments: [paid, reversal] })
      const again = admin.sales.reversePayment({ paymentId: paid.id })
      await expect(again).rejects.toMatchObject({ fields: { paymentId: texts.salesRefusals.alreadyReversed } })
      const ofReversal = admin.sales.reversePayment({ paymentId: reversal.id })
      await expect(ofReversal).rejects.toMatchObject({ fields: { paymentId: texts.salesRefusals.isReversal } })
    })

    test('of simultaneous reversals of a payment one succeeds', async () => {
      const orderId = await createOrder()
      const { id: paymentId } = await admin.sales.createPayment({ orderId, amount: 5, currency: 'USD', method: 'cash' })
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => refusalCodeOf(admin.sales.reversePayment({ paymentId }))))
      expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(1)
    })

    test('a payment has one picture, which is not replaced', async () => {
      const orderId = await createOrder()
      const { id: paymentId } = await admin.sales.createPayment({ orderId, amount: 5, currency: 'USD', method: 'transfer' })
      expect(await refusalCodeOf(admin.sales.receiptPicture({ paymentId }))).toBe('not-found')
      const picture = createJpeg()
      expect(await admin.sales.saveReceiptPicture({ paymentId, picture })).toMatchObject({ hasPicture: true })
      expect(await admin.sales.saveReceiptPicture({ paymentId, picture }), 'a repeat of the upload').toMatchObject({ hasPicture: true })
      expect(await refusalCodeOf(admin.sales.saveReceiptPicture({ paymentId, picture: createPng() }))).toBe('bad-input')
      expect(Buffer.from(await admin.sales.receiptPicture({ paymentId }))).toEqual(Buffer.from(picture))
      expect(await refusalCodeOf(admin.sales.saveReceiptPicture({ paymentId, picture: Uint8Array.from([1, 2, 3]) }))).toBe('bad-input')
    })

    test.each([
      ['an amount of 0', { amount: 0 }, 'bad-input'],
      ['a fraction', { amount: 1.5 }, 'bad-input'],
      ['an unknown currency', { currency: 'XXX' as 'USD' }, 'bad-input'],
      ['an unknown method', { method: 'cheque' as 'cash' }, 'bad-input'],
      ['a note that is too long', { note: 'ن'.repeat(201) }, 'bad-input'],
      ['an unknown order', { orderId: 'nothing' }, 'not-found'],
    ])('refuses a payment with %s', async (_, part, code) => {
      const orderId = await createOrder()
      expect(await refusalCodeOf(admin.sales.createPayment({ orderId, amount: 5, currency: 'USD', method: 'cash', ...part }))).toBe(code)
      expect(await count('payments')).toBe(0)
    })

    test('hosts see no sum and no payment', async () => {
      const orderId = await createAgreedOrder()
      const host = await signIn()
      expect(await refusalCodeOf(host.sales.orderMoney({ orderId }))).toBe('not-allowed')
      expect(await refusalCodeOf(host.sales.payments({ orderId }))).toBe('not-allowed')
      expect(await refusalCodeOf(visitor().sales.payments({ orderId }))).toBe('not-signed-in')
    })
  })

  describe('invoices', () => {
    test('an invoice states the sum and what was paid, whatever changes later', async () => {
      const orderId = await createAgreedOrder(120_050, 'USD')
      await admin.sales.createPayment({ orderId, amount: 50, currency: 'USD', method: 'cash' })
      await admin.sales.createPayment({ orderId, amount: 7, currency: 'YER', method: 'cash' })
      const invoice = await admin.sales.createInvoice({ orderId, nonce: 'tap' })
      expect(invoice).toMatchObject({ kind: 'invoice', year: 2026, number: 1, amount: 120_050, currency: 'USD', paid: 50, reverses: null })
      await admin.sales.agree({ orderId, amount: 1, currency: 'YER' })
      expect((await admin.sales.orderMoney({ orderId })).invoices).toEqual([invoice])
      expect(await admin.sales.createInvoice({ orderId, nonce: 'tap' }), 'a repeat makes none').toEqual(invoice)
    })

    test('refuses an invoice without an agreed sum', async () => {
      const orderId = await createOrder()
      await expect(admin.sales.createInvoice({ orderId })).rejects.toMatchObject({ fields: { orderId: texts.salesRefusals.notAgreed } })
    })

    test('a second invoice needs a credit note, which has a number of its own', async () => {
      const orderId = await createAgreedOrder()
      const invoice = await admin.sales.createInvoice({ orderId })
      await expect(admin.sales.createInvoice({ orderId })).rejects.toMatchObject({
        fields: { orderId: texts.salesRefusals.invoiced('2026/1') },
      })
      expect(await refusalCodeOf(admin.sales.reverseInvoice({ invoiceId: invoice.id, note: ' ' }))).toBe('bad-input')
      const note = await admin.sales.reverseInvoice({ invoiceId: invoice.id, note: 'تغيّر المبلغ' })
      const { id, year, number } = invoice
      expect(note).toMatchObject({ kind: 'credit', number: 1, amount: -50_000, note: 'تغيّر المبلغ', reverses: { id, year, number } })
      expect(await refusalCodeOf(admin.sales.reverseInvoice({ invoiceId: invoice.id, note: 'مرة أخرى' }))).toBe('bad-input')
      expect(await refusalCodeOf(admin.sales.reverseInvoice({ invoiceId: note.id, note: 'الإشعار' }))).toBe('bad-input')
      expect(await admin.sales.createInvoice({ orderId })).toMatchObject({ kind: 'invoice', number: 2 })
    })

    test('numbers begin again with the year of the installation’s time zone', async () => {
      const create = async () => {
        const { year, number } = await admin.sales.createInvoice({ orderId: await createAgreedOrder() })
        return `${year}/${number}`
      }
      at = new Date('2026-12-31T20:59:59Z')
      admin = await signIn({ isAdmin: true })
      expect([await create(), await create()]).toEqual(['2026/1', '2026/2'])
      at = new Date('2026-12-31T21:00:00Z')
      expect(await create()).toBe('2027/1')
    })

    test('50 simultaneous invoices have the numbers from 1 to 50', async () => {
      const orders = await Promise.all(Array.from({ length: 50 }, () => createAgreedOrder()))
      const refused = await createOrder()
      const made = await Promise.all(
        orders.flatMap((orderId, n) => [
          admin.sales.createInvoice({ orderId, nonce: `n${n}` }),
          // A refused call between them takes no number, and a repeat gets the same invoice.
          admin.sales.createInvoice(n % 2 === 0 ? { orderId: refused } : { orderId, nonce: `n${n}` }).catch(() => undefined),
        ]),
      )
      const numbers = made.flatMap(invoice => (invoice ? [invoice.number] : []))
      expect(numbers).toHaveLength(75)
      expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
      expect(await count('invoices')).toBe(50)
    })

    test('50 simultaneous invoices of one order make one', async () => {
      const orderId = await createAgreedOrder()
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, n) => refusalCodeOf(admin.sales.createInvoice({ orderId, nonce: `n${n}` }))),
      )
      expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(1)
      expect(await admin.sales.createInvoice({ orderId: await createAgreedOrder() })).toMatchObject({ number: 2 })
    })
  })

  describe('figures', () => {
    test('count orders, credits, money and people by month', async () => {
      at = new Date('2026-10-31T21:30:00Z')
      const november = await createAgreedOrder(50_000)
      await admin.requests.updateOrder({ id: november, status: 'completed' })
      await admin.sales.createPayment({ orderId: november, amount: 20_000, currency: 'YER', method: 'cash' })
      at = new Date('2026-12-01T12:00:00Z')
      const december = await createAgreedOrder(700, 'USD')
      const cancelled = await createAgreedOrder(9_999, 'USD')
      await admin.requests.updateOrder({ id: cancelled, status: 'cancelled' })
      const { id: paymentId } = await admin.sales.createPayment({ orderId: december, amount: 300, currency: 'USD', method: 'cash' })
      await admin.sales.createPayment({ orderId: december, amount: 30_000, currency: 'YER', method: 'cash' })
      await admin.sales.reversePayment({ paymentId })
      const host = await signIn({ username: 'host', limit: 5 })
      await admin.accounts.grantCredits({ userId: host.user.id, amount: 100, reason: 'باقة', orderId: december })
      const guests = ['سارة', 'علي'].map(guestName => ({ guestName, eventName: 'زفاف', eventDate: '2026-12-20', maxScans: 3 }))
      const [first] = await host.invitations.create({ invitations: guests.map(guest => ({ ...guest, generationType: 'custom' as const })) })
      await host.checkIn.check({ qr_code: first!.id, admit: 3 })
      await host.checkIn.walkIn({ eventId: first!.eventId!, name: 'هند', people: 2, nonce: 'w' })
      const none = {
        orders: 0,
        accepted: 0,
        invitationsSold: 0,
        invitationsUsed: 0,
        agreed: [],
        received: [],
        events: 0,
        peopleAdmitted: 0,
      }
      expect(await admin.sales.figures({ months: 3 })).toEqual([
        { ...none, month: '2026-10' },
        {
          ...{ ...none, month: '2026-11', orders: 1, accepted: 1 },
          ...{ agreed: [{ amount: 50_000, currency: 'YER' }], received: [{ amount: 20_000, currency: 'YER' }] },
        },
        {
          ...{ ...none, month: '2026-12', orders: 2, invitationsSold: 100, invitationsUsed: 2, events: 1, peopleAdmitted: 5 },
          agreed: [{ amount: 700, currency: 'USD' }],
          received: [
            { amount: 0, currency: 'USD' },
            { amount: 30_000, currency: 'YER' },
          ],
        },
      ])
    })

    test('covers 12 months by default, and only administrators may ask', async () => {
      expect(await admin.sales.figures({})).toHaveLength(12)
      expect(await refusalCodeOf(admin.sales.figures({ months: 37 }))).toBe('bad-input')
      expect(await refusalCodeOf((await signIn()).sales.figures({}))).toBe('not-allowed')
    })
  })
})

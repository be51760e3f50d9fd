import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import { Refusal } from '@hudur/core/refusals'
import type { OrderMoney } from '@hudur/core/sales/contract'
import { type Invoice, MAX_INVOICES } from '@hudur/core/sales/invoices'
import { formatAmount } from '@hudur/core/sales/money'
import { paymentAccount } from '@hudur/core/sales/payment-account'
import { MAX_PAYMENTS, type PaperFacts, type Payment } from '@hudur/core/sales/payments'
import type { SiteContent } from '@hudur/core/site/content'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import { idempotencyKeysIn, runOnce } from '../database/idempotency-keys.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { acceptPicture, pictureRefusal } from '../pictures/accept-picture.ts'
import { trailIn } from '../trail/repository.ts'
import { invoicesIn, type NewInvoice } from './invoices-repository.ts'
import { type SoldOrder, soldOrdersIn } from './orders-repository.ts'
import { takePaperNumber } from './paper-numbers-repository.ts'
import { type NewPayment, paymentsIn } from './payments-repository.ts'

type MoneyService = Pick<
  Services<typeof contract.sales>,
  | 'orderMoney'
  | 'agree'
  | 'createPayment'
  | 'payments'
  | 'reversePayment'
  | 'saveReceiptPicture'
  | 'receiptPicture'
  | 'createInvoice'
  | 'reverseInvoice'
>

type Options = {
  /** Reads the contacts of the installation, which its papers show. */
  readContact: () => Promise<SiteContent['contact']>
}

const numberOf = ({ year, number }: { year: number; number: number }) => `${year}/${number}`

const refuse = (field: string, text: string) => new Refusal('bad-input', { text, fields: { [field]: text } })

async function lockOrder(trx: Kysely<Tables>, id: string) {
  const order = await soldOrdersIn(trx).lock(id)
  if (!order) throw new Refusal('not-found')
  return order
}

async function readOrderMoney(db: Kysely<Tables>, { id, agreed }: SoldOrder): Promise<OrderMoney> {
  const payments = await paymentsIn(db).listOf(id)
  return { orderId: id, agreed, ...paymentAccount(agreed, payments), payments, invoices: await invoicesIn(db).listOf(id) }
}

/** Returns the endpoints of agreed sums, payments and invoices. */
export const moneyService = ({ db, now, timeZone }: Deps, { readContact }: Options): MoneyService => {
  const yearNow = () => Number(dayInTimeZone(timeZone, now()).slice(0, 4))

  /** Returns what the papers of an order state. The contact is read before the write, because it is in a file. */
  function factsOf(order: SoldOrder, { phone, email, location }: SiteContent['contact']): PaperFacts {
    return {
      seller: { name: texts.site.name, phone, email, location },
      customer: { name: order.customerName, phone: order.phone },
      event: { name: order.eventName, date: order.eventDate },
      invitationCount: order.invitationCount,
    }
  }

  const record = (trx: Kysely<Tables>, userId: string, verb: 'create' | 'update', orderId: string, description: string) =>
    activityIn(trx).record({ userId, verb, target: 'order', targetId: orderId, description, at: now() })

  /** Adds a payment with the next number of the receipts. */
  async function addPayment(trx: Kysely<Tables>, added: Omit<NewPayment, 'id' | 'at' | 'year' | 'number'>): Promise<Payment> {
    const text = texts.salesRefusals.tooManyPayments(MAX_PAYMENTS)
    if ((await paymentsIn(trx).countOf(added.orderId)) >= MAX_PAYMENTS) throw new Refusal('budget-used', { text })
    const [id, year] = [newId(), yearNow()]
    const number = await takePaperNumber(trx, 'receipt', year)
    await paymentsIn(trx).add({ ...added, id, at: now().toISOString(), year, number })
    return (await paymentsIn(trx).find(id))!
  }

  /** Adds an invoice or a credit note with the next number of its kind. */
  async function addInvoice(trx: Kysely<Tables>, added: Omit<NewInvoice, 'id' | 'at' | 'year' | 'number'>): Promise<Invoice> {
    const text = texts.salesRefusals.tooManyInvoices(MAX_INVOICES)
    if ((await invoicesIn(trx).countOf(added.orderId)) >= MAX_INVOICES) throw new Refusal('budget-used', { text })
    const [id, year] = [newId(), yearNow()]
    const number = await takePaperNumber(trx, added.kind, year)
    await invoicesIn(trx).add({ ...added, id, at: now().toISOString(), year, number })
    return (await invoicesIn(trx).find(id))!
  }

  return {
    async orderMoney({ input: { orderId } }) {
      const order = await soldOrdersIn(db.read).find(orderId)
      if (!order) throw new Refusal('not-found')
      return readOrderMoney(db.read, order)
    },

    async agree({ actor, input: { orderId, ...agreed } }) {
      return db.write(async trx => {
        const order = await lockOrder(trx, orderId)
        await soldOrdersIn(trx).agree(orderId, agreed, now())
        const change = { before: { id: orderId, agreed: order.agreed }, after: { id: orderId, agreed } }
        await trailIn(trx).add('order', { by: actor, at: now() }, [change])
        await record(trx, actor.id, 'update', orderId, texts.salesActivity.agreed(order.eventName, formatAmount(agreed)))
        return readOrderMoney(trx, { ...order, agreed })
      })
    },

    async createPayment({ actor, input: { nonce, ...wanted } }) {
      const contact = await readContact()
      return db.write(trx =>
        runOnce(idempotencyKeysIn(trx, actor.id), { nonce, kind: 'payment', input: wanted, now: now() }, async () => {
          const order = await lockOrder(trx, wanted.orderId)
          const payment = await addPayment(trx, { ...wanted, byId: actor.id, reverses: null, facts: factsOf(order, contact) })
          await record(trx, actor.id, 'create', order.id, texts.salesActivity.paid(order.eventName, formatAmount(payment)))
          return payment
        }),
      )
    },

    async payments({ input: { orderId } }) {
      if (!(await soldOrdersIn(db.read).find(orderId))) throw new Refusal('not-found')
      return paymentsIn(db.read).listOf(orderId)
    },

    async reversePayment({ actor, input: { nonce, ...wanted } }) {
      return db.write(trx =>
        runOnce(idempotencyKeysIn(trx, actor.id), { nonce, kind: 'payment-reversal', input: wanted, now: now() }, async () => {
          const found = await paymentsIn(trx).find(wanted.paymentId)
          if (!found) throw new Refusal('not-found')
          const { id, orderId, amount, currency, method, facts } = found
          // The lock of the order keeps two reversals apart.
          const order = await lockOrder(trx, orderId)
          if (found.reverses !== null) throw refuse('paymentId', texts.salesRefusals.isReversal)
          if (await paymentsIn(trx).isReversed(id)) throw refuse('paymentId', texts.salesRefusals.alreadyReversed)
          const entry = { orderId, amount: -amount, currency, method, facts, note: wanted.note, reverses: id, byId: actor.id }
          const payment = await addPayment(trx, entry)
          await record(trx, actor.id, 'update', orderId, texts.salesActivity.paymentReversed(order.eventName, formatAmount(found)))
          return payment
        }),
      )
    },

    async saveReceiptPicture({ input: { paymentId, picture } }) {
      const { bytes } = await acceptPicture(picture)
      return db.write(async trx => {
        const payments = paymentsIn(trx)
        if (!(await payments.find(paymentId))) throw new Refusal('not-found')
        // A repeated upload of the same picture is answered as the first.
        if (!(await payments.addPicture(paymentId, bytes, now())) && !Buffer.from(bytes).equals((await payments.pictureOf(paymentId))!))
          throw pictureRefusal('has-picture')
        return (await payments.find(paymentId))!
      })
    },

    async receiptPicture({ input: { paymentId } }) {
      if (!(await paymentsIn(db.read).hasPicture(paymentId))) throw new Refusal('not-found')
      return {
        // The picture of a payment is never replaced.
        tag: paymentId,
        async bytes() {
          const bytes = await paymentsIn(db.slowReads).pictureOf(paymentId)
          if (!bytes) throw new Refusal('not-found')
          return bytes
        },
      }
    },

    async createInvoice({ actor, input: { nonce, ...wanted } }) {
      const contact = await readContact()
      return db.write(trx =>
        runOnce(idempotencyKeysIn(trx, actor.id), { nonce, kind: 'invoice', input: wanted, now: now() }, async () => {
          const order = await lockOrder(trx, wanted.orderId)
          if (!order.agreed) throw refuse('orderId', texts.salesRefusals.notAgreed)
          const standing = await invoicesIn(trx).standingOf(order.id)
          if (standing) throw refuse('orderId', texts.salesRefusals.invoiced(numberOf(standing)))
          const { currency } = order.agreed
          const account = paymentAccount(order.agreed, await paymentsIn(trx).listOf(order.id))
          const paid = account.paid.find(sum => sum.currency === currency)?.amount ?? 0
          const content = { orderId: order.id, ...order.agreed, paid, note: '', facts: factsOf(order, contact) }
          const invoice = await addInvoice(trx, { kind: 'invoice', ...content, reverses: null, byId: actor.id })
          await record(trx, actor.id, 'create', order.id, texts.salesActivity.invoiced(order.eventName, numberOf(invoice)))
          return invoice
        }),
      )
    },

    async reverseInvoice({ actor, input: { nonce, ...wanted } }) {
      return db.write(trx =>
        runOnce(idempotencyKeysIn(trx, actor.id), { nonce, kind: 'credit-note', input: wanted, now: now() }, async () => {
          const found = await invoicesIn(trx).find(wanted.invoiceId)
          if (!found) throw new Refusal('not-found')
          const { orderId, currency, paid, facts } = found
          const order = await lockOrder(trx, orderId)
          if (found.kind === 'credit') throw refuse('invoiceId', texts.salesRefusals.isCreditNote)
          if ((await invoicesIn(trx).standingOf(orderId))?.id !== found.id) throw refuse('invoiceId', texts.salesRefusals.alreadyReversed)
          const content = { orderId, amount: -found.amount, currency, paid, note: wanted.note, facts }
          const note = await addInvoice(trx, { kind: 'credit', ...content, reverses: found, byId: actor.id })
          await record(trx, actor.id, 'update', orderId, texts.salesActivity.invoiceReversed(order.eventName, numberOf(note)))
          return note
        }),
      )
    },
  }
}

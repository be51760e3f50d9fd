import type { Currency } from '@hudur/core/sales/currency'
import type { PaperFacts, Payment, PaymentMethod } from '@hudur/core/sales/payments'
import { type Kysely, sql } from 'kysely'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

type StoredPayment = {
  id: string
  orderId: string
  at: string
  by: string | null
  amount: number
  currency: string
  method: PaymentMethod
  note: string
  year: number
  number: number
  reverses: string | null
  hasPicture: number
  facts: string
}

/** A payment to add. `byId` is the id of the account that adds it. */
export type NewPayment = Omit<Payment, 'by' | 'hasPicture'> & { byId: string }

const toPayment = ({ hasPicture, facts, currency, ...row }: StoredPayment): Payment => ({
  ...row,
  currency: currency as Currency,
  hasPicture: hasPicture === 1,
  facts: JSON.parse(facts) as PaperFacts,
})

/** The payments for orders. They are added and read, and never changed. */
export const paymentsIn = (db: Kysely<Tables>) => {
  const select = () =>
    db
      .selectFrom('payments')
      .leftJoin('users', 'users.id', 'payments.by_id')
      .select([
        ...(['payments.id', 'payments.order_id as orderId', 'payments.at', 'users.username as by', 'payments.amount'] as const),
        ...(['payments.currency', 'payments.method', 'payments.note', 'payments.year', 'payments.number'] as const),
        ...(['payments.reverses', 'payments.facts'] as const),
        sql<number>`case when exists (select 1 from payment_pictures where payment_id = payments.id) then 1 else 0 end`.as('hasPicture'),
      ])

  return {
    countOf: (orderId: string) => countRows(db.selectFrom('payments').where('order_id', '=', orderId)),

    /** Returns the payments of an order and their reversals, oldest first. */
    async listOf(orderId: string): Promise<Payment[]> {
      const rows = await select().where('payments.order_id', '=', orderId).orderBy('payments.year').orderBy('payments.number').execute()
      return rows.map(toPayment)
    },

    async find(id: string): Promise<Payment | undefined> {
      const row = await select().where('payments.id', '=', id).executeTakeFirst()
      return row && toPayment(row)
    },

    async isReversed(id: string) {
      return (await db.selectFrom('payments').select('id').where('reverses', '=', id).executeTakeFirst()) !== undefined
    },

    async add({ id, orderId, at, byId, amount, currency, method, note, year, number, reverses, facts }: NewPayment) {
      const paper = { year, number, reverses, facts: JSON.stringify(facts) }
      await db
        .insertInto('payments')
        .values({ id, order_id: orderId, at, by_id: byId, amount, currency, method, note, ...paper })
        .execute()
    },

    /** Stores the picture of a payment. Returns false when it has one. */
    async addPicture(paymentId: string, bytes: Uint8Array<ArrayBuffer>, at: Date) {
      const adding = db.insertInto('payment_pictures').values({ payment_id: paymentId, bytes, saved_at: at.toISOString() })
      return (await adding.onConflict(c => c.doNothing()).executeTakeFirst()).numInsertedOrUpdatedRows === 1n
    },

    async hasPicture(paymentId: string) {
      const row = await db.selectFrom('payment_pictures').select('payment_id').where('payment_id', '=', paymentId).executeTakeFirst()
      return row !== undefined
    },

    async pictureOf(paymentId: string) {
      return (await db.selectFrom('payment_pictures').select('bytes').where('payment_id', '=', paymentId).executeTakeFirst())?.bytes
    },
  }
}

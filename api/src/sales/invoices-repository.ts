import type { Currency } from '@hudur/core/sales/currency'
import type { Invoice, InvoiceKind } from '@hudur/core/sales/invoices'
import type { PaperFacts } from '@hudur/core/sales/payments'
import type { Kysely } from 'kysely'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

/** An invoice or a credit note to add. `byId` is the id of the account that adds it. */
export type NewInvoice = Omit<Invoice, 'by'> & { byId: string }

type StoredInvoice = {
  id: string
  kind: InvoiceKind
  year: number
  number: number
  orderId: string
  at: string
  by: string | null
  amount: number
  currency: string
  paid: number
  note: string
  facts: string
  reversesId: string | null
  reversesYear: number | null
  reversesNumber: number | null
}

const toInvoice = ({ reversesId, reversesYear, reversesNumber, currency, facts, ...row }: StoredInvoice): Invoice => ({
  ...row,
  currency: currency as Currency,
  reverses: reversesId === null ? null : { id: reversesId, year: reversesYear!, number: reversesNumber! },
  facts: JSON.parse(facts) as PaperFacts,
})

/** The invoices of orders and their credit notes. They are added and read, and never changed. */
export const invoicesIn = (db: Kysely<Tables>) => {
  const select = () =>
    db
      .selectFrom('invoices')
      .leftJoin('users', 'users.id', 'invoices.by_id')
      .leftJoin('invoices as reversed', 'reversed.id', 'invoices.reverses')
      .select([
        ...(['invoices.id', 'invoices.kind', 'invoices.year', 'invoices.number', 'invoices.order_id as orderId'] as const),
        ...(['invoices.at', 'users.username as by', 'invoices.amount', 'invoices.currency', 'invoices.paid'] as const),
        ...(['invoices.note', 'invoices.facts', 'reversed.id as reversesId', 'reversed.year as reversesYear'] as const),
        'reversed.number as reversesNumber',
      ])

  return {
    countOf: (orderId: string) => countRows(db.selectFrom('invoices').where('order_id', '=', orderId)),

    /** Returns the invoices and credit notes of an order, oldest first. */
    async listOf(orderId: string): Promise<Invoice[]> {
      const rows = await select().where('invoices.order_id', '=', orderId).orderBy('invoices.at').orderBy('invoices.id').execute()
      return rows.map(toInvoice)
    },

    async find(id: string): Promise<Invoice | undefined> {
      const row = await select().where('invoices.id', '=', id).executeTakeFirst()
      return row && toInvoice(row)
    },

    /** Returns the invoice of an order that no credit note reverses. */
    async standingOf(orderId: string): Promise<Invoice | undefined> {
      const row = await select()
        .where('invoices.order_id', '=', orderId)
        .where('invoices.kind', '=', 'invoice')
        .where(eb =>
          eb.not(eb.exists(eb.selectFrom('invoices as notes').select('notes.id').whereRef('notes.reverses', '=', 'invoices.id'))),
        )
        .executeTakeFirst()
      return row && toInvoice(row)
    },

    async add({ id, kind, year, number, orderId, at, byId, amount, currency, paid, note, reverses, facts }: NewInvoice) {
      const stored = { reverses: reverses?.id ?? null, facts: JSON.stringify(facts) }
      await db
        .insertInto('invoices')
        .values({ id, kind, year, number, order_id: orderId, at, by_id: byId, amount, currency, paid, note, ...stored })
        .execute()
    },
  }
}

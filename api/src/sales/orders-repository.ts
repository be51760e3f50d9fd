import type { Currency, Money } from '@hudur/core/sales/currency'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** What the papers of an order state about it. */
export type SoldOrder = {
  id: string
  eventName: string
  eventDate: string
  customerName: string | null
  phone: string
  invitationCount: number
  agreed: Money | null
}

/** The website orders as the sales see them. */
export const soldOrdersIn = (db: Kysely<Tables>) => {
  const columns = [
    ...(['id', 'event_name as eventName', 'event_date as eventDate', 'customer_name as customerName', 'phone'] as const),
    ...(['invitation_count as invitationCount', 'agreed_amount', 'agreed_currency'] as const),
  ] as const
  type Row = Omit<SoldOrder, 'agreed'> & { agreed_amount: number | null; agreed_currency: string | null }
  const toOrder = ({ agreed_amount, agreed_currency, ...order }: Row): SoldOrder => ({
    ...order,
    agreed: agreed_amount === null ? null : { amount: agreed_amount, currency: agreed_currency as Currency },
  })

  return {
    async find(id: string) {
      const row = await db.selectFrom('orders').select(columns).where('id', '=', id).executeTakeFirst()
      return row && toOrder(row)
    },

    /** Locks an order until the end of the transaction and returns it. */
    async lock(id: string) {
      const locking = db.updateTable('orders').set(eb => ({ status: eb.ref('status') }))
      const row = await locking.where('id', '=', id).returning(columns).executeTakeFirst()
      return row && toOrder(row)
    },

    async agree(id: string, { amount, currency }: Money, at: Date) {
      const agreed = { agreed_amount: amount, agreed_currency: currency, agreed_at: at.toISOString() }
      await db.updateTable('orders').set(agreed).where('id', '=', id).execute()
    },
  }
}

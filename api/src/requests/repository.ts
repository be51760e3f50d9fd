import { Refusal } from '@hudur/core/refusals'
import type { OfficeRequest, Order, UserRequest } from '@hudur/core/requests/contract'
import { paymentStateOf } from '@hudur/core/sales/payment-account'
import { type Kysely, type Selectable, sql } from 'kysely'
import { officeTable } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'
import { searchKeyOf } from '../database/search-key.ts'

/** An order by a visitor, about which the office has no notes yet. */
export type NewOrder = Omit<Order, 'customerNotes' | 'officeNotes' | 'paymentState'>

/** What was paid for an order in the currency of its agreed sum. */
const PAID =
  sql<number>`(select coalesce(sum(amount), 0) from payments where order_id = orders.id and currency = orders.agreed_currency)`.as('paid')

type OrderRow = Selectable<Tables['orders']> & { paid: number }
type RequestRow = Selectable<Tables['user_requests']>

/** Returns the fields that orders and requests have in common. */
const toCommonFields = (row: OrderRow | RequestRow) => ({
  id: row.id,
  eventName: row.event_name,
  eventDate: row.event_date,
  eventType: row.event_type,
  phone: row.phone,
  invitationCount: row.invitation_count,
  notes: row.notes,
  createdAt: row.created_at,
})

const toCommonColumns = (orderOrRequest: NewOrder | UserRequest, customerName: string | null = null) => ({
  id: orderOrRequest.id,
  event_name: orderOrRequest.eventName,
  event_date: orderOrRequest.eventDate,
  event_type: orderOrRequest.eventType,
  phone: orderOrRequest.phone,
  invitation_count: orderOrRequest.invitationCount,
  notes: orderOrRequest.notes,
  search_key: searchKeyOf([orderOrRequest.eventName, customerName, orderOrRequest.notes], orderOrRequest.phone),
  created_at: orderOrRequest.createdAt,
})

const keysOfOrder = (row: OrderRow) => ({
  search_key: searchKeyOf([row.event_name, row.customer_name, row.notes, row.office_notes], row.phone),
})
const keysOfRequest = (row: RequestRow) => ({
  search_key: searchKeyOf([row.event_name, row.notes], row.phone),
  office_key: searchKeyOf([row.office_notes]),
})

const toOrder = (row: OrderRow): Order => ({
  ...toCommonFields(row),
  notes: row.notes ?? row.office_notes,
  customerName: row.customer_name,
  customerNotes: row.notes,
  officeNotes: row.office_notes,
  status: row.status,
  source: row.source,
  userId: row.user_id,
  paymentState: paymentStateOf(row.agreed_amount, row.paid),
})
const toRequest = (row: RequestRow): UserRequest => ({ ...toCommonFields(row), userId: row.user_id, status: row.status })
const toOfficeRequest = (row: RequestRow): OfficeRequest => ({ ...toRequest(row), officeNotes: row.office_notes })

/** The orders of visitors on the website. */
export const ordersIn = (db: Kysely<Tables>) => ({
  ...officeTable(db, 'orders', toOrder, { keysOf: keysOfOrder, more: PAID }),

  async add(order: NewOrder) {
    await db
      .insertInto('orders')
      .values({
        ...toCommonColumns(order, order.customerName),
        customer_name: order.customerName,
        status: order.status,
        source: order.source,
      })
      .execute()
  },

  /** Reads an order, with the event that was prepared from it. */
  async findWithEvent(id: string): Promise<(Order & { eventId: string | null }) | undefined> {
    const row = await db.selectFrom('orders').selectAll().select(PAID).where('id', '=', id).executeTakeFirst()
    return row && { ...toOrder(row), eventId: row.event_id }
  },

  /** Saves the account and the event of an order. Throws `not-found` when the order was deleted meanwhile. */
  async link(id: string, { userId, eventId }: { userId: string; eventId: string }) {
    const linked = db.updateTable('orders').set({ user_id: userId, event_id: eventId }).where('id', '=', id)
    if ((await linked.executeTakeFirst()).numUpdatedRows === 0n) throw new Refusal('not-found')
  },

  /** Rejects the pending orders that arrived from `from` to `to`, both included. Returns their ids. */
  async rejectPending({ from, to }: { from: string; to: string }) {
    const rejectPending = db.updateTable('orders').set({ status: 'rejected' }).where('status', '=', 'pending')
    const rejected = await rejectPending.where('created_at', '>=', from).where('created_at', '<=', to).returning('id').execute()
    return rejected.map(({ id }) => id)
  },
})

/** Reads the names by which the requests of users are found, with the ids of the users. */
export async function readNamesOfUsers(db: Kysely<Tables>) {
  const rows = await db.selectFrom('users').select(['id', 'full_name', 'username']).execute()
  return rows.map(({ id, full_name, username }) => ({ id, key: searchKeyOf([full_name, username]) }))
}

/** The requests of users to the administrators, as administrators see them. */
export const officeRequestsIn = (db: Kysely<Tables>) =>
  officeTable(db, 'user_requests', toOfficeRequest, { columns: ['search_key', 'office_key'], keysOf: keysOfRequest })

/** The requests of users to the administrators, as their users see them. */
export const userRequestsIn = (db: Kysely<Tables>) => ({
  ...officeTable(db, 'user_requests', toRequest),

  async add(request: UserRequest) {
    await db
      .insertInto('user_requests')
      .values({ ...toCommonColumns(request), user_id: request.userId, status: request.status, office_notes: null })
      .execute()
  },
})

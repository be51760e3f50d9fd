import type { Order, OrderStatus, UserRequest } from '@hudur/core/requests/contract'
import type { Kysely, Selectable } from 'kysely'
import { newestFirstList } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

type OrderRow = Selectable<Tables['orders']>
type RequestRow = Selectable<Tables['user_requests']>

type Decision<Status> = { status?: Status | undefined; notes?: string | undefined }

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

const toCommonColumns = (orderOrRequest: Order | UserRequest) => ({
  id: orderOrRequest.id,
  event_name: orderOrRequest.eventName,
  event_date: orderOrRequest.eventDate,
  event_type: orderOrRequest.eventType,
  phone: orderOrRequest.phone,
  invitation_count: orderOrRequest.invitationCount,
  notes: orderOrRequest.notes,
  created_at: orderOrRequest.createdAt,
})

const toOrder = (row: OrderRow): Order => ({
  ...toCommonFields(row),
  customerName: row.customer_name,
  status: row.status,
  source: row.source,
})
const toRequest = (row: RequestRow): UserRequest => ({ ...toCommonFields(row), userId: row.user_id, status: row.status })

/** A selection by user and status; a field that is not given selects all. */
type RequestSelection = { userId?: string | undefined; status?: OrderStatus | undefined }

/** The orders of visitors on the website. */
export const ordersIn = (db: Kysely<Tables>) => {
  const selectMatching = ({ status }: RequestSelection) => {
    const all = db.selectFrom('orders')
    return status === undefined ? all : all.where('status', '=', status)
  }

  return {
    ...newestFirstList(selectMatching, toOrder),

    async find(id: string): Promise<Order | undefined> {
      const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toOrder(row)
    },

    async add(order: Order) {
      await db
        .insertInto('orders')
        .values({ ...toCommonColumns(order), customer_name: order.customerName, status: order.status, source: order.source })
        .execute()
    },

    /** Saves the fields that an administrator may change. */
    async decide(id: string, changes: Decision<Order['status']>) {
      await db.updateTable('orders').set(changes).where('id', '=', id).execute()
    },
  }
}

/** The requests of users to the administrators. */
export const userRequestsIn = (db: Kysely<Tables>) => {
  const selectMatching = ({ userId, status }: RequestSelection) => {
    let query = db.selectFrom('user_requests')
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    // Requests have only some of the statuses of orders; another status matches no row.
    return status === undefined ? query : query.where('status', '=', status as UserRequest['status'])
  }

  return {
    ...newestFirstList(selectMatching, toRequest),

    async find(id: string): Promise<UserRequest | undefined> {
      const row = await db.selectFrom('user_requests').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toRequest(row)
    },

    async add(request: UserRequest) {
      await db
        .insertInto('user_requests')
        .values({ ...toCommonColumns(request), user_id: request.userId, status: request.status })
        .execute()
    },

    /** Saves the fields that an administrator may change. */
    async decide(id: string, changes: Decision<UserRequest['status']>) {
      await db.updateTable('user_requests').set(changes).where('id', '=', id).execute()
    },
  }
}

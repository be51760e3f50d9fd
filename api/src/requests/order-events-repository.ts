import { MAX_TIMELINE_EVENTS, type TimelineChange, type TimelineEntry } from '@hudur/core/requests/timeline'
import type { Kysely, Selectable } from 'kysely'
import { toChunks } from '../database/chunks.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { paymentsIn } from '../sales/payments-repository.ts'

/** The order or the request of a timeline. */
export type TimelineSubject = { orderId: string } | { requestId: string }

type EventRow = Selectable<Tables['order_events']>
type Acted = { by: string; at: Date }

/** Returns the column with the id of the subject, and the id. */
const keyOf = (subject: TimelineSubject) =>
  'orderId' in subject ? (['order_id', subject.orderId] as const) : (['request_id', subject.requestId] as const)

const toRow = (change: TimelineChange, { by, at }: Acted) => ({
  id: newId(),
  at: at.toISOString(),
  by_id: by,
  kind: change.kind,
  status: 'status' in change ? change.status : null,
  former_status: 'formerStatus' in change ? change.formerStatus : null,
  channel: 'channel' in change ? change.channel : null,
  body: 'body' in change ? change.body : null,
})

function toEntry({ id, at, by, ...row }: EventRow & { by: string | null }): TimelineEntry {
  if (row.kind === 'status') return { id, at, by, kind: 'status', status: row.status!, formerStatus: row.former_status! }
  if (row.kind === 'reply') return { id, at, by, kind: 'reply', channel: row.channel!, body: row.body ?? '' }
  return { id, at, by, kind: 'notes', body: row.body ?? '' }
}

/** What administrators did about orders and requests. The events of a deleted order or request are deleted with it. */
export const orderEventsIn = (db: Kysely<Tables>) => {
  /** Adds the same event to many orders or requests, and deletes the oldest of each beyond `MAX_TIMELINE_EVENTS`. */
  async function addToAll(column: 'order_id' | 'request_id', ids: readonly string[], change: TimelineChange, acted: Acted) {
    for (const some of toChunks(ids)) {
      const rows = some.map(id => ({ ...toRow(change, acted), [column]: id }))
      await db.insertInto('order_events').values(rows).execute()
      const numbered = db
        .selectFrom('order_events')
        .select(eb => [
          'id',
          eb.fn
            .agg<number>('row_number')
            .over(over => over.partitionBy(column).orderBy('at', 'desc').orderBy('id', 'desc'))
            .as('number'),
        ])
        .where(column, 'in', some)
      const excess = db.selectFrom(numbered.as('numbered')).select('id').where('number', '>', MAX_TIMELINE_EVENTS)
      await db.deleteFrom('order_events').where('id', 'in', excess).execute()
    }
  }

  return {
    /** Adds events of one order or request, in the transaction of the change, and deletes the oldest beyond `MAX_TIMELINE_EVENTS`. */
    async add(subject: TimelineSubject, changes: readonly TimelineChange[], acted: Acted) {
      if (changes.length === 0) return
      const [column, id] = keyOf(subject)
      const rows = changes.map(change => ({ ...toRow(change, acted), [column]: id }))
      await db.insertInto('order_events').values(rows).execute()
      const newest = db.selectFrom('order_events').select('id').where(column, '=', id).orderBy('at', 'desc').orderBy('id', 'desc')
      const excess = await newest.offset(MAX_TIMELINE_EVENTS).limit(1_000).execute()
      if (excess.length === 0) return
      const ids = excess.map(row => row.id)
      await db.deleteFrom('order_events').where('id', 'in', ids).execute()
    },

    /** Adds the same event to many orders. */
    addToOrders: (orderIds: readonly string[], change: TimelineChange, acted: Acted) => addToAll('order_id', orderIds, change, acted),

    /** Adds the same event to many requests. */
    addToRequests: (requestIds: readonly string[], change: TimelineChange, acted: Acted) =>
      addToAll('request_id', requestIds, change, acted),

    /** Reads the events of an order or a request, the oldest first. */
    async list(subject: TimelineSubject): Promise<TimelineEntry[]> {
      const [column, id] = keyOf(subject)
      const rows = await db
        .selectFrom('order_events')
        .leftJoin('users as actors', 'actors.id', 'order_events.by_id')
        .selectAll('order_events')
        .select('actors.username as by')
        .where(`order_events.${column}`, '=', id)
        .orderBy('order_events.at')
        // A change of both has the status first, and then the notes.
        .orderBy('order_events.kind', 'desc')
        .orderBy('order_events.id')
        .execute()
      return rows.map(toEntry)
    },

    /** Reads the grants and corrections that were made for an order or a request, the oldest first. */
    async grants(subject: TimelineSubject): Promise<TimelineEntry[]> {
      const [column, id] = keyOf(subject)
      const rows = await db
        .selectFrom('credits')
        .leftJoin('users as actors', 'actors.id', 'credits.by_id')
        .select(['credits.id', 'credits.at', 'actors.username as by', 'credits.amount', 'credits.reason'])
        .where(`credits.${column}`, '=', id)
        .orderBy('credits.at')
        .orderBy('credits.id')
        .limit(MAX_TIMELINE_EVENTS)
        .execute()
      return rows.map(row => ({ ...row, kind: 'grant' }))
    },

    /** Reads the payments for an order and their reversals, the oldest first. A request has none. */
    async payments(subject: TimelineSubject): Promise<TimelineEntry[]> {
      if (!('orderId' in subject)) return []
      const payments = await paymentsIn(db).listOf(subject.orderId)
      return payments.map(({ id, at, by, amount, currency, method, note }) => ({
        id,
        at,
        by,
        kind: 'payment',
        amount,
        currency,
        method,
        note,
      }))
    },

    /** Reads when an order or a request arrived, and the username of its user; undefined where it does not exist. */
    async arrival(subject: TimelineSubject): Promise<TimelineEntry | undefined> {
      const [column, id] = keyOf(subject)
      const row =
        column === 'order_id'
          ? await db.selectFrom('orders').select(['id', 'created_at as at']).where('id', '=', id).executeTakeFirst()
          : await db
              .selectFrom('user_requests')
              .leftJoin('users', 'users.id', 'user_requests.user_id')
              .select(['user_requests.id', 'user_requests.created_at as at', 'users.username as by'])
              .where('user_requests.id', '=', id)
              .executeTakeFirst()
      return row && { by: null, ...row, kind: 'created' }
    },
  }
}

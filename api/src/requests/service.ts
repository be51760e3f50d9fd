import type { Actor } from '@hudur/core/actor'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { groupBy } from '@hudur/core/group-by'
import { Refusal } from '@hudur/core/refusals'
import type { UserRequest } from '@hudur/core/requests/contract'
import { changesBetween, inOrderOfTime, type OrderStatus, type TimelineChange } from '@hudur/core/requests/timeline'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { idempotencyKeysIn, runOnce, VISITORS_USER_ID } from '../database/idempotency-keys.ts'
import { readListing } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { type Selection, selectedIds } from '../database/selection.ts'
import type { Deps, Services } from '../deps.ts'
import { queueNewOrderEmail } from '../mail/emails.ts'
import { trailIn } from '../trail/repository.ts'
import { orderEventsIn, type TimelineSubject } from './order-events-repository.ts'
import { type NewOrder, officeRequestsIn, ordersIn, readNamesOfUsers, userRequestsIn } from './repository.ts'

/** The most pending orders of all visitors together, and requests of one user. Both cost no quota. */
const MAX_ORDERS = 2_000
const MAX_REQUESTS = 50

/** Returns the order or the request that an input names. Throws `bad-input` unless it names exactly one. */
function subjectOf({ orderId, requestId }: { orderId?: string | undefined; requestId?: string | undefined }): TimelineSubject {
  if (orderId !== undefined && requestId === undefined) return { orderId }
  if (requestId !== undefined && orderId === undefined) return { requestId }
  throw new Refusal('bad-input')
}

type RequestFilters = Omit<EndpointInput<typeof contract.requests.listAll>, 'limit' | 'offset'>

type StatusChange = Extract<TimelineChange, { kind: 'status' }>

type StatusRow<Status> = { id: string; status: Status }

type SelectedOfTable<Status> = Selection<Pick<RequestFilters, 'status' | 'from' | 'to'>> & {
  ids: readonly string[]
  table: {
    lockSelected: (ids: readonly string[], all: SelectedOfTable<Status>['all']) => Promise<StatusRow<Status>[]>
    setStatusOfAll: (ids: readonly string[], status: Status) => Promise<void>
  }
}

/** Sets the status of selected orders or requests. `addEvents` adds the change to the timelines of those that had the same status before. */
async function changeStatuses<Status extends OrderStatus>(
  { table, ids, all }: SelectedOfTable<Status>,
  status: Status,
  addEvents: (ids: string[], change: StatusChange) => Promise<void>,
) {
  const changed = (await table.lockSelected(ids, all)).filter(row => row.status !== status)
  await table.setStatusOfAll(
    changed.map(({ id }) => id),
    status,
  )
  for (const [formerStatus, rows] of groupBy(changed, row => row.status))
    await addEvents(
      rows.map(({ id }) => id),
      { kind: 'status', status, formerStatus },
    )
  return { changed: changed.length }
}

/** Orders by visitors and requests by users. A repeat under the same idempotency key creates nothing. */
export function requestService({ db, now, mail }: Deps): Omit<Services<typeof contract.requests>, 'account' | 'openAccount'> {
  async function listRequests(which: RequestFilters, page: { limit?: number | undefined; offset?: number | undefined } = {}) {
    const users = which.search ? await readNamesOfUsers(db.slowReads) : []
    return readListing(officeRequestsIn(db.slowReads), { ...which, users }, page)
  }

  /** Adds the same change of the status of orders to their timelines and trails. */
  async function addStatusChange(trx: Kysely<Tables>, ids: readonly string[], change: StatusChange, actor: Actor) {
    await orderEventsIn(trx).addToOrders(ids, change, { by: actor.id, at: now() })
    const changes = ids.map(id => ({ before: { id, status: change.formerStatus }, after: { id, status: change.status } }))
    await trailIn(trx).add('order', { by: actor, at: now() }, changes)
  }

  return {
    async order({ input: { nonce, ...wanted } }) {
      const ordered = await db.write(trx =>
        runOnce(idempotencyKeysIn(trx, VISITORS_USER_ID), { nonce, kind: 'order', input: wanted, now: now() }, async () => {
          const order: NewOrder = {
            ...wanted,
            id: newId(),
            customerName: wanted.customerName || null,
            status: 'pending',
            source: 'website',
            notes: wanted.notes || null,
            createdAt: now().toISOString(),
            userId: null,
          }
          if ((await ordersIn(trx).count({ status: 'pending' })) >= MAX_ORDERS)
            throw new Refusal('budget-used', { text: texts.tooManyForms })
          await ordersIn(trx).add(order)
          const created = { ...order, customerNotes: order.notes }
          await trailIn(trx).add('order', { by: 'visitor', at: now() }, [{ after: created }])
          if (mail) await queueNewOrderEmail(trx, { order, recipients: await accountsIn(trx).administratorEmails() }, now())
          return { success: true as const, id: order.id }
        }),
      )
      mail?.wake()
      return ordered
    },

    orders: ({ input: { limit, offset, ...which } }) => readListing(ordersIn(db.slowReads), which, { limit, offset }),

    updateOrder: ({ actor, input: { id, status, notes, officeNotes = notes } }) =>
      db.write(async trx => {
        const { before, after } = await ordersIn(trx).change(id, { status, office_notes: officeNotes })
        await orderEventsIn(trx).add({ orderId: id }, changesBetween(before, after), { by: actor.id, at: now() })
        await trailIn(trx).add('order', { by: actor, at: now() }, [{ before, after }])
        return after
      }),

    async rejectOrders({ actor, input: span }) {
      return db.write(async trx => {
        const ids = await ordersIn(trx).rejectPending(span)
        const rejected = ids.length
        await addStatusChange(trx, ids, { kind: 'status', status: 'rejected', formerStatus: 'pending' }, actor)
        const description = texts.activity.ordersRejected(rejected)
        if (rejected > 0)
          await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'order', targetId: '', description, at: now() })
        return { rejected }
      })
    },

    async updateOrders({ actor, input: { newStatus, ids: given, all } }) {
      const ids = await selectedIds({ ids: given, all }, which => readListing(ordersIn(db.slowReads), which, {}))
      return db.write(trx =>
        changeStatuses({ table: ordersIn(trx), ids, all }, newStatus, (some, change) => addStatusChange(trx, some, change, actor)),
      )
    },

    async updateMany({ actor, input: { newStatus, ids: given, all } }) {
      const ids = await selectedIds({ ids: given, all }, which => listRequests(which))
      return db.write(trx =>
        changeStatuses({ table: officeRequestsIn(trx), ids, all }, newStatus, (some, change) =>
          orderEventsIn(trx).addToRequests(some, change, { by: actor.id, at: now() }),
        ),
      )
    },

    async create({ actor, input: { nonce, notes, ...wanted } }) {
      return db.write(trx =>
        runOnce(idempotencyKeysIn(trx, actor.id), { nonce, kind: 'request', input: { ...wanted, notes }, now: now() }, async () => {
          const request: UserRequest = {
            ...wanted,
            id: newId(),
            userId: actor.id,
            status: 'pending',
            notes: notes || null,
            createdAt: now().toISOString(),
          }
          const requests = userRequestsIn(trx)
          if ((await requests.count({ userId: actor.id, status: 'pending' })) >= MAX_REQUESTS)
            throw new Refusal('budget-used', { text: texts.budget.requests(MAX_REQUESTS) })
          await requests.add(request)
          return request
        }),
      )
    },

    list: ({ actor, input: { userId = actor.id, limit, offset, ...which } }) =>
      readListing(userRequestsIn(db.slowReads), { ...which, userId: actor.isAdmin ? userId : actor.id }, { limit, offset }),

    listAll: ({ input: { limit, offset, ...which } }) => listRequests(which, { limit, offset }),

    update: ({ actor, input: { id, officeNotes, ...changes } }) =>
      db.write(async trx => {
        const { before, after } = await officeRequestsIn(trx).change(id, { ...changes, office_notes: officeNotes })
        await orderEventsIn(trx).add({ requestId: id }, changesBetween(before, after), { by: actor.id, at: now() })
        return after
      }),

    async timeline({ input }) {
      const events = orderEventsIn(db.slowReads)
      const subject = subjectOf(input)
      const arrival = await events.arrival(subject)
      if (!arrival) throw new Refusal('not-found')
      return inOrderOfTime([
        arrival,
        ...(await events.list(subject)),
        ...(await events.grants(subject)),
        ...(await events.payments(subject)),
      ])
    },

    noteReply: ({ actor, input: { nonce, ...reply } }) =>
      db.write(trx =>
        runOnce(idempotencyKeysIn(trx, actor.id), { nonce, kind: 'reply', input: reply, now: now() }, async () => {
          const { channel, body } = reply
          const events = orderEventsIn(trx)
          const subject = subjectOf(reply)
          if (!(await events.arrival(subject))) throw new Refusal('not-found')
          await events.add(subject, [{ kind: 'reply', channel, body }], { by: actor.id, at: now() })
          return { success: true as const }
        }),
      ),
  }
}

import type { contract } from '@hudur/core/contract'
import { Refusal } from '@hudur/core/refusals'
import type { Order, UserRequest } from '@hudur/core/requests/contract'
import * as texts from '@hudur/core/texts'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { idempotencyKeysIn, runOnce, VISITORS_USER_ID } from '../database/idempotency-keys.ts'
import { readListing } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Deps, Services } from '../deps.ts'
import { queueNewOrderEmail } from '../mail/emails.ts'
import { officeRequestsIn, ordersIn, readNamesOfUsers, userRequestsIn } from './repository.ts'

/** The most pending orders of all visitors together, and requests of one user. Both cost no quota. */
const MAX_ORDERS = 2_000
const MAX_REQUESTS = 50

/** Orders by visitors and requests by users. A repeat under the same idempotency key creates nothing. */
export const requestService = ({ db, now, mail }: Deps): Omit<Services<typeof contract.requests>, 'account' | 'openAccount'> => ({
  async order({ input: { nonce, ...wanted } }) {
    const ordered = await db.write(trx =>
      runOnce(idempotencyKeysIn(trx, VISITORS_USER_ID), { nonce, kind: 'order', input: wanted, now: now() }, async () => {
        const order: Order = {
          ...wanted,
          id: newId(),
          customerName: wanted.customerName || null,
          status: 'pending',
          source: 'website',
          notes: null,
          createdAt: now().toISOString(),
          userId: null,
        }
        if ((await ordersIn(trx).count({ status: 'pending' })) >= MAX_ORDERS) throw new Refusal('budget-used', { text: texts.tooManyForms })
        await ordersIn(trx).add(order)
        if (mail) await queueNewOrderEmail(trx, { order, recipients: await accountsIn(trx).administratorEmails() }, now())
        return { success: true as const, id: order.id }
      }),
    )
    mail?.wake()
    return ordered
  },

  orders: ({ input: { limit, offset, ...which } }) => readListing(ordersIn(db.slowReads), which, { limit, offset }),

  updateOrder: ({ input: { id, ...changes } }) => db.write(trx => ordersIn(trx).change(id, changes)),

  async rejectOrders({ actor, input: span }) {
    return db.write(async trx => {
      const rejected = await ordersIn(trx).rejectPending(span)
      const description = texts.activity.ordersRejected(rejected)
      if (rejected > 0)
        await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'order', targetId: '', description, at: now() })
      return { rejected }
    })
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

  async listAll({ input: { limit, offset, ...which } }) {
    const users = which.search ? await readNamesOfUsers(db.slowReads) : []
    return readListing(officeRequestsIn(db.slowReads), { ...which, users }, { limit, offset })
  },

  update: ({ input: { id, officeNotes, ...changes } }) =>
    db.write(trx => officeRequestsIn(trx).change(id, { ...changes, office_notes: officeNotes })),
})

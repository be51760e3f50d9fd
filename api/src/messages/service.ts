import type { contract } from '@hudur/core/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { activityIn } from '../activity/repository.ts'
import { idempotencyKeysIn, runOnce, VISITORS_USER_ID } from '../database/idempotency-keys.ts'
import { readListing } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import { selectedIds } from '../database/selection.ts'
import type { Deps, Services } from '../deps.ts'
import { messagesIn } from './repository.ts'

/** The most unread messages of all visitors together. */
const MAX_UNREAD = 2_000

/** The messages of visitors to the administrators. */
export const messageService = ({ db, now }: Deps): Services<typeof contract.messages> => ({
  async create({ input: { nonce, ...written } }) {
    return db.write(trx =>
      runOnce(idempotencyKeysIn(trx, VISITORS_USER_ID), { nonce, kind: 'message', input: written, now: now() }, async () => {
        const id = newId()
        const messages = messagesIn(trx)
        if ((await messages.count({ status: 'new' })) >= MAX_UNREAD) throw new Refusal('budget-used', { text: texts.tooManyForms })
        await messages.add({ ...written, id, source: 'website', status: 'new', createdAt: now().toISOString() })
        return { success: true as const, id }
      }),
    )
  },

  list: ({ input: { limit, offset, ...which } }) => readListing(messagesIn(db.slowReads), which, { limit, offset }),

  markRead: async ({ input: span }) => ({ read: await db.write(trx => messagesIn(trx).markRead(span)) }),

  async updateMany({ input: { newStatus, ids: given, all } }) {
    const ids = await selectedIds({ ids: given, all }, which => readListing(messagesIn(db.slowReads), which, {}))
    return db.write(async trx => {
      const changed = (await messagesIn(trx).lockSelected(ids, all)).filter(({ status }) => status !== newStatus)
      await messagesIn(trx).setStatusOfAll(
        changed.map(({ id }) => id),
        newStatus,
      )
      return { changed: changed.length }
    })
  },

  async removeMany({ actor, input: { ids: given, all } }) {
    const ids = await selectedIds({ ids: given, all }, which => readListing(messagesIn(db.slowReads), which, {}))
    return db.write(async trx => {
      const removed = await messagesIn(trx).lockSelected(ids, all)
      await messagesIn(trx).removeAll(removed.map(({ id }) => id))
      const description = texts.activity.messagesDeleted(removed.length)
      await activityIn(trx).record({ userId: actor.id, verb: 'delete', target: 'message', targetId: '', description, at: now() })
      return { changed: removed.length }
    })
  },

  update: async ({ input: { id, status } }) => (await db.write(trx => messagesIn(trx).change(id, { status }))).after,
})

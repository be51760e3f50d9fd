import type { contract } from '@hudur/core/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { idempotencyKeysIn, runOnce, VISITORS_USER_ID } from '../database/idempotency-keys.ts'
import { readListing } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
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

  update: async ({ input: { id, status } }) => (await db.write(trx => messagesIn(trx).change(id, { status }))).after,
})

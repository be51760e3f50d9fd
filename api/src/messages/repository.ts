import type { Message } from '@hudur/core/messages/contract'
import type { Kysely, Selectable } from 'kysely'
import { toChunks } from '../database/chunks.ts'
import { officeTable } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'
import { searchKeyOf } from '../database/search-key.ts'

const toMessage = ({ full_name, created_at, search_key: _, ...row }: Selectable<Tables['messages']>): Message => ({
  ...row,
  fullName: full_name,
  createdAt: created_at,
})

export const messagesIn = (db: Kysely<Tables>) => ({
  ...officeTable(db, 'messages', toMessage),

  /** Marks the new messages that arrived from `from` to `to`, both included, as read. Returns their number. */
  async markRead({ from, to }: { from: string; to: string }) {
    const markRead = db.updateTable('messages').set({ status: 'read' }).where('status', '=', 'new')
    const { numUpdatedRows } = await markRead.where('created_at', '>=', from).where('created_at', '<=', to).executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  },

  /** Deletes messages for good. */
  async removeAll(ids: readonly string[]) {
    for (const some of toChunks(ids)) await db.deleteFrom('messages').where('id', 'in', some).execute()
  },

  async add({ fullName, createdAt, ...message }: Message) {
    await db
      .insertInto('messages')
      .values({
        ...message,
        full_name: fullName,
        search_key: searchKeyOf([fullName, message.email, message.subject, message.message]),
        created_at: createdAt,
      })
      .execute()
  },
})

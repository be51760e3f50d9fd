import type { Message } from '@hudur/core/messages/contract'
import type { Kysely, Selectable } from 'kysely'
import { newestFirstList } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

const toMessage = ({ full_name, created_at, ...row }: Selectable<Tables['messages']>): Message => ({
  ...row,
  fullName: full_name,
  createdAt: created_at,
})

/** A selection by status; without one it selects all messages. */
type MessageSelection = { status?: Message['status'] | undefined }

export const messagesIn = (db: Kysely<Tables>) => {
  const selectMatching = ({ status }: MessageSelection) => {
    const all = db.selectFrom('messages')
    return status === undefined ? all : all.where('status', '=', status)
  }

  return {
    ...newestFirstList(selectMatching, toMessage),

    async find(id: string): Promise<Message | undefined> {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toMessage(row)
    },

    async add({ fullName, createdAt, ...message }: Message) {
      await db
        .insertInto('messages')
        .values({ ...message, full_name: fullName, created_at: createdAt })
        .execute()
    },

    async mark({ id, status }: Pick<Message, 'id' | 'status'>) {
      await db.updateTable('messages').set({ status }).where('id', '=', id).execute()
    },
  }
}

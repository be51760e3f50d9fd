import type { Message } from '@hudur/core'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../database/schema.ts'

const toMessage = ({ full_name, created_at, ...row }: Selectable<Tables['messages']>): Message => ({
  ...row,
  fullName: full_name,
  createdAt: created_at,
})

export const messagesIn = (db: Kysely<Tables>) => ({
  async find(id: string): Promise<Message | undefined> {
    const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toMessage(row)
  },

  /** Newest first. */
  async list(): Promise<Message[]> {
    const rows = await db.selectFrom('messages').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
    return rows.map(toMessage)
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
})

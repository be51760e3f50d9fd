import type { Message } from '@hudur/core'
import type { Kysely, Selectable } from 'kysely'
import { olderThan, PAGE, pagesOf } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

const toMessage = ({ full_name, created_at, ...row }: Selectable<Tables['messages']>): Message => ({
  ...row,
  fullName: full_name,
  createdAt: created_at,
})

/** Those of every status where none is named. */
type Which = { status?: Message['status'] | undefined }

export const messagesIn = (db: Kysely<Tables>) => {
  const matching = ({ status }: Which) => {
    const all = db.selectFrom('messages')
    return status === undefined ? all : all.where('status', '=', status)
  }

  const newestFirst = (which: Which) => matching(which).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')

  return {
    async find(id: string): Promise<Message | undefined> {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toMessage(row)
    },

    async count(which: Which) {
      const { total } = await matching(which)
        .select(eb => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return total
    },

    /** Newest first. */
    async page(which: Which, limit: number, offset: number) {
      return (await newestFirst(which).limit(limit).offset(offset).execute()).map(toMessage)
    },

    /** All of them in the same order, in pages by key. */
    pages: (which: Which) =>
      pagesOf<Message>(async last => (await newestFirst(which).where(olderThan(last)).limit(PAGE).execute()).map(toMessage)),

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

import { type Kysely, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import { toChunks } from '../database/chunks.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

/** What an account's quota still has to cover: pending invitations and the allotments of its family links. */
export const quotaIn = (db: Kysely<Tables>) => ({
  /** Reads the ids of an owner's pending invitations, oldest first. */
  async pendingIds(userId: string) {
    const rows = await db
      .selectFrom('invitations')
      .select('id')
      .where('user_id', '=', userId)
      .where('is_pending', '=', 1)
      // With the column alone, SQLite would read all invitations of the owner in this order, instead of the index of pending ones.
      .orderBy(sql`created_at || ''`)
      .orderBy('position')
      .execute()
    return rows.map(({ id }) => id)
  },

  countPending: (userId: string) => countRows(db.selectFrom('invitations').where('user_id', '=', userId).where('is_pending', '=', 1)),

  /** Marks invitations as no longer pending. */
  async release(ids: string[], now: Date) {
    for (const some of toChunks(ids)) {
      const releasing = db.updateTable('invitations').set({ is_pending: 0, changed_at: now.toISOString() })
      const released = releasing.where(amongTextsCondition(db, sql`id`, some))
      recordChanges(await released.returning(['user_id as userId', 'event_id as eventId']).execute())
    }
  },

  /** Counts the unused invitations of the allotments of an owner's links that are not revoked. They are charged already. */
  async unusedAllotments(userId: string) {
    const { unused } = await db
      .selectFrom('links')
      .select(sql<number>`coalesce(sum(allotment - used), 0)`.as('unused'))
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('allotment', 'is not', null)
      .executeTakeFirstOrThrow()
    return unused
  },
})

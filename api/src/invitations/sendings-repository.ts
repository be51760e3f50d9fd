import type { Invitation, SendingChannel } from '@hudur/core/invitations/invitation'
import { type Kysely, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import { readInChunks, toChunks } from '../database/chunks.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'

/** A mark that an invitation was sent. `userId`, `linkId`: the account that made it, or the link and its owner. */
export type SentMark = { via: SendingChannel; userId: string; linkId: string | null; now: Date }

/** Stores the marks that invitations were sent. The caller has locked their owners. */
export const sendingsIn = (db: Kysely<Tables>) => ({
  async add(invitations: readonly Invitation[], { via, userId, linkId, now }: SentMark) {
    const at = now.toISOString()
    for (const some of toChunks(invitations)) {
      const rows = some.map(({ id }) => ({ id: newId(), invitation_id: id, via, user_id: userId, link_id: linkId, created_at: at }))
      await db.insertInto('sendings').values(rows).execute()
      const ids = some.map(({ id }) => id)
      await db.updateTable('invitations').set({ sent_at: at, sent_via: via, changed_at: at }).where('id', 'in', ids).execute()
    }
    recordChanges(invitations)
  },

  /** Deletes the last sent mark of each invitation. The mark before it applies again, unless it was set before the last reissue. */
  async removeLast(invitations: readonly Invitation[], now: Date) {
    const selectLastSending = <Column extends 'id' | 'created_at' | 'via'>(column: Column) =>
      sql<Tables['sendings'][Column]>`(select ${sql.ref(column)} from sendings where invitation_id = invitations.id
        and created_at > coalesce(
          (select max(created_at) from card_changes where invitation_id = invitations.id and kind = 'reissue'), '')
        order by created_at desc, id desc limit 1)`
    for (const some of toChunks(invitations)) {
      const ids = some.map(({ id }) => id)
      await db
        .deleteFrom('sendings')
        .where('id', 'in', eb => eb.selectFrom('invitations').where('invitations.id', 'in', ids).select(selectLastSending('id').as('id')))
        .execute()
      await db
        .updateTable('invitations')
        .set({ sent_at: selectLastSending('created_at'), sent_via: selectLastSending('via'), changed_at: now.toISOString() })
        .where('id', 'in', ids)
        .execute()
    }
    recordChanges(invitations)
  },

  /** Returns the ids of those of the invitations whose last sent mark the link `linkId` has set. */
  async lastMarkedBy(linkId: string, invitations: readonly Invitation[]) {
    const invitationIds = invitations.map(({ id }) => id)
    const rows = await readInChunks(invitationIds, some =>
      db
        .selectFrom('sendings')
        .innerJoin('invitations', join =>
          join.onRef('invitations.id', '=', 'sendings.invitation_id').onRef('invitations.sent_at', '=', 'sendings.created_at'),
        )
        .select('invitations.id')
        .where('sendings.link_id', '=', linkId)
        .where('invitations.id', 'in', some)
        .execute(),
    )
    return new Set(rows.map(({ id }) => id))
  },
})

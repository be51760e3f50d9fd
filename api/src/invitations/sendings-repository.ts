import type { CardChange, Invitation, SendingChannel } from '@hudur/core/invitations/invitation'
import { type Kysely, type Selectable, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import { readInChunks, toChunks } from '../database/chunks.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { FACTS_OF_INVITATION } from '../events/told-facts-repository.ts'
import { lastCardChange, NEW_CODE_KINDS } from './card-changes-repository.ts'

/** A mark that an invitation was sent. `userId`, `linkId`: the account that made it, or the link and its owner. */
export type SentMark = { via: SendingChannel; userId: string; linkId: string | null; now: Date }

/** Stores the marks that invitations were sent. The caller has locked their owners. */
export const sendingsIn = (db: Kysely<Tables>) => ({
  async add(invitations: readonly Invitation[], { via, userId, linkId, now }: SentMark) {
    const at = now.toISOString()
    for (const some of toChunks(invitations)) {
      const ids = some.map(({ id }) => id)
      const marked = await db
        .updateTable('invitations')
        .set({ sent_at: at, sent_via: via, skipped_in: null, changed_at: at })
        .set(eb => ({ told: FACTS_OF_INVITATION, told_persons: eb.ref('max_scans'), told_table: eb.ref('guest_table') }))
        .where('id', 'in', ids)
        .returning(['id', 'told', 'told_persons', 'told_table'])
        .execute()
      const rows = marked.map(({ id, ...told }) => ({
        ...{ id: newId(), invitation_id: id, via, user_id: userId, link_id: linkId, created_at: at },
        ...told,
      }))
      await db.insertInto('sendings').values(rows).execute()
    }
    recordChanges(invitations)
  },

  /** Marks the guests of invitations as thanked. */
  async addThanks(invitations: readonly Invitation[], { via, userId, now }: SentMark) {
    const at = now.toISOString()
    for (const some of toChunks(invitations)) {
      const ids = some.map(({ id }) => id)
      await db.updateTable('invitations').set({ thanked_at: at, skipped_in: null, changed_at: at }).where('id', 'in', ids).execute()
      const rows = ids.map(id => ({ id: newId(), invitation_id: id, via, user_id: userId, created_at: at, is_thanks: 1 }))
      await db.insertInto('sendings').values(rows).execute()
    }
    recordChanges(invitations)
  },

  /** Deletes the marks that the guests of invitations were thanked. */
  async removeThanks(invitations: readonly Invitation[], now: Date) {
    for (const some of toChunks(invitations)) {
      const ids = some.map(({ id }) => id)
      await db.deleteFrom('sendings').where('is_thanks', '=', 1).where('invitation_id', 'in', ids).execute()
      await db.updateTable('invitations').set({ thanked_at: null, changed_at: now.toISOString() }).where('id', 'in', ids).execute()
    }
    recordChanges(invitations)
  },

  /**
   * Deletes the last sent mark of each invitation. The previous mark is valid again, unless it was set before the last reissue; then the
   * guest counts as told only what that mark recorded.
   */
  async removeLast(invitations: readonly Invitation[], now: Date) {
    const selectLast = <Column extends keyof Tables['sendings']>(column: Column, newCodes: readonly CardChange['kind'][]) =>
      sql<Selectable<Tables['sendings']>[Column]>`(select ${sql.ref(column)} from sendings where invitation_id = invitations.id
        and is_thanks = 0 and created_at > ${lastCardChange(sql`invitations.id`, newCodes)}
        order by created_at desc, id desc limit 1)`
    const selectLastSending = <Column extends keyof Tables['sendings']>(column: Column) => selectLast(column, NEW_CODE_KINDS)
    const selectLastTold = <Column extends keyof Tables['sendings']>(column: Column) => selectLast(column, ['give-away'])
    for (const some of toChunks(invitations)) {
      const ids = some.map(({ id }) => id)
      await db
        .deleteFrom('sendings')
        .where('id', 'in', eb => eb.selectFrom('invitations').where('invitations.id', 'in', ids).select(selectLastSending('id').as('id')))
        .execute()
      await db
        .updateTable('invitations')
        .set({ sent_at: selectLastSending('created_at'), sent_via: selectLastSending('via'), changed_at: now.toISOString() })
        .set({ told: selectLastTold('told'), told_persons: selectLastTold('told_persons'), told_table: selectLastTold('told_table') })
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

import { API, contract, fold, type Invitation, type Stats } from '@hudur/core'
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import { chunks } from '../database/chunks.ts'
import type { Tables } from '../database/schema.ts'

export const qrAddress = (id: string) => `${API}${contract.invitations.qr.path}?id=${id}`

const toInvitation = (row: Selectable<Tables['invitations']>): Invitation => ({
  id: row.id,
  userId: row.user_id,
  eventName: row.event_name,
  eventDate: row.event_date,
  guestName: row.guest_name,
  qrCode: qrAddress(row.id),
  generationType: row.generation_type,
  maxScans: row.max_scans,
  currentScans: row.current_scans,
  isScanned: row.current_scans > 0,
  scannedAt: row.scanned_at,
  createdAt: row.created_at,
})

const toRow = (invitation: Invitation, position: number): Selectable<Tables['invitations']> => ({
  id: invitation.id,
  user_id: invitation.userId,
  event_name: invitation.eventName,
  event_key: fold(invitation.eventName),
  event_date: invitation.eventDate,
  guest_name: invitation.guestName,
  guest_key: fold(invitation.guestName),
  generation_type: invitation.generationType,
  max_scans: invitation.maxScans,
  current_scans: invitation.currentScans,
  scanned_at: invitation.scannedAt,
  created_at: invitation.createdAt,
  position,
})

/** Whose invitations are meant: one owner's, or everybody's. */
export type Reach = { userId: string | undefined }

export type Filter = 'all' | 'scanned' | 'unscanned' | Invitation['generationType']

const within =
  ({ userId }: Reach) =>
  (eb: ExpressionBuilder<Tables, 'invitations'>) =>
    eb.and(userId === undefined ? [] : [eb('user_id', '=', userId)])

const contains = (text: string) => `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`

const like = (column: 'guest_key' | 'event_key', text: string) => sql<boolean>`${sql.ref(column)} like ${contains(text)} escape '\\'`

export const invitationsIn = (db: Kysely<Tables>) => {
  const matching = ({ userId, search, filter = 'all' }: Reach & { search?: string | undefined; filter?: Filter | undefined }) => {
    let query = db.selectFrom('invitations').where(within({ userId }))
    if (search) query = query.where(eb => eb.or([like('guest_key', search), like('event_key', search)]))
    if (filter === 'scanned') return query.where('current_scans', '>', 0)
    if (filter === 'unscanned') return query.where('current_scans', '=', 0)
    return filter === 'all' ? query : query.where('generation_type', '=', filter)
  }

  return {
    async find(id: string, reach: Reach) {
      const row = await db.selectFrom('invitations').selectAll().where('id', '=', id).where(within(reach)).executeTakeFirst()
      return row && toInvitation(row)
    },

    /** Those of `ids` that exist, in no order. */
    async findAll(ids: string[]) {
      const found: Invitation[] = []
      for (const some of chunks(ids)) {
        const rows = await db.selectFrom('invitations').selectAll().where('id', 'in', some).execute()
        found.push(...rows.map(toInvitation))
      }
      return found
    },

    /** Newest first, those made together in the order they were given. */
    async list({
      limit,
      offset = 0,
      ...which
    }: Reach & { search?: string | undefined; filter?: Filter | undefined; limit?: number | undefined; offset?: number | undefined }) {
      const { total } = await matching(which)
        .select(eb => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      let query = matching(which).selectAll().orderBy('created_at', 'desc').orderBy('position').orderBy('id')
      if (limit !== undefined) query = query.limit(limit).offset(offset)
      return { rows: (await query.execute()).map(toInvitation), total }
    },

    /** Whose whole folded name this is; one more than `limit` tells that there are others. */
    async named(name: string, reach: Reach, limit: number) {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('guest_key', '=', fold(name))
        .where(within(reach))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toInvitation)
    },

    /** In whose folded name this stands. */
    async partlyNamed(name: string, reach: Reach, limit: number) {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where(like('guest_key', name))
        .where(within(reach))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toInvitation)
    },

    async stats({ recentSince, activeSince, ...reach }: Reach & { recentSince: string; activeSince: string }): Promise<Stats> {
      const counted = await db
        .selectFrom('invitations')
        .where(within(reach))
        .select(eb => [
          eb.fn.countAll<number>().as('total'),
          sql<number>`coalesce(sum(case when current_scans > 0 then 1 else 0 end), 0)`.as('scanned'),
          sql<number>`coalesce(sum(case when created_at >= ${recentSince} then 1 else 0 end), 0)`.as('recentGenerated'),
          sql<number>`count(distinct case when created_at >= ${activeSince} then event_key end)`.as('activeEvents'),
          sql<number>`coalesce(sum(case when current_scans < max_scans then current_scans else max_scans end), 0)`.as('arrived'),
          sql<number>`coalesce(sum(max_scans), 0)`.as('invited'),
        ])
        .executeTakeFirstOrThrow()
      return { ...counted, unscanned: counted.total - counted.scanned }
    },

    /** Adds those whose ids are free; how many that were. */
    async add(invitations: Invitation[]) {
      let added = 0
      for (const some of chunks(invitations.map(toRow))) {
        const { numInsertedOrUpdatedRows = 0n } = await db
          .insertInto('invitations')
          .values(some)
          .onConflict(c => c.column('id').doNothing())
          .executeTakeFirst()
        added += Number(numInsertedOrUpdatedRows)
      }
      return added
    },

    /** Saves what `after` counts, only if nobody has counted since `before` was read. */
    async replaceCount(before: Invitation, after: Invitation) {
      const { numUpdatedRows } = await db
        .updateTable('invitations')
        .set({ current_scans: after.currentScans, scanned_at: after.scannedAt })
        .where('id', '=', before.id)
        .where('current_scans', '=', before.currentScans)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}

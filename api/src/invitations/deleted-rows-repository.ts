import { foldSpelling } from '@hudur/core/arabic'
import { countAdmission, countExit, revertAdmissionCount, revertExitCount } from '@hudur/core/invitations/rules'
import { type Kysely, type Selectable, sql } from 'kysely'
import { recordChange } from '../database/changes.ts'
import { toChunks } from '../database/chunks.ts'
import { notUndone } from '../database/conditions.ts'
import type { Tables } from '../database/schema.ts'
import { deletedEventsIn } from '../events/deleted-events-repository.ts'
import { insertWords } from './guest-words-repository.ts'

type DeletedEventRow = Selectable<Tables['deleted_events']>

/** The tables with the rows of one event, and with those of some of its invitations; parents before children. */
const TABLES_OF_EVENT = ['events', 'designs', 'event_pictures', 'links', 'link_sessions', 'walk_ins', 'whatsapp_plans'] as const
const TABLES_OF_INVITATIONS = ['invitations', 'sendings', 'answers', 'whatsapp_messages'] as const
type KeptTable = (typeof TABLES_OF_EVENT | typeof TABLES_OF_INVITATIONS)[number]

type KeptRow = Record<string, unknown>

const toContent = (rows: KeptRow[]) =>
  JSON.stringify(rows.map(row => (row.bytes instanceof Uint8Array ? { ...row, bytes: Buffer.from(row.bytes).toString('base64') } : row)))

const fromContent = (content: string): KeptRow[] =>
  (JSON.parse(content) as KeptRow[]).map(row =>
    typeof row.bytes === 'string' ? { ...row, bytes: Uint8Array.from(Buffer.from(row.bytes, 'base64')) } : row,
  )

/** The rows of deleted events that can be restored, stored as JSON. */
export const deletedRowsIn = (db: Kysely<Tables>) => {
  const whereOfEvent = (table: (typeof TABLES_OF_EVENT)[number], eventId: string) => {
    if (table === 'events') return sql`id = ${eventId}`
    return table === 'link_sessions' ? sql`link_id in (select id from links where event_id = ${eventId})` : sql`event_id = ${eventId}`
  }

  /** Yields the rows of an event, at most 500 of one table at once. */
  async function* readRows(eventId: string, invitationIds: readonly string[]) {
    for (const table of TABLES_OF_EVENT) {
      const { rows } = await sql<KeptRow>`select * from ${sql.table(table)} where ${whereOfEvent(table, eventId)}`.execute(db)
      for (const some of toChunks(rows)) yield { table, rows: some }
    }
    for (const ids of toChunks(invitationIds))
      for (const table of TABLES_OF_INVITATIONS) {
        const id = sql.ref(table === 'invitations' ? 'id' : 'invitation_id')
        const { rows } = await sql<KeptRow>`select * from ${sql.table(table)} where ${id} in (${sql.join(ids)})`.execute(db)
        for (const some of toChunks(rows)) yield { table, rows: some }
      }
  }

  /** Inserts rows of a table. Events and invitations count as changed, so that devices download them. */
  async function insertRows(table: KeptTable, rows: KeptRow[], changedAt: string) {
    const isDownloaded = table === 'events' || table === 'invitations'
    await db
      .insertInto(table)
      .values((isDownloaded ? rows.map(row => ({ ...row, changed_at: changedAt })) : rows) as never)
      .execute()
    if (table === 'invitations') await insertWords(db, rows as Selectable<Tables['invitations']>[])
  }

  /** Deletes the tombstones of invitations. Returns how many of the invitations were refunded. */
  async function removeTombstones(ids: string[]) {
    const removed = await db.deleteFrom('tombstones').where('id', 'in', ids).returning('refunded').execute()
    return removed.filter(({ refunded }) => refunded === 1).length
  }

  return {
    /** Copies the rows of an event, whose invitations are locked, before they are deleted. */
    async keep(deletedEventId: string, eventId: string, invitationIds: readonly string[]) {
      let number = 0
      for await (const { table, rows } of readRows(eventId, invitationIds)) {
        const row = { deleted_event_id: deletedEventId, number: number++, table_name: table, content: toContent(rows) }
        await db.insertInto('deleted_event_rows').values(row).execute()
        if (table === 'links' || table === 'designs')
          await deletedEventsIn(db).keepIds(
            deletedEventId,
            rows.map(({ id }) => id as string),
          )
      }
    },

    /** Inserts the rows of a deleted event again, and deletes its tombstones. Returns how many of its invitations were refunded. */
    async putBack({ id, event_id, user_id, name, date }: DeletedEventRow, now: Date) {
      const stored = db.selectFrom('deleted_event_rows').where('deleted_event_id', '=', id)
      const parts = await stored.select(['number', 'table_name']).orderBy('number').execute()
      let refunded = 0
      for (const { number, table_name } of parts) {
        const { content } = await stored.select('content').where('number', '=', number).executeTakeFirstOrThrow()
        const rows = fromContent(content)
        await insertRows(table_name as KeptTable, rows, now.toISOString())
        if (table_name === 'invitations') refunded += await removeTombstones(rows.map(row => row.id as string))
      }
      await db.deleteFrom('event_tombstones').where('id', '=', event_id).execute()
      await db
        .deleteFrom('event_names')
        .where('user_id', '=', user_id)
        .where('name_key', '=', foldSpelling(name))
        .where('date', '=', date)
        .where('event_id', '=', event_id)
        .execute()
      recordChange({ userId: user_id, eventId: event_id })
      return refunded
    },

    /** Counts the offline admissions, exits and undos of the event's invitations that were uploaded after its deletion. */
    async countLaterScans({ event_id, deleted_at }: DeletedEventRow) {
      const undoneSince = (outcome: 'admitted' | 'exited') => sql`(outcome = 'undone' and exists (
        select 1 from scans as earlier where earlier.invitation_id = scans.invitation_id and earlier.idempotency_key = scans.undoes
          and earlier.outcome = ${sql.lit(outcome)} and earlier.received_at <= ${deleted_at}))`
      const { rows } = await sql<{ id: string; admitted: number; exited: number; last: string | null }>`
        select invitation_id as id,
          sum(case when outcome = 'admitted' then people when ${undoneSince('admitted')} then -people else 0 end) as admitted,
          sum(case when outcome = 'exited' then people when ${undoneSince('exited')} then -people else 0 end) as exited,
          max(case when outcome = 'admitted' then happened_at end) as last
        from scans
        where received_at > ${deleted_at} and invitation_id in (select id from invitations where event_id = ${event_id})
          and ((outcome in ('admitted', 'exited') and ${notUndone}) or ${undoneSince('admitted')} or ${undoneSince('exited')})
        group by invitation_id`.execute(db)
      for (const { id, admitted, exited, last } of rows) {
        const found = db.selectFrom('invitations').select(['current_scans', 'outside', 'max_scans', 'scanned_at']).where('id', '=', id)
        const { current_scans: currentScans, outside, max_scans: maxScans, scanned_at } = await found.executeTakeFirstOrThrow()
        const before = { currentScans, outside, maxScans }
        const withAdmissions =
          admitted < 0 ? revertAdmissionCount(before, { people: -admitted }) : countAdmission(before, admitted).invitation
        const after = exited < 0 ? revertExitCount(withAdmissions, -exited) : countExit(withAdmissions, exited)
        const latest =
          [scanned_at, last]
            .filter(time => time !== null)
            .sort()
            .at(-1) ?? null
        await db
          .updateTable('invitations')
          .set({ current_scans: after.currentScans, outside: after.outside ?? 0, scanned_at: after.currentScans > 0 ? latest : null })
          .where('id', '=', id)
          .execute()
      }
    },
  }
}

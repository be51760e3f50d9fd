import { DELETED_EVENT_DAYS } from '@hudur/core/events/contract'
import { TRAIL_DAYS } from '@hudur/core/trail/fields'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'
import { SLOW_STATEMENT_TIMEOUT_MS, statementTimeoutStorage } from './statement-timeout.ts'

const DAY_MS = 86_400_000

/** The setting with the newest time at which the clock was trusted, as JSON (`installation/trusted-clock.ts`). */
export const TRUSTED_CLOCK_SETTING = 'trusted_clock'

/** How long payments and invoices are stored: ten years, as commercial papers are kept. */
const PAPER_DAYS = 3_653

/**
 * For each table with a limited retention: the column with the time, the primary key in whose order its rows are read, and the number of
 * days after which a row is deleted. Sessions expire after 30 days, before their rows are deleted.
 */
const RETENTIONS = [
  { table: 'activity', time: 'created_at', key: ['id'], days: 365 },
  { table: 'trail', time: 'at', key: ['id'], days: TRAIL_DAYS },
  { table: 'tombstones', time: 'deleted_at', key: ['id'], days: 90 },
  { table: 'event_names', time: 'ended_at', key: ['user_id', 'name_key', 'date'], days: 90 },
  { table: 'deleted_events', time: 'deleted_at', key: ['id'], days: DELETED_EVENT_DAYS },
  { table: 'event_tombstones', time: 'deleted_at', key: ['id'], days: 90 },
  { table: 'event_partners', time: 'ended_at', key: ['event_id', 'user_id'], days: 90 },
  { table: 'links', time: 'revoked_at', key: ['id'], days: 90 },
  { table: 'link_sessions', time: 'ended_at', key: ['token_hash'], days: 8 },
  { table: 'mails', time: 'created_at', key: ['id'], days: 90 },
  { table: 'whatsapp_messages', time: 'created_at', key: ['id'], days: 90 },
  { table: 'whatsapp_received', time: 'at', key: ['id'], days: 8 },
  { table: 'whatsapp_stops', time: 'at', key: ['who'], days: 730 },
  { table: 'registrations', time: 'decided_at', key: ['id'], days: 90 },
  { table: 'orders', time: 'created_at', key: ['id'], days: 730 },
  { table: 'user_requests', time: 'created_at', key: ['id'], days: 730 },
  { table: 'payments', time: 'at', key: ['id'], days: PAPER_DAYS },
  { table: 'payment_pictures', time: 'saved_at', key: ['payment_id'], days: 730 },
  { table: 'invoices', time: 'at', key: ['id'], days: PAPER_DAYS },
  { table: 'messages', time: 'created_at', key: ['id'], days: 365 },
  { table: 'conflicts', time: 'seen_at', key: ['id'], days: 365 },
  { table: 'idempotency_keys', time: 'created_at', key: ['user_id', 'idempotency_key'], days: 30 },
  { table: 'budgets', time: 'day', key: ['user_id', 'what', 'day'], days: 7 },
  { table: 'sessions', time: 'last_seen_at', key: ['token_hash'], days: 31 },
] as const

/** The retention of rate limit attempts. It is one day, because no rate limit counts attempts for longer. */
const ATTEMPT_RETENTION = { table: 'attempts', time: 'last_at', key: ['who'], days: 1 } as const

/** How long (ms) a picture is stored that no design has used, and one of a former look. */
const UNUSED_PICTURE_RETENTION_MS = DAY_MS
const FORMER_PICTURE_RETENTION_MS = 365 * DAY_MS

/** How long (ms) a link is stored after its end: its chosen end or, without one, three days after the day of its event has begun. */
const ENDED_LINK_RETENTION_MS = 90 * DAY_MS

/** How long (ms) a registration may stay pending. */
const PENDING_REGISTRATION_RETENTION_MS = 90 * DAY_MS

/**
 * How long (ms) two kinds of scans are stored at least: those without an invitation whose outcome is `refused` or `candidates`, and those
 * of an invitation, which are deleted with its tombstone.
 */
const MIN_SCAN_RETENTION_MS = 90 * DAY_MS
/** How long (ms) all other scans without an invitation are stored. */
const SCAN_WITHOUT_INVITATION_RETENTION_MS = 365 * DAY_MS

/** The maximum number of rows that one write deletes. Between two writes other writes can run. */
const MAX_ROWS_PER_WRITE = 500

const timeAgo = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

/** Deletes unused pictures, each in a write of its own, because a picture may have megabytes and other writes should run in between. */
async function deleteUnusedPictures({ read, write }: Database, now: Date) {
  for (const [since, isFormer] of [
    [UNUSED_PICTURE_RETENTION_MS, false],
    [FORMER_PICTURE_RETENTION_MS, true],
  ] as const) {
    const isExpired = (eb: ExpressionBuilder<Tables, 'pictures'>) =>
      eb.and([eb('unused_since', '<', timeAgo(now, since)), eb('look', isFormer ? 'is not' : 'is', null)])
    for (const { id } of await read.selectFrom('pictures').select('id').where(isExpired).execute())
      await write(trx => trx.deleteFrom('pictures').where('id', '=', id).where(isExpired).execute())
  }
}

/**
 * Deletes the pictures of deleted events that can no longer be restored: pictures that are marked as used although no design or deleted
 * event uses them, and pictures of former looks whose event no longer exists.
 */
async function deletePicturesOfDeletedEvents({ read, write }: Database) {
  const isLeft = sql<boolean>`case when unused_since is null
    then not exists (select 1 from designs where designs.picture_id = pictures.id)
      and not exists (select 1 from deleted_events where deleted_events.picture_id = pictures.id)
    else event_id is not null and not exists (select 1 from events where events.id = pictures.event_id)
      and not exists (select 1 from deleted_events where deleted_events.event_id = pictures.event_id) end`
  for (const { id } of await read.selectFrom('pictures').select('id').where(isLeft).execute())
    await write(trx => trx.deleteFrom('pictures').where('id', '=', id).where(isLeft).execute())
}

/**
 * Deletes links 90 days after their chosen end, but at most 181 days after the day of their event has begun (UTC), and links without a
 * chosen end 93 days after it.
 */
async function deleteEndedLinks({ write }: Database, now: Date) {
  const before = timeAgo(now, ENDED_LINK_RETENTION_MS)
  await write(trx => {
    const eventsBefore = (days: number) =>
      trx
        .selectFrom('events')
        .select('id')
        .where('date', '<', timeAgo(now, ENDED_LINK_RETENTION_MS + days * DAY_MS))
    return trx
      .deleteFrom('links')
      .where(eb =>
        eb.or([
          eb('expires_at', '<', before),
          eb('event_id', 'in', eventsBefore(91)),
          eb.and([eb('expires_at', 'is', null), eb('event_id', 'in', eventsBefore(3))]),
        ]),
      )
      .execute()
  })
}

/** Deletes the partners of deleted events that can no longer be restored. */
async function deletePartnersOfDeletedEvents({ write }: Database) {
  await write(trx =>
    trx
      .deleteFrom('event_partners')
      .where(
        sql<boolean>`not exists (select 1 from events where events.id = event_partners.event_id)
          and not exists (select 1 from deleted_events where deleted_events.event_id = event_partners.event_id)`,
      )
      .where('ended_at', 'is', null)
      .execute(),
  )
}

/** Builds the condition that no row of `table` has the id in this column. */
const isWithoutRow = (column: string, table: 'invitations' | 'tombstones') =>
  sql<boolean>`not exists (select 1 from ${sql.table(table)} as other where other.id = ${sql.ref(column)})`

/** Deletes the card changes of deleted invitations whose tombstones have been deleted too. */
async function deleteOrphanedCardChanges({ write }: Database) {
  await write(trx =>
    trx
      .deleteFrom('card_changes')
      .where(isWithoutRow('card_changes.invitation_id', 'invitations'))
      .where(isWithoutRow('card_changes.invitation_id', 'tombstones'))
      .execute(),
  )
}

/** Deletes registrations that have been pending for more than 90 days, and frees their usernames. */
async function deletePendingRegistrations({ write }: Database, now: Date) {
  await write(async trx => {
    const deleted = await trx
      .deleteFrom('registrations')
      .where('status', '=', 'pending')
      .where('created_at', '<', timeAgo(now, PENDING_REGISTRATION_RETENTION_MS))
      .returning('username_key')
      .execute()
    const keys = deleted.map(({ username_key }) => username_key)
    if (keys.length > 0) await trx.deleteFrom('usernames').where('key', 'in', keys).execute()
  })
}

/** Reads up to 500 expired scans after `last`, in the order in which they were received. */
const readExpiredScans = ({ slowReads }: Database, now: Date, last: { received_at: string; id: string } | undefined) =>
  slowReads
    .selectFrom('scans')
    .select(['id', 'received_at'])
    .where('received_at', '<', timeAgo(now, MIN_SCAN_RETENTION_MS))
    .$if(last !== undefined, query => query.where(eb => eb(eb.refTuple('received_at', 'id'), '>', eb.tuple(last!.received_at, last!.id))))
    .where(eb =>
      eb.or([
        eb.and([eb('outcome', 'in', ['refused', 'candidates']), eb('invitation_id', 'is', null)]),
        eb.and([eb('received_at', '<', timeAgo(now, SCAN_WITHOUT_INVITATION_RETENTION_MS)), eb('invitation_id', 'is', null)]),
        eb.and([
          eb('invitation_id', 'is not', null),
          isWithoutRow('scans.invitation_id', 'invitations'),
          isWithoutRow('scans.invitation_id', 'tombstones'),
        ]),
      ]),
    )
    .orderBy('received_at')
    .orderBy('id')
    .limit(MAX_ROWS_PER_WRITE)
    .execute()

/** How long (ms) after the day of their event has begun (UTC) the names and notes of walk-ins are stored. */
const WALK_IN_NAME_RETENTION_MS = 90 * DAY_MS

/** Deletes the names and notes of the walk-ins of former events, at most 500 in one write. Their numbers of people stay. */
async function deleteWalkInNames({ slowReads, write }: Database, now: Date) {
  for (;;) {
    const old = await slowReads
      .selectFrom('walk_ins')
      .innerJoin('events', 'events.id', 'walk_ins.event_id')
      .select('walk_ins.id')
      .where('events.date', '<', timeAgo(now, WALK_IN_NAME_RETENTION_MS))
      .where(eb => eb.or([eb('walk_ins.name', '<>', ''), eb('walk_ins.note', 'is not', null)]))
      .limit(MAX_ROWS_PER_WRITE)
      .execute()
    const ids = old.map(({ id }) => id)
    if (ids.length > 0) await write(trx => trx.updateTable('walk_ins').set({ name: '', note: null }).where('id', 'in', ids).execute())
    if (ids.length < MAX_ROWS_PER_WRITE) return
  }
}

/** Deletes expired scans with their conflicts and repeat counts. Reads scans in the order of their time, each only once. */
async function deleteExpiredScans(db: Database, now: Date) {
  for (let last: { received_at: string; id: string } | undefined; ; ) {
    const old = await readExpiredScans(db, now, last)
    const ids = old.map(({ id }) => id)
    if (ids.length > 0)
      await db.write(async trx => {
        await trx.deleteFrom('conflicts').where('scan_id', 'in', ids).execute()
        await trx.deleteFrom('scan_repeats').where('scan_id', 'in', ids).execute()
        await trx.deleteFrom('scans').where('id', 'in', ids).execute()
      })
    if (ids.length < MAX_ROWS_PER_WRITE) return
    last = old.at(-1)
  }
}

/** Deletes the expired rows of a table. Finds them on `slowReads` in the order of the primary key, so that each row is read only once. */
async function deleteExpiredRows(
  { slowReads, write }: Database,
  now: Date,
  { table, time, key, days }: (typeof RETENTIONS)[number] | typeof ATTEMPT_RETENTION,
) {
  const isExpired = sql`${sql.ref(time)} < ${timeAgo(now, days * DAY_MS)}`
  const columns = sql.join(key.map(name => sql.ref(name)))
  const keyOf = (row: Record<string, string>) => sql`(${sql.join(key.map(name => row[name]))})`
  for (let last: Record<string, string> | undefined; ; ) {
    const next = last ? sql`${isExpired} and (${columns}) > ${keyOf(last)}` : isExpired
    const found = sql<
      Record<string, string>
    >`select ${columns} from ${sql.table(table)} where ${next} order by ${columns} limit ${MAX_ROWS_PER_WRITE}`
    const { rows } = await found.execute(slowReads)
    const these = sql`(${columns}) in (values ${sql.join(rows.map(keyOf))})`
    // The delete checks `isExpired` again, because a row may have been used since it was read.
    if (rows.length > 0) await write(trx => sql`delete from ${sql.table(table)} where ${these} and ${isExpired}`.execute(trx))
    if (rows.length < MAX_ROWS_PER_WRITE) return
    last = rows.at(-1)
  }
}

/** Deletes attempts that no rate limit counts any more. It runs every hour, because anybody can add rows to the table. */
export const deleteExpiredAttempts = (db: Database, now: Date) => deleteExpiredRows(db, now, ATTEMPT_RETENTION)

/** Deletes all expired rows. Its statements may take as long as a slow read, because some read a whole table. */
export const deleteAllExpired = (db: Database, now: Date) =>
  statementTimeoutStorage.run(SLOW_STATEMENT_TIMEOUT_MS, () => deleteInAllTables(db, now))

async function deleteInAllTables(db: Database, now: Date) {
  for (const retention of RETENTIONS) await deleteExpiredRows(db, now, retention)
  await deleteExpiredAttempts(db, now)
  await deleteOrphanedCardChanges(db)
  await deletePendingRegistrations(db, now)
  await deleteEndedLinks(db, now)
  await deletePartnersOfDeletedEvents(db)
  await deleteExpiredScans(db, now)
  await deleteWalkInNames(db, now)
  await deleteUnusedPictures(db, now)
  await deletePicturesOfDeletedEvents(db)
}

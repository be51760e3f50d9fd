import { sql } from 'kysely'
import type { Database } from './database.ts'

const DAY = 86_400_000

/**
 * For each table with a limited retention: the column with the time, the primary key in whose order its rows are read, and the days after
 * which a row is deleted. Sessions expire before that; their rows are deleted afterwards.
 */
const RETENTIONS = [
  { table: 'activity', time: 'created_at', key: ['id'], days: 365 },
  { table: 'tombstones', time: 'deleted_at', key: ['id'], days: 90 },
  { table: 'event_names', time: 'ended_at', key: ['user_id', 'name_key', 'date'], days: 90 },
  { table: 'event_tombstones', time: 'deleted_at', key: ['id'], days: 90 },
  { table: 'links', time: 'revoked_at', key: ['id'], days: 90 },
  { table: 'link_sessions', time: 'ended_at', key: ['token_hash'], days: 8 },
  { table: 'mails', time: 'created_at', key: ['id'], days: 90 },
  { table: 'registrations', time: 'decided_at', key: ['id'], days: 90 },
  { table: 'orders', time: 'created_at', key: ['id'], days: 730 },
  { table: 'user_requests', time: 'created_at', key: ['id'], days: 730 },
  { table: 'messages', time: 'created_at', key: ['id'], days: 365 },
  { table: 'conflicts', time: 'seen_at', key: ['id'], days: 365 },
  { table: 'nonces', time: 'created_at', key: ['user_id', 'nonce'], days: 30 },
  { table: 'budgets', time: 'day', key: ['user_id', 'what', 'day'], days: 7 },
  { table: 'sessions', time: 'moved_at', key: ['token_hash'], days: 31 },
] as const

/** Retention of rate limit attempts: no limit counts attempts for longer than a day. */
const ATTEMPTS = { table: 'attempts', time: 'last_at', key: ['who'], days: 1 } as const

/** How long (ms) a picture that no design uses is stored. */
const UNUSED_PICTURES = DAY

/** How long (ms) a link is stored after its chosen end or, without one, after its event's day. */
const ENDED_LINKS = 90 * DAY

/** How long (ms) a registration may stay pending. */
const PENDING_REGISTRATIONS = 90 * DAY

/** How long (ms) refused scans without an invitation are stored, and how long all other scans are stored at least. */
const REFUSED_SCANS = 90 * DAY
const SCANS = 365 * DAY

/** The most rows deleted in one write; between two writes other writes run. */
const AT_ONCE = 500

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

/** Deletes unused pictures, each in a write of its own: a picture has megabytes, and other writes run in between. */
async function deleteUnusedPictures({ read, write }: Database, now: Date) {
  const before = ago(now, UNUSED_PICTURES)
  const unused = await read.selectFrom('pictures').select('id').where('unused_since', '<', before).execute()
  for (const { id } of unused)
    await write(trx => trx.deleteFrom('pictures').where('id', '=', id).where('unused_since', '<', before).execute())
}

/** Deletes links some time after they have ended: at their chosen moment, otherwise some days after their event. */
async function deleteEndedLinks({ write }: Database, now: Date) {
  const before = ago(now, ENDED_LINKS)
  await write(trx =>
    trx
      .deleteFrom('links')
      .where(eb =>
        eb.or([
          eb('expires_at', '<', before),
          eb.and([
            eb('expires_at', 'is', null),
            eb.exists(
              eb
                .selectFrom('events')
                .select('events.id')
                .whereRef('events.id', '=', 'links.event_id')
                .where('date', '<', ago(now, ENDED_LINKS + 3 * DAY)),
            ),
          ]),
        ]),
      )
      .execute(),
  )
}

/** Deletes the card changes of invitations that were deleted and have no tombstone any more. */
async function deleteChangesOfDeleted({ write }: Database) {
  await write(trx =>
    trx
      .deleteFrom('card_changes')
      .where(eb =>
        eb.not(
          eb.exists(eb.selectFrom('invitations').select('invitations.id').whereRef('invitations.id', '=', 'card_changes.invitation_id')),
        ),
      )
      .where(eb =>
        eb.not(eb.exists(eb.selectFrom('tombstones').select('tombstones.id').whereRef('tombstones.id', '=', 'card_changes.invitation_id'))),
      )
      .execute(),
  )
}

/** Deletes registrations that have been pending for too long, and frees their usernames. */
async function deletePendingRegistrations({ write }: Database, now: Date) {
  await write(async trx => {
    const deleted = await trx
      .deleteFrom('registrations')
      .where('status', '=', 'pending')
      .where('created_at', '<', ago(now, PENDING_REGISTRATIONS))
      .returning('username_key')
      .execute()
    const keys = deleted.map(({ username_key }) => username_key)
    if (keys.length > 0) await trx.deleteFrom('usernames').where('key', 'in', keys).execute()
  })
}

/**
 * Reads the next expired scans after `last`, in the order in which they were received: refused ones without an invitation after 90 days,
 * and those whose invitation does not exist after 365 days.
 */
const expiredScans = ({ slowReads }: Database, now: Date, last: { received_at: string; id: string } | undefined) =>
  slowReads
    .selectFrom('scans')
    .select(['id', 'received_at'])
    .where('received_at', '<', ago(now, REFUSED_SCANS))
    .$if(last !== undefined, query => query.where(eb => eb(eb.refTuple('received_at', 'id'), '>', eb.tuple(last!.received_at, last!.id))))
    .where(eb =>
      eb.or([
        eb.and([eb('outcome', 'in', ['refused', 'candidates']), eb('invitation_id', 'is', null)]),
        eb.and([
          eb('received_at', '<', ago(now, SCANS)),
          eb.not(eb.exists(eb.selectFrom('invitations').select('invitations.id').whereRef('invitations.id', '=', 'scans.invitation_id'))),
        ]),
      ]),
    )
    .orderBy('received_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()

/** Deletes expired scans with their conflicts and counts. Slow reads find them, and pass over each remaining row once. */
async function deleteExpiredScans(db: Database, now: Date) {
  for (let last: { received_at: string; id: string } | undefined; ; ) {
    const old = await expiredScans(db, now, last)
    const ids = old.map(({ id }) => id)
    if (ids.length > 0)
      await db.write(async trx => {
        await trx.deleteFrom('conflicts').where('scan_id', 'in', ids).execute()
        await trx.deleteFrom('scan_repeats').where('scan_id', 'in', ids).execute()
        await trx.deleteFrom('scans').where('id', 'in', ids).execute()
      })
    if (ids.length < AT_ONCE) return
    last = old.at(-1)
  }
}

/** Deletes the expired rows of a table. Slow reads find them in the order of the primary key, and pass over each row once. */
async function deleteExpired(
  { slowReads, write }: Database,
  now: Date,
  { table, time, key, days }: (typeof RETENTIONS)[number] | typeof ATTEMPTS,
) {
  const isOld = sql`${sql.ref(time)} < ${ago(now, days * DAY)}`
  const columns = sql.join(key.map(name => sql.ref(name)))
  const keyOf = (row: Record<string, string>) => sql`(${sql.join(key.map(name => row[name]))})`
  for (let last: Record<string, string> | undefined; ; ) {
    const next = last ? sql`${isOld} and (${columns}) > ${keyOf(last)}` : isOld
    const found = sql<Record<string, string>>`select ${columns} from ${sql.table(table)} where ${next} order by ${columns} limit ${AT_ONCE}`
    const { rows } = await found.execute(slowReads)
    const these = sql`(${columns}) in (values ${sql.join(rows.map(keyOf))})`
    // `isOld` again: a row that was used since the read stays.
    if (rows.length > 0) await write(trx => sql`delete from ${sql.table(table)} where ${these} and ${isOld}`.execute(trx))
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)
  }
}

/** Deletes attempts that no rate limit counts any more. Anybody can add rows to this table, so this runs every hour. */
export const deleteExpiredAttempts = (db: Database, now: Date) => deleteExpired(db, now, ATTEMPTS)

/** Deletes the expired rows of all tables. */
export async function deleteAllExpired(db: Database, now: Date) {
  for (const retention of RETENTIONS) await deleteExpired(db, now, retention)
  await deleteExpiredAttempts(db, now)
  await deleteChangesOfDeleted(db)
  await deletePendingRegistrations(db, now)
  await deleteEndedLinks(db, now)
  await deleteExpiredScans(db, now)
  await deleteUnusedPictures(db, now)
}

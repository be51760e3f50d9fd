import { sql } from 'kysely'
import type { Database } from './database.ts'

const DAY = 86_400_000

/**
 * How many days what is not kept for ever is kept, and the primary key by which its rows are walked over. Sessions end by themselves before that;
 * this is their sweeping.
 */
const KEPT = [
  { table: 'activity', time: 'created_at', key: ['id'], days: 365 },
  { table: 'tombstones', time: 'deleted_at', key: ['id'], days: 90 },
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

/** The longest time for which what was tried is counted is a day. */
const ATTEMPTS = { table: 'attempts', time: 'last_at', key: ['who'], days: 1 } as const

/** How long a picture that no design uses is kept. */
const UNUSED = DAY

/** How long (ms) a registration waits for a decision. */
const WAITING = 90 * DAY

/** How long (ms) an attempt at a door is kept that belongs to no invitation, and every other one at least. */
const REFUSED_SCANS = 90 * DAY
const SCANS = 365 * DAY

/** How many rows are removed in one write; between two others have their turn. */
const AT_ONCE = 500

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

/** Pictures go one by one: each is megabytes, and between them others have their turn. */
async function forgetUnusedPictures({ read, write }: Database, now: Date) {
  const before = ago(now, UNUSED)
  const unused = await read.selectFrom('pictures').select('id').where('unused_since', '<', before).execute()
  for (const { id } of unused)
    await write(trx => trx.deleteFrom('pictures').where('id', '=', id).where('unused_since', '<', before).execute())
}

/** Registrations that nobody decided go, and their usernames are free again. */
async function forgetWaitingRegistrations({ write }: Database, now: Date) {
  await write(async trx => {
    const gone = await trx
      .deleteFrom('registrations')
      .where('status', '=', 'pending')
      .where('created_at', '<', ago(now, WAITING))
      .returning('username_key')
      .execute()
    const keys = gone.map(({ username_key }) => username_key)
    if (keys.length > 0) await trx.deleteFrom('usernames').where('key', 'in', keys).execute()
  })
}

/** The next scans after `last`, in the order in which they were received, that have been kept long enough: refused ones, and those whose invitation has gone. */
const oldScans = ({ slowReads }: Database, now: Date, last: { received_at: string; id: string } | undefined) =>
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

/** Removes old scans with what stands beside them. They are found by slow reads: those that stay are walked over, once. */
async function forgetScans(db: Database, now: Date) {
  for (let last: { received_at: string; id: string } | undefined; ; ) {
    const old = await oldScans(db, now, last)
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

/** Removes the rows of a table that have been kept long enough. They are found by slow reads, by their key: each is walked over once. */
async function forgetOld({ slowReads, write }: Database, now: Date, { table, time, key, days }: (typeof KEPT)[number] | typeof ATTEMPTS) {
  const isOld = sql`${sql.ref(time)} < ${ago(now, days * DAY)}`
  const columns = sql.join(key.map(name => sql.ref(name)))
  const keyOf = (row: Record<string, string>) => sql`(${sql.join(key.map(name => row[name]))})`
  for (let last: Record<string, string> | undefined; ; ) {
    const next = last ? sql`${isOld} and (${columns}) > ${keyOf(last)}` : isOld
    const found = sql<Record<string, string>>`select ${columns} from ${sql.table(table)} where ${next} order by ${columns} limit ${AT_ONCE}`
    const { rows } = await found.execute(slowReads)
    const these = sql`(${columns}) in (values ${sql.join(rows.map(keyOf))})`
    // One that was used since it was found stays.
    if (rows.length > 0) await write(trx => sql`delete from ${sql.table(table)} where ${these} and ${isOld}`.execute(trx))
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)
  }
}

/** Removes what was tried so long ago that it is no longer counted. Anybody can add rows here, so it is done every hour. */
export const forgetAttempts = (db: Database, now: Date) => forgetOld(db, now, ATTEMPTS)

/** Removes what has been kept long enough. */
export async function forgetWhatIsOld(db: Database, now: Date) {
  for (const kept of KEPT) await forgetOld(db, now, kept)
  await forgetAttempts(db, now)
  await forgetWaitingRegistrations(db, now)
  await forgetScans(db, now)
  await forgetUnusedPictures(db, now)
}

import type { Database } from './database.ts'

const DAY = 86_400_000

/** How many days what is not kept for ever is kept. Sessions end by themselves before that; this is their sweeping. */
const KEPT = [
  { table: 'activity', time: 'created_at', days: 365 },
  { table: 'tombstones', time: 'deleted_at', days: 90 },
  { table: 'mails', time: 'created_at', days: 90 },
  // Those that wait have not been decided, and stay.
  { table: 'registrations', time: 'decided_at', days: 90 },
  { table: 'nonces', time: 'created_at', days: 30 },
  // No window is as long.
  { table: 'attempts', time: 'last_at', days: 1 },
  { table: 'sessions', time: 'moved_at', days: 31 },
] as const

/** How long a picture that no design uses is kept. */
const UNUSED = DAY

/** Pictures go one by one: each is megabytes, and between them others have their turn. */
async function forgetUnusedPictures({ read, write }: Database, now: Date) {
  const before = new Date(now.getTime() - UNUSED).toISOString()
  const unused = await read.selectFrom('pictures').select('id').where('unused_since', '<', before).execute()
  for (const { id } of unused)
    await write(trx => trx.deleteFrom('pictures').where('id', '=', id).where('unused_since', '<', before).execute())
}

/** Removes what has been kept long enough. */
export async function forgetWhatIsOld(db: Database, now: Date) {
  for (const { table, time, days } of KEPT) {
    const before = new Date(now.getTime() - days * DAY).toISOString()
    await db.write(trx => trx.deleteFrom(table).where(trx.dynamic.ref(time), '<', before).execute())
  }
  await forgetUnusedPictures(db, now)
}

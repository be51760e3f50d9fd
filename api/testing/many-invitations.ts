import { foldSpelling } from '@hudur/core/arabic'
import { sql } from 'kysely'
import { openDatabase } from '../src/database/open.ts'
import { eventsIn } from '../src/events/repository.ts'
import { newEvent } from '../src/events/writes.ts'
import { insertWords } from '../src/invitations/guest-words-repository.ts'

/** The most invitations added in one transaction, and the number of invitations of an event. */
const MAX_PER_TRANSACTION = 100_000
const INVITATIONS_PER_EVENT = 500

const FIRST_NAMES = ['أحمد', 'سارة', 'محمد', 'فاطمة', 'علي', 'نجلاء', 'عبد الله', 'هدى']
const FAMILY_NAMES = ['الحداد', 'ناصر', 'الصبري', 'باوزير', 'العمودي', 'صالح', 'القحطاني']

/** Return the name and the id of the invitation with this number. */
export const guestNameAt = (n: number) => `${FIRST_NAMES[n % FIRST_NAMES.length]} ${FAMILY_NAMES[n % FAMILY_NAMES.length]} ${n}`
export const invitationIdAt = (n: number) => `B000000000${1_000_000_000 + n}`

const sqlCaseByNumber = (names: string[]) =>
  sql`case n % ${sql.lit(names.length)} ${sql.join(
    names.map((name, n) => sql`when ${sql.lit(n)} then ${sql.lit(name)}`),
    sql` `,
  )} end`

/** Adds invitations directly to the database: over HTTP a million would take longer than the whole measurement. */
export async function addManyInvitations(place: Parameters<typeof openDatabase>[0], ownerId: string, size: number) {
  const db = await openDatabase(place)
  for (let from = 0; from < size; from += MAX_PER_TRANSACTION) {
    const until = Math.min(size, from + MAX_PER_TRANSACTION) - 1
    const at = new Date(Date.UTC(2026, 10, 1) + from * 1000).toISOString()
    await db.write(async trx => {
      for (let event = Math.floor(from / INVITATIONS_PER_EVENT); event * INVITATIONS_PER_EVENT <= until; event++)
        await eventsIn(trx).add(newEvent({ id: `event ${event}`, userId: ownerId, name: `حفل ${event}`, date: '2027-01-01' }, new Date(at)))
      await sql`
        insert into invitations (id, user_id, event_id, guest_name, guest_key, generation_type, max_scans,
          current_scans, scanned_at, created_at, position, is_pending, changed_at)
        with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(until)})
        select 'B000000000' || (1000000000 + n), ${ownerId}, 'event ' || (n / ${sql.lit(INVITATIONS_PER_EVENT)}),
          ${sqlCaseByNumber(FIRST_NAMES)} || ' ' || ${sqlCaseByNumber(FAMILY_NAMES)} || ' ' || n, ${sqlCaseByNumber(FIRST_NAMES.map(foldSpelling))} || ' ' || ${sqlCaseByNumber(FAMILY_NAMES.map(foldSpelling))} || ' ' || n,
          'custom', 1000, 0, null, ${at}, n % ${sql.lit(MAX_PER_TRANSACTION)}, 0, ${at}
        from numbers`.execute(trx)
      const rows = Array.from({ length: until - from + 1 }, (_, n) => ({
        ...{ id: invitationIdAt(from + n), user_id: ownerId, guest_key: foldSpelling(guestNameAt(from + n)), phone: null },
        ...{ created_at: at, position: (from + n) % MAX_PER_TRANSACTION },
      }))
      await insertWords(trx, rows)
    })
  }
  // Autovacuum does the same on a PostgreSQL server that runs for a minute.
  if (db.engine === 'postgres') await sql`vacuum analyze`.execute(db.read)
  await db.close()
}

/** Queues a WhatsApp message for each invitation directly in the database, each to a number of its own. */
export async function queueManyMessages(place: Parameters<typeof openDatabase>[0]) {
  const db = await openDatabase(place)
  const at = new Date().toISOString()
  await db.write(trx =>
    sql`insert into whatsapp_messages (id, invitation_id, kind, code, by_id, phone, state, is_latest, tries, next_try_at, state_at, created_at)
      select 'M' || id, id, 'invitation', id, user_id, '9677' || substr(id, 13), 'queued', 1, 0, ${at}, ${at}, ${at} from invitations`.execute(
      trx,
    ),
  )
  await db.close()
}

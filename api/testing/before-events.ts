import { type Kysely, sql } from 'kysely'
import type { Tables } from '../src/database/schema.ts'

/** The number of invitations of each event. */
export const EVENT_SIZE = 500

/** Adds an owner with invitations to a database whose last migration is the one before events were entities. */
export async function addInvitationsBefore(db: Kysely<Tables>, size: number) {
  const at = '2026-11-01T12:00:00.000Z'
  await sql`insert into users (id, full_name, username, username_key, password_hash, generation_limit, used_generations, is_admin, created_at)
    values ('owner', 'هناء', 'hanaa', 'hanaa', '', ${size}, ${size}, 0, ${at})`.execute(db)
  await sql`
    insert into invitations (id, user_id, event_name, event_key, event_date, guest_name, guest_key, generation_type, max_scans, current_scans,
      scanned_at, created_at, position, is_pending, changed_at)
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(size - 1)})
    select 'B000000000' || (1000000000 + n), 'owner', 'حفل ' || (n / ${sql.lit(EVENT_SIZE)}), 'حفل ' || (n / ${sql.lit(EVENT_SIZE)}),
      '2027-01-01', 'ضيف رقم ' || n, 'ضيف رقم ' || n, 'custom', 4, n % 3, null, ${at}, n % 1000, 0, ${at} from numbers`.execute(db)
}

type Counts = { invitations: number; events: number }

/** Counts the invitations and events of a database whose last migration is the one before events were entities. */
export async function countBefore(db: Kysely<Tables>) {
  const { rows } = await sql<Counts>`
    select count(*) as invitations, count(distinct event_key) as events from invitations`.execute(db)
  return rows[0]!
}

/** Counts the invitations that refer to the event of their number, and these events. */
export async function countAfter(db: Kysely<Tables>) {
  const { rows } = await sql<Counts>`
    select count(*) as invitations, count(distinct event_id) as events from invitations join events on events.id = event_id
    where 'حفل ' || ((cast(substr(invitations.id, 11) as integer) - 1000000000) / ${sql.lit(EVENT_SIZE)}) = events.name`.execute(db)
  return rows[0]!
}

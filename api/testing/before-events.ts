import { FIRST_LOOK } from '@hudur/core'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../src/database/schema.ts'

/** The number of invitations of each event. */
export const EVENT_SIZE = 500

const OWNERS = 4
/** How many of the events have a design. */
const DESIGNED = 100

/**
 * Adds owners with invitations, whose events are written in two spellings, and with designs, to a database whose last migration is the one
 * before events were entities.
 */
export async function addInvitationsBefore(db: Kysely<Tables>, size: number) {
  const at = '2026-11-01T12:00:00.000Z'
  const numbers = (count: number) =>
    sql`with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)})`
  await sql`insert into users (id, full_name, username, username_key, password_hash, generation_limit, used_generations, is_admin, created_at)
    ${numbers(OWNERS)} select 'owner ' || n, 'هناء', 'hanaa' || n, 'hanaa' || n, '', ${sql.lit(size)}, ${sql.lit(size / OWNERS)}, 0, ${at}
    from numbers`.execute(db)
  const event = sql`(n / ${sql.lit(EVENT_SIZE)})`
  await sql`
    insert into invitations (id, user_id, event_name, event_key, event_date, guest_name, guest_key, generation_type, max_scans, current_scans,
      scanned_at, created_at, position, is_pending, changed_at)
    ${numbers(size)}
    select 'B000000000' || (1000000000 + n), 'owner ' || (${event} % ${sql.lit(OWNERS)}),
      case when n % 2 = 0 then 'حفل ' else 'حفلٌ ' end || ${event}, 'حفل ' || ${event},
      '2027-01-01', 'ضيف رقم ' || n, 'ضيف رقم ' || n, 'custom', 4, n % 3, null, ${at}, n % 1000, 0, ${at} from numbers`.execute(db)
  await sql`insert into designs (id, user_id, event_name, event_key, event_date, look, picture_id, updated_at)
    ${numbers(Math.min(DESIGNED, size / EVENT_SIZE))} select 'design ' || n, 'owner ' || (n % ${sql.lit(OWNERS)}), 'حفلٌ ' || n, 'حفل ' || n,
      '2027-01-01', ${JSON.stringify(FIRST_LOOK)}, null, ${at} from numbers`.execute(db)
}

type Counts = { invitations: number; events: number; designs: number }

/** Returns what `addInvitationsBefore` has added. */
export const addedCounts = (size: number): Counts => ({
  ...{ invitations: size, events: size / EVENT_SIZE, designs: Math.min(DESIGNED, size / EVENT_SIZE) },
})

const NUMBER = sql`(cast(substr(invitations.id, 11) as integer) - 1000000000)`

/** Counts what was added in a database whose last migration is the one before events were entities. */
export async function countBefore(db: Kysely<Tables>) {
  const { rows } = await sql<Counts>`
    select count(*) as invitations, count(distinct event_key) as events,
      (select count(*) from designs where id like 'design %') as designs
    from invitations where id like 'B000000000%'`.execute(db)
  return rows[0]!
}

/** Counts the added invitations and designs that refer to the event of their number and their owner, and these events. */
export async function countAfter(db: Kysely<Tables>) {
  const { rows } = await sql<Counts>`
    select count(*) as invitations, count(distinct event_id) as events,
      (select count(*) from designs join events on events.id = designs.event_id and events.user_id = designs.user_id
        where designs.id = 'design ' || substr(events.name_key, 5)) as designs
    from invitations join events on events.id = event_id and events.user_id = invitations.user_id
    where invitations.id like 'B000000000%' and 'حفل ' || (${NUMBER} / ${sql.lit(EVENT_SIZE)}) = events.name_key`.execute(db)
  return rows[0]!
}

/** Returns whether a migration whose name begins so was applied. */
export async function hasMigration(db: Kysely<Tables>, start: string) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.some(({ name }) => name.startsWith(start))
}

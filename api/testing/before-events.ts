import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../src/database/schema.ts'

/** The number of invitations of each event. */
export const INVITATIONS_PER_EVENT = 500

const OWNER_COUNT = 4
/** How many of the events have a design. */
const DESIGN_COUNT = 100

/**
 * Adds owners with invitations and designs to a database that is not migrated yet to the table `events`. The invitations of an event have
 * its name in two spellings.
 */
export async function addInvitationsBeforeEvents(db: Kysely<Tables>, size: number) {
  const at = '2026-11-01T12:00:00.000Z'
  const numbersQuery = (count: number) =>
    sql`with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)})`
  await sql`insert into users (id, full_name, username, username_key, password_hash, generation_limit, used_generations, is_admin, created_at)
    ${numbersQuery(OWNER_COUNT)} select 'owner ' || n, 'هناء', 'hanaa' || n, 'hanaa' || n, '', ${sql.lit(size)}, ${sql.lit(size / OWNER_COUNT)}, 0, ${at}
    from numbers`.execute(db)
  const event = sql`(n / ${sql.lit(INVITATIONS_PER_EVENT)})`
  await sql`
    insert into invitations (id, user_id, event_name, event_key, event_date, guest_name, guest_key, generation_type, max_scans, current_scans,
      scanned_at, created_at, position, is_pending, changed_at)
    ${numbersQuery(size)}
    select 'B000000000' || (1000000000 + n), 'owner ' || (${event} % ${sql.lit(OWNER_COUNT)}),
      case when n % 2 = 0 then 'حفل ' else 'حفلٌ ' end || ${event}, 'حفل ' || ${event},
      '2027-01-01', 'ضيف رقم ' || n, 'ضيف رقم ' || n, 'custom', 4, n % 3, null, ${at}, n % 1000, 0, ${at} from numbers`.execute(db)
  await sql`insert into designs (id, user_id, event_name, event_key, event_date, look, picture_id, updated_at)
    ${numbersQuery(Math.min(DESIGN_COUNT, size / INVITATIONS_PER_EVENT))} select 'design ' || n, 'owner ' || (n % ${sql.lit(OWNER_COUNT)}), 'حفلٌ ' || n, 'حفل ' || n,
      '2027-01-01', ${JSON.stringify(DEFAULT_LOOK)}, null, ${at} from numbers`.execute(db)
}

type RowCounts = { invitations: number; events: number; designs: number }

/** Returns the counts of the rows that `addInvitationsBeforeEvents` adds. */
export const addedCounts = (size: number): RowCounts => ({
  ...{ invitations: size, events: size / INVITATIONS_PER_EVENT, designs: Math.min(DESIGN_COUNT, size / INVITATIONS_PER_EVENT) },
})

const INVITATION_NUMBER = sql`(cast(substr(invitations.id, 11) as integer) - 1000000000)`

/** Counts the added rows in a database before the migration to the table `events`. */
export async function countBeforeMigration(db: Kysely<Tables>) {
  const { rows } = await sql<RowCounts>`
    select count(*) as invitations, count(distinct event_key) as events,
      (select count(*) from designs where id like 'design %') as designs
    from invitations where id like 'B000000000%'`.execute(db)
  return rows[0]!
}

/**
 * Counts the added rows after the migration to the table `events`: invitations and designs that refer to the right event of their owner,
 * and these events.
 */
export async function countAfterMigration(db: Kysely<Tables>) {
  const { rows } = await sql<RowCounts>`
    select count(*) as invitations, count(distinct event_id) as events,
      (select count(*) from designs join events on events.id = designs.event_id and events.user_id = designs.user_id
        where designs.id = 'design ' || substr(events.name_key, 5)) as designs
    from invitations join events on events.id = event_id and events.user_id = invitations.user_id
    where invitations.id like 'B000000000%' and 'حفل ' || (${INVITATION_NUMBER} / ${sql.lit(INVITATIONS_PER_EVENT)}) = events.name_key`.execute(
    db,
  )
  return rows[0]!
}

/** Returns whether a migration whose name begins with `start` was applied. */
export async function hasMigration(db: Kysely<Tables>, start: string) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.some(({ name }) => name.startsWith(start))
}

import { randomBytes } from 'node:crypto'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import { type Kysely, sql } from 'kysely'

/** How many events one statement inserts. */
const EVENTS_PER_INSERT = 500

type FoundEvent = { user_id: string; name_key: string; date: string; name: string; created_at: string }

/**
 * Adds the table `events` with one event for each owner, folded name and day of the existing invitations and designs, and lets these refer
 * to it. Adds the columns with what a gate shows about a guest. Rebuilds `invitations` and `designs`, because SQLite cannot add a `not
 * null` column without a default.
 */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`

  await db.schema
    .createTable('events')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('user_id', text, c => c.notNull().references('users.id'))
    .addColumn('name', text, c => c.notNull())
    .addColumn('name_key', text, c => c.notNull())
    .addColumn('date', text, c => c.notNull())
    .addColumn('starts_at', text)
    .addColumn('place', text)
    .addColumn('map_url', text)
    .addColumn('hosts', text)
    .addColumn('note', text)
    .addColumn('phone', text)
    .addColumn('hides_names', 'integer', c => c.notNull().defaultTo(0))
    .addColumn('answers', text, c => c.notNull().defaultTo('on'))
    .addColumn('answers_until', text)
    .addColumn('created_at', text, c => c.notNull())
    .addColumn('changed_at', text, c => c.notNull())
    .addUniqueConstraint('events_name', ['user_id', 'name_key', 'date'])
    .execute()
  await db.schema.createIndex('events_day').on('events').columns(['date', 'name_key']).execute()
  await db.schema.createIndex('events_of_user').on('events').columns(['user_id', 'date', 'name_key']).execute()
  await db.schema.createIndex('events_changed').on('events').column('changed_at').execute()

  await db.schema
    .createTable('event_names')
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('name_key', text, c => c.notNull())
    .addColumn('date', text, c => c.notNull())
    .addColumn('event_id', text, c => c.notNull())
    .addColumn('ended_at', text, c => c.notNull())
    .addPrimaryKeyConstraint('event_names_key', ['user_id', 'name_key', 'date'])
    .execute()
  await db.schema.createIndex('event_names_of_event').on('event_names').column('event_id').execute()
  await db.schema.createIndex('event_names_ended').on('event_names').column('ended_at').execute()

  const { rows: found } = await sql<FoundEvent>`
    select user_id, event_key as name_key, event_date as date, min(event_name) as name, min(created_at) as created_at from (
      select user_id, event_key, event_date, min(event_name) as event_name, min(created_at) as created_at from invitations
        group by user_id, event_key, event_date
      union all
      select user_id, event_key, event_date, event_name, updated_at as created_at from designs) as named
    group by user_id, event_key, event_date`.execute(db)
  for (let from = 0; from < found.length; from += EVENTS_PER_INSERT) {
    const rows = found
      .slice(from, from + EVENTS_PER_INSERT)
      .map(
        ({ user_id, name, name_key, date, created_at }) =>
          sql`(${idFromBytes(randomBytes(ID_BYTES))}, ${user_id}, ${name}, ${name_key}, ${date}, ${created_at}, ${created_at})`,
      )
    await sql`insert into events (id, user_id, name, name_key, date, created_at, changed_at) values ${sql.join(rows)}`.execute(db)
  }
  // PostgreSQL would plan to read all rows of a table that was empty when it was analyzed.
  if (isPostgres && found.length > 0) await sql`analyze events`.execute(db)

  await sql`alter table invitations rename to invitations_before`.execute(db)
  await db.schema
    .createTable('invitations')
    .addColumn('id', text, c => c.notNull())
    .addColumn('user_id', text, c => c.notNull())
    .addColumn('event_id', text, c => c.notNull())
    .addColumn('guest_name', text, c => c.notNull())
    .addColumn('guest_key', text, c => c.notNull())
    .addColumn('generation_type', text, c => c.notNull())
    .addColumn('max_scans', 'integer', c => c.notNull())
    .addColumn('current_scans', 'integer', c => c.notNull())
    .addColumn('scanned_at', text)
    .addColumn('created_at', text, c => c.notNull())
    .addColumn('position', 'integer', c => c.notNull())
    .addColumn('phone', text)
    .addColumn('design_id', text)
    .addColumn('is_pending', 'integer', c => c.notNull().defaultTo(0))
    .addColumn('changed_at', text, c => c.notNull())
    .addColumn('guest_table', text)
    .addColumn('gate_note', text)
    .addColumn('is_vip', 'integer', c => c.notNull().defaultTo(0))
    .addColumn('side', text)
    // SQLite cannot add keys to a table later. On PostgreSQL keys are added after the rows, because checking and indexing all rows at once
    // is faster.
    .$call(table =>
      isPostgres
        ? table
        : table
            .addPrimaryKeyConstraint('invitations_pkey', ['id'])
            .addForeignKeyConstraint('invitations_user_id_fkey', ['user_id'], 'users', ['id'])
            .addForeignKeyConstraint('invitations_event_id_fkey', ['event_id'], 'events', ['id']),
    )
    .execute()
  await sql`
    insert into invitations (id, user_id, event_id, guest_name, guest_key, generation_type, max_scans, current_scans, scanned_at, created_at,
      position, phone, design_id, is_pending, changed_at)
    select i.id, i.user_id, events.id, i.guest_name, i.guest_key, i.generation_type, i.max_scans, i.current_scans, i.scanned_at, i.created_at,
      i.position, i.phone, i.design_id, i.is_pending, i.changed_at
    from invitations_before as i
      join events on events.user_id = i.user_id and events.name_key = i.event_key and events.date = i.event_date`.execute(db)
  await sql`drop table invitations_before`.execute(db)
  if (isPostgres) {
    await sql`alter table invitations add constraint invitations_pkey primary key (id)`.execute(db)
    await sql`alter table invitations add constraint invitations_user_id_fkey foreign key (user_id) references users (id)`.execute(db)
    await sql`alter table invitations add constraint invitations_event_id_fkey foreign key (event_id) references events (id)`.execute(db)
  }
  await db.schema.createIndex('invitations_newest').on('invitations').columns(['created_at desc', 'position', 'id']).execute()
  await db.schema.createIndex('invitations_of_user').on('invitations').columns(['user_id', 'created_at desc', 'position', 'id']).execute()
  await db.schema.createIndex('invitations_event').on('invitations').columns(['event_id', 'created_at desc', 'position', 'id']).execute()
  await db.schema.createIndex('invitations_guest').on('invitations').columns(['guest_key', 'user_id']).execute()
  await db.schema.createIndex('invitations_changed').on('invitations').columns(['user_id', 'changed_at']).execute()
  await sql`create index invitations_pending on invitations (user_id, is_pending) where is_pending = 1`.execute(db)

  await sql`alter table designs rename to designs_before`.execute(db)
  if (isPostgres) await sql`alter table designs_before drop constraint designs_pkey`.execute(db)
  await db.schema
    .createTable('designs')
    .addColumn('id', text, c => c.notNull())
    .addColumn('user_id', text, c => c.notNull().references('users.id'))
    .addColumn('event_id', text, c => c.notNull().references('events.id').unique())
    .addColumn('look', text, c => c.notNull())
    .addColumn('picture_id', text, c => c.references('pictures.id'))
    .addColumn('updated_at', text, c => c.notNull())
    .addPrimaryKeyConstraint('designs_pkey', ['id'])
    .execute()
  await sql`
    insert into designs (id, user_id, event_id, look, picture_id, updated_at)
    select d.id, d.user_id, events.id, d.look, d.picture_id, d.updated_at from designs_before as d
      join events on events.user_id = d.user_id and events.name_key = d.event_key and events.date = d.event_date`.execute(db)
  await sql`drop table designs_before`.execute(db)
  await db.schema.createIndex('designs_newest').on('designs').columns(['updated_at desc', 'id']).execute()
  await db.schema.createIndex('designs_of_user').on('designs').columns(['user_id', 'updated_at desc', 'id']).execute()
  await db.schema.createIndex('designs_picture').on('designs').column('picture_id').execute()
}

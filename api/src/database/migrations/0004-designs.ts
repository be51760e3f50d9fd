import { type Kysely, sql } from 'kysely'

/** Adds the designs of cards and their background images. The bytes are in a table of their own, so that other queries do not read them. */
export async function up(db: Kysely<never>) {
  const isPostgres = db.getExecutor().adapter.supportsMultipleConnections
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  const bytes = isPostgres ? sql`bytea` : sql`blob`

  await db.schema
    .createTable('pictures')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('user_id', text, c => c.notNull().references('users.id'))
    .addColumn('width', 'integer', c => c.notNull())
    .addColumn('height', 'integer', c => c.notNull())
    .addColumn('unused_since', text)
    .execute()
  await db.schema.createIndex('pictures_of_user').on('pictures').column('user_id').execute()
  await db.schema.createIndex('pictures_unused').on('pictures').column('unused_since').execute()

  await db.schema
    .createTable('picture_bytes')
    .addColumn('picture_id', text, c => c.primaryKey().references('pictures.id').onDelete('cascade'))
    .addColumn('bytes', bytes, c => c.notNull())
    .execute()

  await db.schema
    .createTable('designs')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('user_id', text, c => c.notNull().references('users.id'))
    .addColumn('event_name', text, c => c.notNull())
    .addColumn('event_key', text, c => c.notNull())
    .addColumn('event_date', text, c => c.notNull())
    .addColumn('look', text, c => c.notNull())
    .addColumn('picture_id', text, c => c.references('pictures.id'))
    .addColumn('updated_at', text, c => c.notNull())
    .addUniqueConstraint('designs_event', ['user_id', 'event_key', 'event_date'])
    .execute()
  await db.schema.createIndex('designs_newest').on('designs').columns(['updated_at desc', 'id']).execute()
  await db.schema.createIndex('designs_of_user').on('designs').columns(['user_id', 'updated_at desc', 'id']).execute()
  await db.schema.createIndex('designs_picture').on('designs').column('picture_id').execute()
}

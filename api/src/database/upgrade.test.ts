import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStorage, type DatabaseStorage, ENGINES } from '../../testing/engines.ts'
import { startServer } from '../../testing/server.ts'
import { createStorageOf090, figuresOf090, NOW_OF_090, readFigures, requestsOf090 } from '../../testing/version-090.ts'
import { migrationNames } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Tables } from './schema.ts'

/** Returns the columns and the indexes of each table, sorted, without default values. */
async function readSchema({ read, engine }: { read: Kysely<Tables>; engine: string }) {
  const columns = sql<object>`
    select m.name as "table", c.name, c.type, c."notnull", c.pk from sqlite_schema as m join pragma_table_info(m.name) as c
      where m.type = 'table' and m.name not like 'kysely_%' order by 1, 2`
  const indexes = sql<object>`
    select m.name as "table", case when i.origin = 'c' then i.name end as name, i."unique", i.partial, (select group_concat(name || "desc", ', ') from pragma_index_xinfo(i.name) where key = 1) as columns
      from sqlite_schema as m join pragma_index_list(m.name) as i where m.type = 'table' and m.name not like 'kysely_%' order by 1, 5`
  const columnsOfPostgres = sql<object>`
    select table_name, column_name, data_type, is_nullable, collation_name from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely_%' order by 1, 2`
  const indexesOfPostgres = sql<object>`
    select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename not like 'kysely_%' order by 1`
  const queries = engine === 'sqlite' ? [columns, indexes] : [columnsOfPostgres, indexesOfPostgres]
  return Promise.all(queries.map(async query => (await query.execute(read)).rows))
}

describe.each(ENGINES)('a database on %s', engine => {
  let storage: DatabaseStorage
  beforeEach(async () => {
    storage = await createStorageOf090(engine)
  })
  afterEach(() => storage.remove())

  test('version 0.9.0: the figures stay, and its devices can upload', async () => {
    const db = await openDatabase(storage)
    const server = await startServer(db, { now: () => NOW_OF_090 })
    const { userId, before, after } = figuresOf090()
    const { backend } = await server.callerFor({ id: userId })
    expect(await readFigures(backend)).toMatchObject(before)
    for (const { path, ...request } of requestsOf090()) {
      const response = await fetch(server.base + path, request)
      expect(response.status, path).toBe(200)
    }
    // The count of all arrivals may be as old as 50 times the time that counting takes.
    await expect.poll(() => readFigures(backend)).toMatchObject(after)
    await server.close()
    await db.close()
  })

  test('version 0.9.0: an upgraded database has the tables of the baseline', async () => {
    const fresh = await createStorage(engine)
    const [db, expected] = [await openDatabase(storage), await openDatabase(fresh)]
    const [columns = [], indexes = []] = await readSchema(expected)
    expect(columns.length > 200 && indexes.length > 60).toBe(true)
    expect(await readSchema(db)).toEqual([columns, indexes])
    await expected.close()
    await db.close()
    await fresh.remove()
  })

  test.each([
    ['no place', null, { place: 'قاعة البطاقة' }, 'قاعة البطاقة'],
    ['another place', 'قاعة المناسبة', { place: 'قاعة المناسبة' }, 'قاعة البطاقة'],
  ])('of version 0.9.0 keeps the time and place of cards whose event has %s', async (_, place, ofEvent, onCards) => {
    const before = await openDatabase(storage, async () => {})
    const { id, event_id, user_id, look } = await before.read
      .selectFrom('designs')
      .select(['id', 'event_id', 'user_id', 'look'])
      .executeTakeFirstOrThrow()
    const typed = JSON.stringify({ ...JSON.parse(look), time: 'بعد العشاء', place: 'قاعة البطاقة' })
    await before.write(trx => trx.updateTable('designs').set({ look: typed }).where('id', '=', id).execute())
    await before.write(trx => trx.updateTable('events').set({ place }).where('id', '=', event_id).execute())
    await before.close()
    const db = await openDatabase(storage)
    const server = await startServer(db, { now: () => NOW_OF_090 })
    const { backend } = await server.callerFor({ id: user_id })
    const readPlaceOnCards = async () => (await backend.invitations.designs({ eventId: event_id })).rows[0]?.look
    expect(await backend.events.get({ id: event_id })).toMatchObject({ ...ofEvent, timeWords: 'بعد العشاء' })
    expect(await readPlaceOnCards()).toMatchObject({ time: 'بعد العشاء', place: onCards })
    await backend.events.update({ id: event_id, place: 'قاعة جديدة' })
    expect(await readPlaceOnCards()).toMatchObject({ place: 'قاعة جديدة' })
    await server.close()
    await db.close()
  })

  // Only one process can open a SQLite file.
  if (engine === 'postgres')
    test('version 0.9.0: two processes that start together upgrade once', async () => {
      const databases = await Promise.all([openDatabase(storage), openDatabase(storage)])
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(databases[0].read)
      expect(rows.map(({ name }) => name)).toEqual(await migrationNames())
      for (const db of databases) await db.close()
    })

  const REFUSED_HISTORIES = {
    'a version before 0.9.0': {
      change: ["delete from kysely_migration where name > '0028'"],
      sentence: 'The database was made by a Hudur before 0.9.0 (0027-event-tombstones): start version 0.9.0 on it once, then this one.',
    },
    'version 0.9.0 with a table in the way': {
      change: ['create table idempotency_keys (id text)'],
      sentence: 'Migration 0001-baseline failed; the database is as it was.',
    },
    'a newer version': {
      change: [
        'delete from kysely_migration',
        "insert into kysely_migration (name, timestamp) values ('0001-baseline', ''), ('0009-later', '')",
      ],
      sentence: 'The database was made by a newer Hudur (0009-later). Install that one, or put back a backup of this one.',
    },
  }

  test.each(Object.entries(REFUSED_HISTORIES))(
    'a database of %s is refused and stays unchanged',
    async (_version, { change, sentence }) => {
      const changed = await openDatabase(storage, async () => {})
      for (const statement of change) await changed.write(trx => sql.raw(statement).execute(trx))
      const before = await readSchema(changed)
      await changed.close()
      await expect(openDatabase(storage)).rejects.toThrow(sentence)
      const after = await openDatabase(storage, async () => {})
      expect(await readSchema(after)).toEqual(before)
      await after.close()
    },
  )
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStorage, createStorageFromTemplate, type DatabaseStorage, ENGINES, TABLES } from '../../testing/engines.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Tables } from './schema.ts'

const FAILING_MIGRATION = `export async function up(db) {
  await db.schema.createTable('half').addColumn('id', 'text').execute()
  await db.schema.dropTable('messages').execute()
  throw new Error('no')
}`

const user = {
  ...{ id: 'u1', full_name: 'هناء', username: 'Hanaa', username_key: 'hanaa', password_hash: '', password_changed_at: null },
  ...{ phone: null, email: null, generation_limit: 1, used_generations: 0, is_admin: 0, created_at: '2026-11-20T12:00:00.000Z' },
}

const readTableNames = async (db: Kysely<Tables>) => (await db.introspection.getTables()).map(({ name }) => name).sort()

describe.each(ENGINES)('migrations on %s', engine => {
  let folder: string
  let storage: DatabaseStorage
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-migrations-'))
    storage = await createStorage(engine)
  })
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
    await storage.remove()
  })

  test('`TABLES` contains every table except settings and migrations', async () => {
    const migrated = await createStorageFromTemplate(engine)
    const db = await openDatabase(migrated)
    const names = (await readTableNames(db.read)).filter(name => !name.startsWith('kysely_'))
    await db.close()
    await migrated.remove()
    expect(names).toEqual([...TABLES, 'settings'].toSorted())
  })

  test('a failing migration changes nothing and is named in the error', async () => {
    const baseline = pathToFileURL(path.join(import.meta.dirname, 'migrations/0001-baseline.ts'))
    await writeFile(path.join(folder, '0001-baseline.mjs'), `export { up } from '${baseline}'`)
    const openAndMigrate = () => openDatabase(storage, db => migrate(db, folder))
    const before = await openAndMigrate()
    await before.write(trx => trx.insertInto('users').values(user).execute())
    const expected = await readTableNames(before.read)
    await before.close()

    await writeFile(path.join(folder, '0002-fails.mjs'), FAILING_MIGRATION)
    await expect(openAndMigrate()).rejects.toThrow(/^Migration 0002-fails failed; the database is as it was\.$/)

    await rm(path.join(folder, '0002-fails.mjs'))
    const after = await openAndMigrate()
    expect(await readTableNames(after.read)).toEqual(expected)
    expect(await after.read.selectFrom('users').select('id').execute()).toEqual([{ id: 'u1' }])
    await after.close()
  })
})

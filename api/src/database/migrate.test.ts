import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, newPlace, type Place } from '../../testing/engines.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Tables } from './schema.ts'

const FIRST = '0001-accounts-invitations-scans'
const SECOND = '0002-office-and-offline-door'

const FAILING = `export async function up(db) {
  await db.schema.createTable('half').addColumn('id', 'text').execute()
  await db.schema.dropTable('messages').execute()
  throw new Error('no')
}`

const user = {
  id: 'u1',
  full_name: 'هناء',
  username: 'Hanaa',
  username_key: 'hanaa',
  password_hash: '',
  phone: null,
  email: null,
  generation_limit: 1,
  used_generations: 0,
  is_admin: 0,
  created_at: '2026-11-20T12:00:00.000Z',
}

const tables = async (db: Kysely<Tables>) => (await db.introspection.getTables()).map(({ name }) => name).sort()

describe.each(ENGINES)('on %s', engine => {
  let folder: string
  let place: Place
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-migrations-'))
    place = await newPlace(engine)
  })
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
    await place.leave()
  })

  /** Puts the product's own migration into the folder. */
  const add = (name: string) =>
    writeFile(
      path.join(folder, `${name}.mjs`),
      `export { up } from '${pathToFileURL(path.join(import.meta.dirname, 'migrations', `${name}.ts`))}'`,
    )
  const openWith = () => openDatabase(place, db => migrate(db, folder))

  test('what the first version kept is there in the newest, and its usernames are taken', async () => {
    await add(FIRST)
    const first = await openWith()
    await first.write(trx => trx.insertInto('users').values(user).execute())
    await first.close()

    const newest = await openDatabase(place)
    expect(await newest.read.selectFrom('users').select('full_name').execute()).toEqual([{ full_name: 'هناء' }])
    expect(await newest.read.selectFrom('usernames').select('key').execute()).toEqual([{ key: 'hanaa' }])
    await newest.close()
  })

  test('a migration that fails leaves the old version untouched and is named', async () => {
    await add(FIRST)
    await add(SECOND)
    const before = await openWith()
    await before.write(trx => trx.insertInto('users').values(user).execute())
    const expected = await tables(before.read)
    await before.close()

    await writeFile(path.join(folder, '0003-fails.mjs'), FAILING)
    await expect(openWith()).rejects.toThrow(/^Migration 0003-fails failed; the database is as it was\.$/)

    await rm(path.join(folder, '0003-fails.mjs'))
    const after = await openWith()
    expect(await tables(after.read)).toEqual(expected)
    expect(await after.read.selectFrom('users').select('id').execute()).toEqual([{ id: 'u1' }])
    await after.close()
  })
})

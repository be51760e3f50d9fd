import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { foldSpelling } from '@hudur/core/arabic'
import { indexWords } from '@hudur/core/names/index-words'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStorage, createStorageFromTemplate, type DatabaseStorage, ENGINES, TABLES } from '../../testing/engines.ts'
import { insertWords } from '../invitations/guest-words-repository.ts'
import { migrate, migrationNames } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Tables } from './schema.ts'
import { searchKeyOf } from './search-key.ts'

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

  const addMigration = (name: string) =>
    writeFile(
      path.join(folder, `${name}.mjs`),
      `export { up } from '${pathToFileURL(path.join(import.meta.dirname, `migrations/${name}.ts`))}'`,
    )

  test('0006-search-keys-with-notes adds the notes of stored rows to their keys', async () => {
    for (const name of ['0001-baseline', '0005-search-keys']) await addMigration(name)
    const before = await openDatabase(storage, db => migrate(db, folder))
    for (const [id, notes] of [
      ['with', 'يدفعُ السبت'],
      ['without', null],
    ])
      await before.write(trx =>
        sql`insert into orders (id, event_name, event_date, event_type, phone, invitation_count, status, source, created_at, search_key, notes)
          values (${id}, 'زفاف', '2027-01-14', 'wedding', '1', 1, 'pending', 'website', '', 'زفاف 1', ${notes})`.execute(trx),
      )
    await before.close()
    await addMigration('0006-search-keys-with-notes')
    const after = await openDatabase(storage, db => migrate(db, folder))
    const keys = await after.read.selectFrom('orders').select('search_key').orderBy('id').execute()
    await after.close()
    expect(keys.map(({ search_key }) => search_key)).toEqual(['زفاف 1 يدفع السبت', 'زفاف 1'])
  })

  test('0005-search-keys gives stored rows the keys that new rows get', async () => {
    await addMigration('0001-baseline')
    const before = await openDatabase(storage, db => migrate(db, folder))
    const [customer, event, phone] = ['أمّ عبد الله', 'زفاف ﻻفي ١٤ Sara', '+966 55-120-4417']
    for (let n = 0; n < 501; n++)
      await before.write(trx =>
        sql`insert into orders (id, event_name, event_date, event_type, customer_name, phone, invitation_count, status, source, created_at)
          values (${`o-${n}`}, ${event}, '2027-01-14', 'wedding', ${n === 0 ? customer : null}, ${phone}, 1, 'pending', 'website', '')`.execute(
          trx,
        ),
      )
    await before.write(trx =>
      sql`insert into messages (id, full_name, email, subject, message, source, status, created_at)
        values ('m', ${customer}, 'A@b.example', 'سؤال', ${'كم؟\n\nأُريد'}, 'website', 'new', '')`.execute(trx),
    )
    await before.close()
    await addMigration('0005-search-keys')
    const after = await openDatabase(storage, db => migrate(db, folder))
    const orders = await after.read.selectFrom('orders').select(['search_key', 'customer_name']).execute()
    const [message] = await after.read.selectFrom('messages').select('search_key').execute()
    await after.close()
    expect(orders.filter(row => row.search_key !== searchKeyOf([event, row.customer_name], phone))).toEqual([])
    expect(message?.search_key).toBe(searchKeyOf([customer, 'A@b.example', 'سؤال', 'كم؟\n\nأُريد']))
  })

  test('0008-letters-of-other-keyboards gives stored rows the keys and words that new rows get', async () => {
    const later = '0008-letters-of-other-keyboards'
    const names = (await migrationNames()).filter(name => name < later)
    for (const name of names) await addMigration(name)
    const before = await openDatabase(storage, db => migrate(db, folder))
    const guests = ['عبداللہ کریمی', 'پارسا', 'ژیان ابو گلزار', 'علي']
    const formerKeyOf = (name: string) => name.replaceAll('ة', 'ه')
    await before.write(async trx => {
      await trx.insertInto('users').values(user).execute()
      const event = (id: string, name: string) =>
        sql`insert into events (id, user_id, name, name_key, date, hides_names, answers, created_at, changed_at)
          values (${id}, 'u1', ${name}, ${formerKeyOf(name)}, '2027-01-14', 0, 'open', '', '')`
      await event('e1', 'زفاف علی').execute(trx)
      await event('e2', 'زفاف علي').execute(trx)
      await event('e3', 'خطوبة کریم').execute(trx)
      for (const [position, name] of guests.entries()) {
        await sql`insert into invitations (id, user_id, event_id, guest_name, guest_key, generation_type, max_scans, current_scans, created_at,
            position, phone, is_pending, changed_at)
          values (${`i${position}`}, 'u1', 'e1', ${name}, ${name}, 'names', 1, 0, '2026-11-20', ${position}, '777123456', 0, '')`.execute(
          trx,
        )
        await insertWords(trx, [
          { id: `i${position}`, user_id: 'u1', guest_key: name, phone: '777123456', created_at: '2026-11-20', position },
        ])
      }
      await sql`insert into messages (id, full_name, email, subject, message, source, status, created_at, search_key)
        values ('m', 'کریم', 'a', 'b', 'c', 'website', 'new', '', 'کریم a b c')`.execute(trx)
    })
    await before.close()
    await addMigration(later)
    const after = await openDatabase(storage, db => migrate(db, folder))
    const rows = await after.read.selectFrom('invitations').select(['guest_name', 'guest_key', 'id']).execute()
    const words = await after.read.selectFrom('guest_words').select(['word', 'invitation_id']).execute()
    const events = await after.read.selectFrom('events').select(['id', 'name_key']).orderBy('id').execute()
    const [message] = await after.read.selectFrom('messages').select('search_key').execute()
    await after.close()
    for (const { id, guest_name, guest_key } of rows) {
      expect(guest_key).toBe(foldSpelling(guest_name))
      const found = words.filter(row => row.invitation_id === id).map(({ word }) => word)
      expect(found.sort()).toEqual(indexWords(guest_name, '777123456').sort())
    }
    // Two events of a day have different keys.
    expect(events.map(({ name_key }) => name_key)).toEqual(['زفاف علی', 'زفاف علي', 'خطوبه كريم'])
    expect(message?.search_key).toBe(searchKeyOf(['کریم', 'a', 'b', 'c']))
  })

  test('0025-conversation makes the notes of stored orders those of the office', async () => {
    const later = '0025-conversation'
    for (const name of (await migrationNames()).filter(name => name < later)) await addMigration(name)
    const before = await openDatabase(storage, db => migrate(db, folder))
    await before.write(async trx => {
      await trx.insertInto('users').values(user).execute()
      const columns = sql`event_name, event_date, event_type, phone, invitation_count, status, created_at`
      const values = sql`'زفاف', '2027-01-14', 'wedding', '777123456', 1, 'pending', ''`
      await sql`insert into orders (id, source, notes, search_key, ${columns})
        values ('o1', 'website', 'يدفع السبت', 'زفاف يدفع السبت 777123456', ${values}), ('o2', 'website', null, '', ${values})`.execute(trx)
      await sql`insert into user_requests (id, user_id, notes, office_notes, ${columns})
        values ('r', 'u1', 'ثلاثة أيام', 'يدفع الأحد', ${values})`.execute(trx)
      await sql`insert into registrations (id, full_name, username, username_key, phone, email, status, created_at)
        values ('a', 'أروى باسليم', 'Arwa', 'arwa', '+967 770 000 001', 'A@b.example', 'pending', '')`.execute(trx)
    })
    await before.close()
    await addMigration(later)
    const after = await openDatabase(storage, db => migrate(db, folder))
    const orders = await after.read.selectFrom('orders').select(['notes', 'office_notes', 'search_key']).orderBy('id').execute()
    const [request] = await after.read.selectFrom('user_requests').select(['notes', 'office_key']).execute()
    const [registration] = await after.read.selectFrom('registrations').select('search_key').execute()
    await after.close()
    expect(orders).toEqual([
      { notes: null, office_notes: 'يدفع السبت', search_key: 'زفاف يدفع السبت 777123456' },
      { notes: null, office_notes: null, search_key: '' },
    ])
    expect(request).toEqual({ notes: 'ثلاثة أيام', office_key: searchKeyOf(['يدفع الأحد']) })
    expect(registration?.search_key).toBe(searchKeyOf(['أروى باسليم', 'Arwa', 'A@b.example'], '+967 770 000 001'))
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

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { usernameKey } from '@hudur/core/accounts/username'
import { foldSpelling } from '@hudur/core/arabic'
import { scanFingerprint } from '@hudur/core/check-in/request'
import { UNDONE_ADMISSION } from '@hudur/core/check-in/state'
import { SAMPLE_ID } from '@hudur/core/id'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStorage, createStorageFromTemplate, type DatabaseStorage, ENGINES, TABLES } from '../../testing/engines.ts'
import { accountsIn } from '../accounts/repository.ts'
import { usernameSkeleton } from '../accounts/skeleton.ts'
import { shortenText } from '../check-in/repository.ts'
import { eventsIn } from '../events/repository.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { createInvitationSearch } from '../invitations/search-repository.ts'
import { toChunks } from './chunks.ts'
import { idempotencyKeysIn } from './idempotency-keys.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Tables } from './schema.ts'

const FIRST_MIGRATION = '0001-accounts-invitations-scans'
const SECOND_MIGRATION = '0002-office-and-offline-door'

const FAILING_MIGRATION = `export async function up(db) {
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

  /** Adds a migration of the product to the temporary folder. */
  const addMigration = (name: string) =>
    writeFile(
      path.join(folder, `${name}.mjs`),
      `export { up } from '${pathToFileURL(path.join(import.meta.dirname, 'migrations', `${name}.ts`))}'`,
    )
  const openAndMigrate = () => openDatabase(storage, db => migrate(db, folder))

  test('migrating from the first schema keeps users and their usernames', async () => {
    await addMigration(FIRST_MIGRATION)
    const first = await openAndMigrate()
    await first.write(trx => trx.insertInto('users').values(user).execute())
    await first.close()

    const newest = await openDatabase(storage)
    expect(await newest.read.selectFrom('users').select(['full_name', 'password_changed_at']).execute()).toEqual([
      { full_name: 'هناء', password_changed_at: null },
    ])
    expect(await newest.read.selectFrom('usernames').select('key').execute()).toEqual([{ key: 'hanaa' }])
    await newest.close()
  })

  test('an idempotency key from before the migration still matches its request', async () => {
    const names = ['0003-order-of-lists', '0004-designs', '0005-attempts', '0006-lists-by-status', '0007-entries-of-an-invitation']
    for (const name of [FIRST_MIGRATION, SECOND_MIGRATION, ...names]) await addMigration(name)
    const before = await openAndMigrate()
    const nonce = { user_id: 'u1', answer: null, created_at: user.created_at }
    const [long, short] = [`scan ${foldSpelling('ﷺ'.repeat(8192))}`, 'scan قصير']
    await before.write(async trx => {
      for (const [n, named] of [long, `${long}!`, short].entries())
        await trx
          .insertInto('nonces')
          .values({ ...nonce, nonce: `n-${n}`, names: named })
          .execute()
    })
    await before.close()

    const after = await openDatabase(storage)
    const rows = await after.read.selectFrom('nonces').select(['nonce', 'names']).orderBy('nonce').execute()
    expect(rows[2]).toEqual({ nonce: 'n-2', names: short })
    for (const { names } of rows) expect(names.length).toBeLessThan(600)
    expect(rows[0]!.names).not.toBe(rows[1]!.names)
    const storedAnswer = await after.write(trx =>
      idempotencyKeysIn(trx, 'u1').claim('n-0', scanFingerprint({ is: 'text', text: 'ﷺ'.repeat(8192) }, shortenText), new Date()),
    )
    expect(storedAnswer).toBeUndefined()
    await after.close()
  })

  test('of stored look-alike usernames only the first gets a skeleton', async () => {
    for (const name of await readdir(path.join(import.meta.dirname, 'migrations')))
      if (name < '0010') await addMigration(path.basename(name, '.ts'))
    const before = await openAndMigrate()
    await before.write(async trx => {
      for (const [n, username] of ['haIa', 'ha1a', 'كريم'].entries()) {
        const row = { ...user, id: `user ${n}`, username, username_key: usernameKey(username) }
        await trx.insertInto('users').values(row).execute()
        await sql`insert into usernames (key) values (${row.username_key})`.execute(trx)
      }
    })
    await before.close()

    const newest = await openDatabase(storage)
    const usernameRows = await newest.read.selectFrom('usernames').select(['key', 'skeleton']).execute()
    expect(Object.fromEntries(usernameRows.map(({ key, skeleton }) => [key, skeleton]))).toEqual({
      ha1a: 'hala',
      haia: null,
      كريم: usernameSkeleton('کریم'),
    })
    const takeResults = await newest.write(trx => Promise.all(['hala', 'کریم', 'huda'].map(name => accountsIn(trx).takeUsername(name))))
    expect(takeResults).toEqual([false, false, true])
    expect(
      (await newest.read.selectFrom('settings').select('value').where('name', '=', 'device-key').executeTakeFirstOrThrow()).value,
    ).toMatch(/^[\w-]{43}$/)
    await newest.close()
  })

  test('search finds guests that were stored before the search index', async () => {
    for (const name of await readdir(path.join(import.meta.dirname, 'migrations')))
      if (name < '0013') await addMigration(path.basename(name, '.ts'))
    const before = await openAndMigrate()
    await before.write(async trx => {
      await trx.insertInto('users').values(user).execute()
      const invitation = { event_name: 'حفل', event_key: 'حفل', event_date: '2027-01-14', generation_type: 'names', max_scans: 1 } as const
      const rows = Array.from({ length: 2_001 }, (_, n) => ({
        ...{ ...invitation, current_scans: 0, scanned_at: null, created_at: user.created_at, position: n, changed_at: user.created_at },
        ...{ id: `i${n}`, user_id: 'u1', guest_name: `ضيف ${n}`, guest_key: `ضيف ${n}`, phone: null, design_id: null, is_pending: 0 },
      }))
      for (const some of toChunks(rows))
        await trx
          .insertInto('invitations')
          .values(some as never)
          .execute()
    })
    await before.close()

    const newest = await openDatabase(storage)
    const which = { userId: 'u1' }
    expect((await createInvitationSearch(newest.read, 'ضيف 200', which).page(which, 2, 0)).map(({ guestName }) => guestName)).toEqual([
      'ضيف 200',
      'ضيف 2000',
    ])
    expect(await newest.read.selectFrom('guest_words').select('word').where('word', '=', 'ضيف').execute()).toHaveLength(2_001)
    await newest.close()
  })

  test('assigns old invitations to one event per owner, name and day', async () => {
    for (const name of await readdir(path.join(import.meta.dirname, 'migrations')))
      if (name < '0020') await addMigration(path.basename(name, '.ts'))
    const before = await openAndMigrate()
    const eventColumns = (eventName: string, date: string) => ({
      event_name: eventName,
      event_key: foldSpelling(eventName),
      event_date: date,
    })
    const eventNames = ['زفاف سارة', 'زفاف ساره', 'زفاف سارة', 'تخرّج']
    await before.write(async trx => {
      for (const id of ['u1', 'u2'])
        await trx
          .insertInto('users')
          .values({ ...user, id, username_key: id })
          .execute()
      const counts = {
        max_scans: 3,
        current_scans: 2,
        scanned_at: user.created_at,
        position: 0,
        phone: '777',
        design_id: 'd1',
        is_pending: 0,
      }
      for (const [n, eventName] of eventNames.entries()) {
        const times = { created_at: `2026-11-0${n + 1}T12:00:00.000Z`, changed_at: user.created_at }
        const guest = { id: `i${n}`, guest_name: `ضيف ${n}`, guest_key: `ضيف ${n}`, generation_type: 'custom', ...counts, ...times }
        const row = { ...guest, user_id: n === 2 ? 'u2' : 'u1', ...eventColumns(eventName, '2027-01-14') }
        await trx
          .insertInto('invitations')
          .values(row as never)
          .execute()
      }
      const design = { look: '{}', picture_id: null, updated_at: user.created_at }
      await trx
        .insertInto('designs')
        .values({ id: 'd1', user_id: 'u1', ...design, ...eventColumns('زفاف سارة', '2027-01-14') } as never)
        .execute()
      await trx
        .insertInto('designs')
        .values({ id: 'd2', user_id: 'u1', ...design, ...eventColumns('الحناء', '2027-01-13') } as never)
        .execute()
    })
    await before.close()

    const newest = await openDatabase(storage)
    const invitations = await invitationsIn(newest.read).findAll(
      eventNames.map((_, n) => `i${n}`),
      { userId: undefined },
    )
    const byId = new Map(invitations.map(invitation => [invitation.id, invitation]))
    const [first, second, ofOther, graduation] = eventNames.map((_, n) => byId.get(`i${n}`)!)
    expect(first).toMatchObject({
      guestName: 'ضيف 0',
      maxScans: 3,
      currentScans: 2,
      phone: '777',
      designId: 'd1',
      table: null,
      isVip: false,
    })
    expect(first!.eventId).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/)
    expect(second!.eventId).toBe(first!.eventId)
    expect([first, second].map(one => one!.eventName)).toEqual(['زفاف سارة', 'زفاف سارة'])
    expect(new Set([first, ofOther, graduation].map(one => one!.eventId)).size).toBe(3)
    const which = { userId: 'u1', today: '2027-01-01' }
    expect(
      (await eventsIn(newest.read).page(which, 10, 0)).map(({ name, invitations: total, designId }) => [name, total, designId]),
    ).toEqual([
      ['تخرّج', 1, null],
      ['زفاف سارة', 2, 'd1'],
      ['الحناء', 0, 'd2'],
    ])
    await newest.close()
  })

  test('replaces invitations in stored scan answers by their ids', async () => {
    for (const name of await readdir(path.join(import.meta.dirname, 'migrations')))
      if (name < '0019') await addMigration(path.basename(name, '.ts'))
    const before = await openAndMigrate()
    const invitation = { id: SAMPLE_ID, userId: 'u1', guestName: 'سارة «الأولى»', currentScans: 2, scannedAt: user.created_at }
    const answers = {
      whole: { invitation, people: 2 },
      unknown: { invitation: null, people: 1 },
      beside: { invitationId: SAMPLE_ID, people: 1, scanId: 's', at: { scannedAt: null, clockOffset: null, receivedAt: user.created_at } },
      undone: 'taken back',
    }
    const rows = Object.entries(answers).map(([nonce, answer]) => ({ nonce, names: `scan ${SAMPLE_ID}`, answer: JSON.stringify(answer) }))
    rows.push({ nonce: 'form', names: 'order abc', answer: JSON.stringify({ invitation: null }) })
    await before.write(async trx => {
      await trx.insertInto('users').values(user).execute()
      for (const row of rows)
        await trx
          .insertInto('nonces')
          .values({ ...row, user_id: 'u1', created_at: user.created_at })
          .execute()
      const activity = { user_id: 'u1', action: '', description: '', target_type: 'invitation', target_id: '', created_at: user.created_at }
      for (const verb of ['scan', 'create'])
        await trx
          .insertInto('activity')
          .values({ ...activity, id: verb, verb })
          .execute()
    })
    await before.close()

    const newest = await openDatabase(storage)
    const keyRows = await newest.read.selectFrom('nonces').select(['nonce', 'answer']).execute()
    expect(Object.fromEntries(keyRows.map(({ nonce, answer }) => [nonce, JSON.parse(answer!)]))).toEqual({
      whole: { invitationId: SAMPLE_ID, people: 2, currentScans: 2, scannedAt: user.created_at },
      unknown: { invitationId: null, people: 1 },
      beside: answers.beside,
      undone: UNDONE_ADMISSION,
      form: { invitation: null },
    })
    expect(await newest.read.selectFrom('activity').select('id').execute()).toEqual([{ id: 'create' }])
    await newest.close()
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
    await addMigration(FIRST_MIGRATION)
    await addMigration(SECOND_MIGRATION)
    const before = await openAndMigrate()
    await before.write(trx => trx.insertInto('users').values(user).execute())
    const expected = await readTableNames(before.read)
    await before.close()

    await writeFile(path.join(folder, '0003-fails.mjs'), FAILING_MIGRATION)
    await expect(openAndMigrate()).rejects.toThrow(/^Migration 0003-fails failed; the database is as it was\.$/)

    await rm(path.join(folder, '0003-fails.mjs'))
    const after = await openAndMigrate()
    expect(await readTableNames(after.read)).toEqual(expected)
    expect(await after.read.selectFrom('users').select('id').execute()).toEqual([{ id: 'u1' }])
    await after.close()
  })
})

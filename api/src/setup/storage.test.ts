import { chmod, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStorageFromTemplate, type DatabaseStorage, ENGINES } from '../../testing/engines.ts'
import { createStorageOf090 } from '../../testing/version-090.ts'
import { makeBackup } from '../backups/backups.ts'
import { readConfig } from '../config.ts'
import { postgresVersionWarning } from '../database/inspect.ts'
import { DATABASE_FILE, openDatabase } from '../database/open.ts'
import { checkClock } from '../installation/trusted-clock.ts'
import { checkBackups, checkDatabase, checkDisk, checkReplication } from './storage.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-setup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('checkDatabase warns of a SQLite file that others may read', async () => {
  const db = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  await db.close()
  await chmod(path.join(folder, DATABASE_FILE), 0o644)
  const [finding] = await checkDatabase({ databaseUrl: undefined, dataDir: folder })
  expect(finding).toMatchObject({ level: 'warning', says: expect.stringContaining('may read') })
})

describe.each(ENGINES)('the database on %s', engine => {
  let storage: DatabaseStorage
  beforeEach(async () => {
    storage = await createStorageFromTemplate(engine)
    const db = await openDatabase(storage)
    await db.close()
  })
  afterEach(() => storage.remove())

  test('checkDatabase reports the tables of this release as fine', async () => {
    expect(await checkDatabase(storage)).toMatchObject([{ level: 'fine', says: expect.stringContaining('has the tables of this release') }])
  })

  test('checkDatabase reports the tables of a newer release as a fault', async () => {
    const db = await openDatabase(storage)
    await db.write(trx =>
      trx
        .insertInto('kysely_migration' as never)
        .values({ name: '9999-later', timestamp: '2030' } as never)
        .execute(),
    )
    await db.close()
    expect(await checkDatabase(storage)).toMatchObject([
      { level: 'fault', says: expect.stringContaining('was made by a newer Hudur (9999-later)') },
    ])
  })

  test('checkDatabase warns of a clock that is days ahead of the newest trusted time', async () => {
    const now = new Date('2026-12-01T12:00:00Z')
    const db = await openDatabase(storage)
    await checkClock(db, now)
    await db.close()
    expect(await checkDatabase(storage, now)).toMatchObject([{ level: 'fine' }])
    expect(await checkDatabase(storage, new Date(now.getTime() + 400 * 86_400_000))).toMatchObject([
      { level: 'warning', part: 'clock', says: expect.stringContaining('400 days ahead of 2026-12-01T12:00:00.000Z') },
      { level: 'fine' },
    ])
  })

  test('checkDatabase accepts a database of version 0.9.0', async () => {
    const older = await createStorageOf090(engine)
    const findings = await checkDatabase(older)
    expect(findings.at(-1)).toMatchObject({
      level: 'fine',
      says: expect.stringContaining('gets the tables of this release at the next start'),
    })
    await older.remove()
  })
})

test.each([
  ['13.4', true],
  ['15.2 (Debian 15.2-1)', false],
  ['18.0', false],
])('postgresVersionWarning reports PostgreSQL %s as a risk: %s', (version, isRisk) => {
  expect(postgresVersionWarning(version)).toEqual(isRisk ? expect.stringContaining(`PostgreSQL ${version} is older than 15`) : undefined)
})

test.each([
  [{ isStandby: true, standbyNames: '', standbys: 0, streaming: 0 }, 'fault', 'leads to a standby'],
  [{ isStandby: false, standbyNames: 'node2', standbys: 0, streaming: 0 }, 'fault', 'No standby is connected'],
  [{ isStandby: false, standbyNames: '', standbys: 2, streaming: 2 }, 'warning', 'synchronous_mode: true'],
  [{ isStandby: false, standbyNames: 'node2', standbys: 2, streaming: 1 }, 'warning', 'Only 1 of them stream'],
  [{ isStandby: false, standbyNames: 'node2', standbys: 2, streaming: null }, 'fine', 'pg_read_all_stats'],
  [{ isStandby: false, standbyNames: 'node2', standbys: 2, streaming: 2 }, 'fine', 'All stream'],
])('checkReplication reports %j as a %s', (replication, level, says) => {
  expect(checkReplication(replication)).toMatchObject([{ level, says: expect.stringContaining(says) }])
})

test('checkDatabase reports an unreachable database, without the password', async () => {
  const [finding] = await checkDatabase({ databaseUrl: 'postgres://door:secret@127.0.0.1:1/door', dataDir: folder })
  expect(finding).toMatchObject({ level: 'fault', says: expect.stringContaining('ECONNREFUSED') })
  expect(finding?.says).not.toContain('secret')
})

test('checkDatabase reports a file that is not a database as a fault', async () => {
  const storage = { databaseUrl: undefined, dataDir: folder }
  expect(await checkDatabase(storage)).toMatchObject([{ level: 'warning', says: expect.stringContaining('the first start creates it') }])
  await writeFile(path.join(folder, 'hudur.sqlite'), 'x'.repeat(4_096))
  expect(await checkDatabase(storage)).toMatchObject([{ level: 'fault', says: expect.stringContaining('not a database') }])
})

test('checkDisk reports the free space, and leaves no file in the folder', async () => {
  const [finding] = await checkDisk({ databaseUrl: undefined, dataDir: folder })
  expect(finding?.says).toMatch(/[\d.]+ GB of [\d.]+ GB are free/)
  expect(await readdir(folder)).toEqual([])
})

test('checkDisk reports a missing data folder as a warning', async () => {
  const missing = path.join(folder, 'new', 'data')
  expect(await checkDisk({ databaseUrl: undefined, dataDir: missing })).toMatchObject([
    { level: 'warning', says: `${missing} does not exist yet; the first start creates it.` },
  ])
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  expect(await checkDisk({ databaseUrl: undefined, dataDir: path.join(file, 'data') })).toMatchObject([
    { level: 'fault', says: expect.stringContaining('cannot be created') },
  ])
})

test('checkDisk reports a data folder that cannot be written as a fault', async () => {
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  expect(await checkDisk({ databaseUrl: undefined, dataDir: file })).toMatchObject([{ level: 'fault', part: 'disk' }])
})

describe('backups', () => {
  const readTestConfig = () => readConfig({ DATA_DIR: folder })
  const HOUR = 3_600_000

  beforeEach(async () => {
    const db = await openDatabase({ databaseUrl: undefined, dataDir: folder })
    await db.close()
  })

  test('checkBackups reports a data folder without backups as a warning', async () => {
    expect(await checkBackups(readTestConfig())).toMatchObject([{ level: 'warning', says: expect.stringContaining('none yet') }])
  })

  test('checkBackups reports a newest backup of three hours ago as a fault', async () => {
    const made = new Date()
    await makeBackup(folder, made, readTestConfig().backups)
    expect(await checkBackups(readTestConfig(), new Date(made.getTime() + HOUR))).toMatchObject([{ level: 'fine' }])
    expect(await checkBackups(readTestConfig(), new Date(made.getTime() + 3 * HOUR))).toMatchObject([
      { level: 'fault', says: expect.stringContaining('3.0 hours old') },
    ])
  })

  test('checkBackups reports a damaged newest backup as a fault', async () => {
    const { file } = await makeBackup(folder, new Date(), readTestConfig().backups)
    const PAGE = 4_096
    const damaged = await open(file, 'r+')
    await damaged.write(Buffer.alloc(8 * PAGE, 0xff), 0, 8 * PAGE, 4 * PAGE)
    await damaged.close()
    expect(await checkBackups(readTestConfig())).toMatchObject([{ level: 'fault', part: 'backups' }])
  })

  test('checkBackups reports nothing for a PostgreSQL database', async () => {
    expect(await checkBackups(readConfig({ DATABASE_URL: 'postgres://127.0.0.1/x' }))).toEqual([])
  })
})

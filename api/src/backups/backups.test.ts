import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BARE_ENVIRONMENT } from '../../testing/process.ts'
import { addAccount, browserFetch, PASSWORD, startServer } from '../../testing/server.ts'
import { createStorageOf090, figuresOf090, NOW_OF_090, readFigures } from '../../testing/version-090.ts'
import { migrationNames } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { makeBackup } from './backups.ts'
import { hourlyBackups } from './hourly.ts'
import { restoreBackup } from './restore.ts'

const RETENTION = { newest: 48, daily: 30 }
const BACKUP_TIME = new Date('2026-11-21T18:00:05Z')

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-backup-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Runs a backup command in a process of its own. Returns its exit code and what it printed: stdout, or stderr after a failure. */
async function runBackupCommand(...given: string[]) {
  const env = { ...BARE_ENVIRONMENT, DATA_DIR: dataDir }
  return promisify(execFile)(process.execPath, ['api/src/backups/command.ts', ...given], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )
}

async function openServer() {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const server = await startServer(db)
  return {
    db,
    server,
    async host(browser = browserFetch()) {
      await addAccount(db, { username: 'host', limit: 1_000_000 })
      const { backend } = server.caller(browser)
      await backend.accounts.login({ username: 'host', password: PASSWORD })
      return backend
    },
    async close() {
      await server.close()
      await db.close()
    },
  }
}

/** Returns the SHA-256 of each file in the data folder and its folders, by its path. Leaves out the lock, which every command creates. */
async function readDataFolder() {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.flatMap(entry => (entry.isFile() && entry.name !== 'hudur.lock' ? [path.join(entry.parentPath, entry.name)] : []))
  const hashFile = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  return new Map(await Promise.all(files.toSorted().map(async file => [file, await hashFile(file)] as const)))
}

const EVENT = { eventName: 'زفاف', eventDate: '2027-01-14', generationType: 'count', maxScans: 1 } as const
const fileModeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

test('`npm run backup` names the missing file in a folder without a database', async () => {
  expect(await runBackupCommand('make')).toEqual({
    code: 1,
    said: `There is no database ${path.join(dataDir, 'hudur.sqlite')}. Name its folder by DATA_DIR.\n`,
  })
  expect(await readdir(dataDir)).toEqual([])
})

test('a backup made during writes is a consistent snapshot', async () => {
  const { host, close } = await openServer()
  const backend = await host()
  let invitationCount = 0
  let isWriting = true
  const writing = (async () => {
    while (isWriting) {
      await backend.invitations.create({ invitations: Array.from({ length: 50 }, () => EVENT) })
      invitationCount += 50
    }
  })()
  while (invitationCount < 1_000) await new Promise(resolve => setTimeout(resolve, 5))
  const before = invitationCount
  const { file, rows } = await makeBackup(dataDir, BACKUP_TIME, RETENTION)
  const after = invitationCount
  isWriting = false
  await writing
  await close()

  expect(path.relative(dataDir, file)).toBe(path.join('backups', 'hudur-2026-11-21T18-00-05Z.sqlite'))
  expect(await fileModeOf(file)).toBe('600')
  expect(await fileModeOf(path.dirname(file))).toBe('700')
  expect(rows.invitations).toBeGreaterThanOrEqual(before)
  expect(rows.invitations).toBeLessThanOrEqual(after + 50)
  expect(rows.invitations! % 50, 'no creation of 50 is in the backup in part').toBe(0)
  const copy = new DatabaseSync(file, { readOnly: true })
  // The used quota equals the number of invitations, because one transaction writes both.
  expect(copy.prepare("select used_generations as used from users where username = 'host'").get()?.used).toBe(rows.invitations)
  copy.close()
})

test('restore refuses a folder in use, and otherwise ends all sessions', async () => {
  const first = await openServer()
  const browser = browserFetch()
  const backend = await first.host(browser)
  const [kept] = await backend.invitations.create({ invitations: [{ ...EVENT, maxScans: 5 }] })
  const { epoch } = await backend.invitations.changes({})
  const backup = await runBackupCommand('make')
  expect(backup).toEqual({ code: 0, said: expect.stringContaining('1 users, 1 invitations, 0 scans, 0 designs') })
  const [name = ''] = await readdir(path.join(dataDir, 'backups'))
  await backend.invitations.create({ invitations: [EVENT] })
  await first.close()

  const { lockFolder } = await import('../database/folder-lock.ts')
  const release = lockFolder(dataDir)
  expect(await runBackupCommand('restore', name)).toEqual({ code: 1, said: expect.stringContaining('Another Hudur runs on') })
  release()

  const restored = await runBackupCommand('restore', name)
  expect(restored).toEqual({ code: 0, said: expect.stringContaining('Restored: 1 users, 1 invitations') })
  const replaced = /kept in (.*)\.\n/.exec(restored.said)?.[1] ?? ''
  const old = new DatabaseSync(path.join(replaced, 'hudur.sqlite'), { readOnly: true })
  expect(old.prepare('select count(*) as count from invitations').get()?.count).toBe(2)
  old.close()

  const second = await openServer()
  expect(await second.server.caller(browser).backend.accounts.me({})).toBeNull()
  const { backend: again } = second.server.caller()
  await again.accounts.login({ username: 'host', password: PASSWORD })
  expect((await again.invitations.list({})).rows.map(({ id }) => id)).toEqual([kept!.id])
  expect((await again.invitations.changes({})).epoch).not.toBe(epoch)
  await second.close()
})

test('a backup of version 0.9.0 is restored with the same figures', async () => {
  const older = await createStorageOf090('sqlite')
  const file = path.join(older.dataDir, 'hudur.sqlite')
  const { rows } = await restoreBackup(dataDir, file, { at: BACKUP_TIME, migrations: await migrationNames() })
  expect(rows).toMatchObject({ users: 2, invitations: 7, scans: 3 })
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const server = await startServer(db, { now: () => NOW_OF_090 })
  const { userId, before } = figuresOf090()
  expect(await readFigures((await server.callerFor({ id: userId })).backend)).toMatchObject(before)
  await server.close()
  await db.close()
  await older.remove()
})

test('a refused restore leaves the data folder unchanged', async () => {
  const { host, close } = await openServer()
  const backend = await host()
  await backend.invitations.create({ invitations: Array.from({ length: 1_000 }, () => EVENT) })
  const { file } = await makeBackup(dataDir, BACKUP_TIME, RETENTION)
  await close()

  const damagedFile = path.join(dataDir, 'backups', 'torn.sqlite')
  await copyFile(file, damagedFile)
  await truncate(damagedFile, 4096 * 20)
  const newer = path.join(dataDir, 'backups', 'newer.sqlite')
  await copyFile(file, newer)
  const changed = new DatabaseSync(newer)
  changed.exec("insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '')")
  changed.close()
  const older = path.join(dataDir, 'backups', 'older.sqlite')
  await copyFile(file, older)
  const emptied = new DatabaseSync(older)
  emptied.exec("delete from kysely_migration; insert into kysely_migration (name, timestamp) values ('0020-events', '')")
  emptied.close()
  const other = path.join(dataDir, 'backups', 'other.sqlite')
  new DatabaseSync(other).exec('create table cats (name text)')
  await writeFile(path.join(dataDir, 'backups', 'text.sqlite'), 'not a database at all')
  const before = await readDataFolder()

  for (const [name, sentence] of [
    ['torn.sqlite', 'This backup is not sound'],
    ['other.sqlite', 'it is not a database of Hudur'],
    ['text.sqlite', 'This backup is not sound: file is not a database'],
    ['older.sqlite', 'This backup was made by a Hudur before 0.9.0 (0020-events)'],
    ['gone.sqlite', 'There is no file «gone.sqlite»'],
  ])
    await expect(restoreBackup(dataDir, name!, { at: BACKUP_TIME, migrations: [] })).rejects.toThrow(sentence!)
  const refused = await runBackupCommand('restore', 'newer.sqlite')
  expect(refused).toEqual({ code: 1, said: expect.stringContaining('made by a newer Hudur (9999-of-tomorrow)') })
  expect(await readDataFolder()).toEqual(before)
  expect(await runBackupCommand('restore')).toEqual({ code: 1, said: 'Say what to do: npm run backup, or npm run restore -- FILE\n' })
})

test('makeBackup rejects without a copy when its signal was aborted before', async () => {
  const { close } = await openServer()
  await expect(makeBackup(dataDir, BACKUP_TIME, RETENTION, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect(await readdir(path.join(dataDir, 'backups'))).toEqual([])
  await close()
})

test('hourlyBackups logs a failed backup and tries it again', async () => {
  const { close } = await openServer()
  const logged: string[] = []
  const log = {
    info: (_what: object, sentence: string) => void logged.push(sentence),
    error: (_cause: unknown, sentence: string) => void logged.push(sentence),
  }
  const waitForLogLines = async (count: number) => {
    while (logged.length < count) await new Promise(resolve => setTimeout(resolve, 5))
  }
  const failingBackups = hourlyBackups({ dataDir: path.join(dataDir, 'nowhere'), keep: RETENTION, now: () => new Date(), log, every: 50 })
  await mkdir(path.join(dataDir, 'nowhere'))
  await failingBackups.start()
  await waitForLogLines(2)
  await failingBackups.stop()
  expect(new Set(logged)).toEqual(new Set(['a backup could not be made; it will be tried again']))
  expect(failingBackups.figures().failures).toBeGreaterThanOrEqual(2)

  logged.length = 0
  let seconds = 0
  const advanceClockBySecond = () => {
    seconds++
    return new Date(BACKUP_TIME.getTime() + seconds * 1_000)
  }
  const backups = hourlyBackups({ dataDir, keep: RETENTION, now: advanceClockBySecond, log, every: 20 })
  await backups.start()
  await waitForLogLines(2)
  await backups.stop()
  expect(new Set(logged)).toEqual(new Set(['backup made']))
  expect((await readdir(path.join(dataDir, 'backups'))).length).toBeGreaterThanOrEqual(2)
  expect(backups.figures()).toEqual({ age: expect.any(Number), failures: 0 })
  await close()
})

test('makeBackup deletes old backups to stay within the byte limit', async () => {
  const { close } = await openServer()
  await close()
  const { size } = await stat(path.join(dataDir, 'hudur.sqlite'))
  const timeAfterBackup = (minutes: number) => new Date(BACKUP_TIME.getTime() + minutes * 60_000)
  const countBackups = async () => (await readdir(path.join(dataDir, 'backups'))).length
  const readTotalBytes = async () => {
    const names = await readdir(path.join(dataDir, 'backups'))
    return (await Promise.all(names.map(name => stat(path.join(dataDir, 'backups', name))))).reduce((sum, file) => sum + file.size, 0)
  }
  const fakeFreeSpace = (bytes: number) => async () => ({ free: bytes, total: bytes * 2 })

  const keep = { ...RETENTION, maxBytes: 3.5 * size }
  for (let minutes = 0; minutes < 5; minutes++) {
    await makeBackup(dataDir, timeAfterBackup(minutes), keep)
    expect(await readTotalBytes()).toBeLessThanOrEqual(keep.maxBytes)
  }
  expect(await countBackups()).toBe(3)

  // Three backups exist and there is space for three more of their size, so the budget is half of six: the new backup replaces an old one.
  await makeBackup(dataDir, timeAfterBackup(5), RETENTION, { measure: fakeFreeSpace(await readTotalBytes()) })
  expect(await countBackups()).toBe(3)

  // All backups but the newest are deleted first, and even then there is no space for another one.
  const newest = (await readdir(path.join(dataDir, 'backups'))).toSorted().at(-1)
  const newBackup = makeBackup(dataDir, timeAfterBackup(6), RETENTION, { measure: async () => ({ free: -size, total: 100 * size }) })
  await expect(newBackup).rejects.toThrow(/^A backup takes \d+ MB, more than half of the \d+ MB that are free: none is made\.$/)
  expect(await readdir(path.join(dataDir, 'backups'))).toEqual([newest])

  // Without limits, as in a manual backup while `BACKUP_KEEP` is off, nothing is deleted.
  await makeBackup(dataDir, timeAfterBackup(7), undefined)
  expect(await countBackups()).toBe(2)
})

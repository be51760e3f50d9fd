import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Refusal } from '@hudur/core/refusals'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { withTemporaryFolder } from '../testing/temporary-folder.ts'
import { makeBackup } from './backups/backups.ts'
import { unavailableRefusal } from './database/database.ts'
import { openDatabase } from './database/open.ts'
import { explainDatabaseFailure } from './database-failure.ts'

/** Returns the error that `act` throws or rejects with. */
async function errorOf(act: () => unknown) {
  try {
    await act()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test('explainDatabaseFailure names a full disk, which is temporary', () =>
  withTemporaryFolder(async dataDir => {
    const file = path.join(dataDir, 'hudur.sqlite')
    const database = new DatabaseSync(file)
    database.exec('create table t (a); pragma max_page_count = 2')
    const full = await errorOf(() => database.prepare('insert into t values (zeroblob(100000))').run())
    database.close()
    const failure = { says: `The disk of ${file} is full. Free space on it.`, canPass: true }
    expect(await explainDatabaseFailure(full, { databaseUrl: undefined, dataDir })).toEqual(failure)
    // A write throws a sentence for screens, which must not be the one that an operator reads.
    expect(await explainDatabaseFailure(unavailableRefusal(full), { databaseUrl: undefined, dataDir })).toEqual(failure)
  }))

test('explainDatabaseFailure names a damaged file and the newest backup', () =>
  withTemporaryFolder(async dataDir => {
    const location = { databaseUrl: undefined, dataDir }
    const file = path.join(dataDir, 'hudur.sqlite')
    await (await openDatabase(location)).close()
    const explain = async () => {
      await writeFile(file, Buffer.alloc(8_192, 'x'))
      return explainDatabaseFailure(await errorOf(() => openDatabase(location)), location)
    }
    const backup = await makeBackup(dataDir, new Date('2026-11-21T18:00:00Z'), undefined)
    expect(await explain()).toEqual({
      says: `${file} is damaged (file is not a database). Put back the newest backup: npm run restore -- ${path.basename(backup.file)}`,
      canPass: false,
    })
  }))

test('explainDatabaseFailure says to keep a damaged file without a backup', () =>
  withTemporaryFolder(async dataDir => {
    const location = { databaseUrl: undefined, dataDir }
    await writeFile(path.join(dataDir, 'hudur.sqlite'), Buffer.alloc(8_192, 'x'))
    expect(await explainDatabaseFailure(await errorOf(() => openDatabase(location)), location)).toMatchObject({
      says: expect.stringContaining('There is no backup beside it: keep the file'),
      canPass: false,
    })
  }))

test.each([
  [
    'postgres://nobody:secret@127.0.0.1:1/none',
    'PostgreSQL at 127.0.0.1:1 does not answer (ECONNREFUSED). Start it, or correct DATABASE_URL.',
    true,
  ],
  [
    'without a database',
    expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:\d+ refuses the connection \(database "none" does not exist\)/),
    false,
  ],
])('explainDatabaseFailure explains PostgreSQL %s', async (url, says, canPass) => {
  const databaseUrl = url.startsWith('postgres:') ? url : `${inject('postgresUrl')}none`
  const client = new pg.Client(databaseUrl)
  const failure = await explainDatabaseFailure(await errorOf(() => client.connect()), { databaseUrl, dataDir: '' })
  expect(failure).toEqual({ says, canPass })
})

test('explainDatabaseFailure returns undefined for other errors', async () => {
  for (const error of [new Error('a mistake'), new Refusal('not-found'), 'text'])
    expect(await explainDatabaseFailure(error, { databaseUrl: undefined, dataDir: '' })).toBeUndefined()
})

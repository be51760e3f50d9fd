import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createStorageFromTemplate } from '../../testing/engines.ts'
import { startFreezingProxy } from '../../testing/postgres-proxy.ts'
import { createLiveFigures, readTimeouts } from '../check-in/live.ts'
import { batchCalls } from './batch-calls.ts'
import { type Database, isDatabaseUnavailable } from './database.ts'
import { openDatabase } from './open.ts'
import { postgresTimeouts } from './postgres.ts'

const originalTimeouts = { ...postgresTimeouts }
const originalReadTimeouts = { ...readTimeouts }
beforeEach(() => void Object.assign(postgresTimeouts, { connect: 400, queue: 900, query: 500, write: 600, slowQuery: 700 }))
afterEach(() => void Object.assign(postgresTimeouts, originalTimeouts))

const storeSetting = (db: Database, name: string) => db.write(trx => trx.insertInto('settings').values({ name, value: '' }).execute())

async function openBehindProxy() {
  const { databaseUrl } = await createStorageFromTemplate('postgres')
  const proxy = await startFreezingProxy(databaseUrl!)
  onTestFinished(proxy.close)
  const db = await openDatabase({ databaseUrl: proxy.url, dataDir: '' })
  onTestFinished(db.close)
  return { db, proxy }
}

test('a frozen PostgreSQL server makes reads and writes unavailable', async () => {
  const { db, proxy } = await openBehindProxy()
  const read = () => Promise.all([db.read, db.slowReads, db.codeReads].map(from => sql`select 1`.execute(from)))
  await read()
  await storeSetting(db, 'before')
  proxy.isFrozen = true
  // The second round needs new connections, because the first has closed those that do not answer.
  for (let round = 0; round < 2; round++) {
    const failures = await Promise.allSettled([
      storeSetting(db, 'frozen'),
      ...[db.read, db.slowReads, db.codeReads].map(from => sql`select 1`.execute(from)),
    ])
    expect(
      failures.map(
        result => result.status === 'rejected' && (result.reason.code === 'unavailable' || isDatabaseUnavailable(result.reason)),
      ),
    ).toEqual([true, true, true, true])
  }
  proxy.isFrozen = false
  await read()
  await storeSetting(db, 'after')
})

test('live figures are read again soon after a read without an answer', async () => {
  Object.assign(postgresTimeouts, { slowQuery: originalTimeouts.slowQuery })
  Object.assign(readTimeouts, { min: 300, first: 300 })
  onTestFinished(() => void Object.assign(readTimeouts, originalReadTimeouts))
  const { db, proxy } = await openBehindProxy()
  const live = createLiveFigures({ db, now: () => new Date(), timeZone: 'Asia/Aden' })
  let answers = 0
  const stop = live.ofScope({ userId: undefined }).follow(() => answers++)
  onTestFinished(stop)
  await expect.poll(() => answers > 0 && db.changes.areComplete()).toBe(true)
  proxy.isFrozen = true
  await expect(storeSetting(db, 'frozen')).rejects.toMatchObject({ code: 'unavailable' })
  // Changes of other processes may now be missed, so the figures are read every second.
  expect(db.changes.areComplete()).toBe(false)
  const before = answers
  proxy.isFrozen = false
  await expect.poll(() => answers > before && db.changes.areComplete()).toBe(true)
})

test('a statement of a set has a shorter timeout than another write', async () => {
  const { db } = await openBehindProxy()
  Object.assign(postgresTimeouts, { write: 60_000 })
  const sleep = () => db.write(trx => sql`select pg_sleep(3)`.execute(trx))
  await expect(batchCalls(async () => [await sleep()])(1)).rejects.toMatchObject({ code: 'unavailable' })
  await sleep()
})

test('a migration may take longer than the timeout of a statement', async () => {
  const { databaseUrl } = await createStorageFromTemplate('postgres')
  const db = await openDatabase({ databaseUrl, dataDir: '' }, async migrated => void (await sql`select pg_sleep(0.7)`.execute(migrated)))
  await db.close()
})

test('a write on a read-only server is unavailable and closes its connection', async () => {
  const { databaseUrl } = await createStorageFromTemplate('postgres')
  const db = await openDatabase({ databaseUrl, dataDir: '' })
  onTestFinished(db.close)
  const admin = new pg.Client(databaseUrl)
  await admin.connect()
  const setReadOnly = (isReadOnly: boolean) =>
    admin.query(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = ${isReadOnly}', current_database()); end $$`,
    )
  await setReadOnly(true)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  await expect
    .poll(() =>
      sql`select 1`.execute(db.read).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await expect(storeSetting(db, 'refused')).rejects.toMatchObject({ code: 'unavailable' })
  // Only a new connection gets the new default.
  await setReadOnly(false)
  await storeSetting(db, 'stored')
  await admin.end()
})

test.each([
  [{ code: '25006' }, true],
  [{ code: '28P01' }, true],
  [{ code: '58030' }, true],
  [{ code: 'EHOSTUNREACH' }, true],
  [{ code: 'EAI_AGAIN' }, true],
  [{ message: 'Query read timeout' }, true],
  [{ message: 'timeout exceeded when trying to connect' }, true],
  [{ message: 'Connection terminated due to connection timeout' }, true],
  [{ message: 'Client was closed and is not queryable' }, true],
  [{ code: '42P01' }, false],
  [{ code: '23505' }, false],
  [{ message: 'Cannot read properties of undefined' }, false],
])('isDatabaseUnavailable of the error %j is %s', (properties, expected) => {
  expect(isDatabaseUnavailable(Object.assign(new Error(''), properties))).toBe(expected)
})

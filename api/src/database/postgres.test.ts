import { Refusal } from '@hudur/core/refusals'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createStorage, createStorageFromTemplate } from '../../testing/engines.ts'
import { startRefusingProxy } from '../../testing/postgres-proxy.ts'
import type { WriteBody } from './database.ts'
import { openDatabase } from './open.ts'

test('a broken PostgreSQL connection fails its write and is replaced', async () => {
  const storage = await createStorage('postgres')
  const db = await openDatabase(storage)
  const other = new pg.Client(storage.databaseUrl)
  await other.connect()
  const broken = db.write(async trx => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await other.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    // Between two statements, an error of the connection reaches only its own `error` listener.
    await new Promise(resolve => setTimeout(resolve, 100))
    await sql`select 1`.execute(trx)
  })
  await expect(broken).rejects.toThrow()
  await expect(broken).rejects.toBeInstanceOf(Refusal)
  expect((await db.write(trx => sql<{ one: number }>`select 1 as one`.execute(trx))).rows).toEqual([{ one: 1 }])
  await other.end()
  await db.close()
})

test('a write whose begin fails is rejected and stores nothing', async () => {
  const { databaseUrl } = await createStorageFromTemplate('postgres')
  const proxy = await startRefusingProxy(databaseUrl!)
  onTestFinished(proxy.close)
  const db = await openDatabase({ databaseUrl: proxy.url, dataDir: '' })
  onTestFinished(db.close)
  const readNames = () => db.read.selectFrom('settings').select('name').where('name', 'like', 'stored %').execute()
  const addSetting: WriteBody<unknown> = trx => trx.insertInto('settings').values({ name: 'stored early', value: '' }).execute()
  const readThenAddSetting: WriteBody<unknown> = async trx => {
    await trx.selectFrom('settings').select('name').execute()
    await addSetting(trx)
  }
  for (const body of [addSetting, readThenAddSetting, async () => 'no statement']) {
    proxy.isRefusing = true
    await expect(db.write(body)).rejects.toMatchObject({ code: 'unavailable' })
    proxy.isRefusing = false
    expect(await readNames()).toEqual([])
  }
  await db.write(readThenAddSetting)
  expect(await readNames()).toEqual([{ name: 'stored early' }])
})

test('openDatabase refuses a PostgreSQL database that is not in UTF-8', async () => {
  const storage = await createStorage('postgres')
  const url = new URL(storage.databaseUrl!)
  const admin = new pg.Client(storage.databaseUrl)
  await admin.connect()
  await admin.query(`create database ascii_only template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`)
  await admin.end()
  url.pathname = '/ascii_only'
  await expect(openDatabase({ databaseUrl: url.href, dataDir: '' })).rejects.toThrow(
    'The database is in SQL_ASCII. Create it again: createdb --encoding=UTF8 --template=template0',
  )
})

test('slow reads use at most three PostgreSQL connections of their own', async () => {
  const storage = await createStorage('postgres')
  const db = await openDatabase(storage)
  const other = new pg.Client(storage.databaseUrl)
  await other.connect()
  await other.query('select pg_advisory_lock(1)')
  const slow = Array.from({ length: 20 }, () => sql`select pg_advisory_xact_lock_shared(1)`.execute(db.slowReads))
  const { rows } = await other.query("select count(*) as count from pg_stat_activity where wait_event = 'advisory'")
  // Other reads still run. If all reads shared one pool, the slow reads would occupy all its connections and this read would never end.
  expect((await sql<{ one: number }>`select 1 as one`.execute(db.read)).rows).toEqual([{ one: 1 }])
  expect(rows[0].count).toBeLessThanOrEqual(3)
  await other.query('select pg_advisory_unlock(1)')
  await Promise.all(slow)
  const readStatementTimeout = async (one: typeof db.read) => (await sql<object>`show statement_timeout`.execute(one)).rows
  expect([await readStatementTimeout(db.read), await readStatementTimeout(db.slowReads)]).toEqual([
    [{ statement_timeout: '0' }],
    [{ statement_timeout: '30s' }],
  ])
  await other.end()
  await db.close()
})

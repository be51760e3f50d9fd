import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@hudur/core/refusals'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PERMANENT_SETTINGS } from '../../testing/engines.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { type Change, recordChange, recordChanges } from './changes.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let db: Database

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-group-'))
  db = await openSqlite(path.join(folder, 'hudur.sqlite'), migrate)
})
afterEach(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

/** Adds a row to the table `settings` and returns its name. */
async function addSetting(trx: Kysely<Tables>, name: string, value = name) {
  await trx.insertInto('settings').values({ name, value }).execute()
  return name
}
/** Reads the names of all settings, except those that the migrations wrote. */
const readSettingNames = async () => {
  const rows = await db.read.selectFrom('settings').select('name').where('name', 'not in', PERMANENT_SETTINGS).orderBy('name').execute()
  return rows.map(({ name }) => name)
}
const settleOutcomes = async (bodies: Promise<unknown>[]) =>
  (await Promise.allSettled(bodies)).map(outcome =>
    outcome.status === 'fulfilled' ? outcome.value : ((outcome.reason as Refusal).code ?? (outcome.reason as Error).message),
  )

test('an exception in one of several batched writes rolls back only that one', async () => {
  const bodies = ['a', 'b', 'c'].map(name =>
    db.write(async trx => {
      await addSetting(trx, name)
      await addSetting(trx, `${name}-again`)
      if (name === 'b') throw new Refusal('over-balance')
      return name
    }),
  )
  expect(await settleOutcomes(bodies)).toEqual(['a', 'over-balance', 'c'])
  expect(await readSettingNames()).toEqual(['a', 'a-again', 'c', 'c-again'])
})

test('an SQL error in one of several batched writes rolls back only that one', async () => {
  await db.write(trx => addSetting(trx, 'taken'))
  const answers = await settleOutcomes([
    db.write(trx => addSetting(trx, 'a')),
    db.write(async trx => {
      await addSetting(trx, 'b')
      await addSetting(trx, 'taken')
    }),
    db.write(trx => addSetting(trx, 'c')),
  ])
  expect(answers).toEqual(['a', 'ERR_SQLITE_ERROR', 'c'])
  expect(await readSettingNames()).toEqual(['a', 'c', 'taken'])
})

test('batched writes run one after another and see the earlier changes', async () => {
  const order: string[] = []
  await db.write(trx => addSetting(trx, 'count', '0'))
  const incrementCount = (name: string) =>
    db.write(async trx => {
      order.push(`${name} in`)
      const { value } = await trx.selectFrom('settings').select('value').where('name', '=', 'count').executeTakeFirstOrThrow()
      await trx
        .updateTable('settings')
        .set({ value: String(Number(value) + 1) })
        .where('name', '=', 'count')
        .execute()
      order.push(`${name} out`)
    })
  await Promise.all(['a', 'b', 'c'].map(incrementCount))
  expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
  const { value } = await db.read.selectFrom('settings').select('value').where('name', '=', 'count').executeTakeFirstOrThrow()
  expect(value).toBe('3')
})

test('a write resolves only after its changes are committed', async () => {
  const committedNames = await db.write(trx => addSetting(trx, 'a')).then(readSettingNames)
  expect(committedNames).toEqual(['a'])
})

/** Lets the database file grow by this many pages only, as on a disk that is nearly full. */
const limitDatabaseGrowth = (pages: number) =>
  db.write(async trx => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx)
    await sql.raw(`pragma max_page_count = ${rows[0]!.page_count + pages}`).execute(trx)
  })

test('a full disk fails and rolls back every write of the batch', async () => {
  await db.write(trx => addSetting(trx, 'before'))
  await limitDatabaseGrowth(3)
  let ranAfter = false
  const answers = await settleOutcomes([
    db.write(trx => addSetting(trx, 'a')),
    db.write(trx => addSetting(trx, 'large', 'x'.repeat(100_000))),
    db.write(async trx => {
      ranAfter = true
      await addSetting(trx, 'c')
      return 'c'
    }),
  ])
  expect(answers).toEqual(['unavailable', 'unavailable', 'unavailable'])
  expect(ranAfter).toBe(false)
  expect(await readSettingNames()).toEqual(['before'])

  await limitDatabaseGrowth(1000)
  expect(await settleOutcomes([db.write(trx => addSetting(trx, 'after', 'x'.repeat(100_000)))])).toEqual(['after'])
  expect(await readSettingNames()).toEqual(['after', 'before'])
})

test('on a disk that fills up, a write stores all of its rows or fails', async () => {
  await limitDatabaseGrowth(20)
  const storedNumbers: number[] = []
  const storeNumber = (n: number) =>
    db.write(async trx => {
      await addSetting(trx, `${n} first`, 'x'.repeat(4_000))
      await addSetting(trx, `${n} second`, 'x'.repeat(4_000))
      return n
    })
  // The batches have one to seven writes. At first there is space for whole batches, at the end for none.
  for (let first = 0, size = 1; first < 200; first += size, size = (size % 7) + 1) {
    const settled = await Promise.allSettled(Array.from({ length: size }, (_, n) => storeNumber(first + n)))
    storedNumbers.push(...settled.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : [])))
  }
  expect(storedNumbers.length).toBeGreaterThan(0)
  expect(storedNumbers.length).toBeLessThan(200)
  expect(await readSettingNames()).toEqual(storedNumbers.flatMap(n => [`${n} first`, `${n} second`]).sort())
})

test('a write rejects when it awaits anything but its own transaction', async () => {
  const elsewhere = Promise.withResolvers<void>()
  const answers = await settleOutcomes([
    db.write(async () => db.write(async () => 'nested')),
    db.write(() => hashPassword('123456')),
    db.write(async trx => {
      await elsewhere.promise
      await addSetting(trx, 'late')
    }),
    db.write(trx => addSetting(trx, 'fine')),
  ])
  expect(answers).toEqual([
    'a write inside a write: it would hold the database for everybody',
    'hashing inside a write: it would hold the database for everybody',
    'a write awaited something other than its own transaction',
    'fine',
  ])
  // The body of a rejected write may continue to run, but its statements fail.
  elsewhere.resolve()
  await wait(20)
  expect(await readSettingNames()).toEqual(['fine'])
})

test('a write reports one change for each event of its invitations', async () => {
  const reported: Change[] = []
  const end = db.changes.subscribe(changes => void reported.push(...changes))
  const ofWedding = { userId: 'host', eventId: 'wedding' }
  const ofDinner = { userId: 'host', eventId: 'dinner' }
  const withoutEvent = ['host', 'guest'].map(userId => ({ userId, eventId: null }))
  await db.write(async () => recordChanges([ofWedding, ofWedding, ofDinner, ...withoutEvent, ofWedding]))
  expect(reported).toEqual([ofWedding, ofDinner, { userId: 'host' }, { userId: 'guest' }])
  end()
})

test('an exception in a change listener does not stop later writes', async () => {
  const notifiedUserIds: string[] = []
  const warned = new Promise<Error>(resolve => process.once('warning', resolve))
  const ends = [
    db.changes.subscribe(() => {
      throw new Error('a broken listener')
    }),
    db.changes.subscribe(changes => void notifiedUserIds.push(...changes.map(({ userId }) => userId))),
  ]
  for (const userId of ['first', 'second']) await db.write(async () => recordChange({ userId }))
  expect(notifiedUserIds).toEqual(['first', 'second'])
  expect(await warned).toMatchObject({ message: 'a broken listener' })
  for (const end of ends) end()
})

test('openSqlite throws the original error after SQLite has rolled back', async () => {
  const opening = openSqlite(path.join(folder, 'other.sqlite'), async other => {
    await sql`create table numbers (n integer primary key)`.execute(other)
    await other.transaction().execute(async trx => {
      await sql`insert into numbers values (1)`.execute(trx)
      await sql`insert or rollback into numbers values (1)`.execute(trx)
    })
  })
  await expect(opening).rejects.toThrow('UNIQUE constraint failed: numbers.n')
})

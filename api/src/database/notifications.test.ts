import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorageFromTemplate } from '../../testing/engines.ts'
import { type Change, recordChange } from './changes.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'

/** Two `Database` objects on one PostgreSQL database, as two server processes have them, and a further connection to the server. */
let [one, two]: Database[] = []
let other: pg.Client

beforeAll(async () => {
  const storage = await createStorageFromTemplate('postgres')
  one = await openDatabase(storage)
  two = await openDatabase(storage)
  other = new pg.Client(storage.databaseUrl)
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await one!.close()
  await two!.close()
})

/** Collects the changes that a database reports, until `stop` is called. */
function collectChanges({ changes }: Database) {
  const reported: Change[] = []
  return { reported, stop: changes.subscribe(some => reported.push(...some)) }
}

const commitChange = (db: Database, eventId: string) => db.write(async () => recordChange({ userId: 'user', eventId }))

test('reports a committed change to every server process once', async () => {
  const [atOne, atTwo] = [collectChanges(one!), collectChanges(two!)]
  await expect.poll(() => one!.changes.areComplete() && two!.changes.areComplete()).toBe(true)
  const failed = one!.write(async () => {
    recordChange({ userId: 'user', eventId: 'never' })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  for (let n = 0; n < 250; n++) await commitChange(one!, `event ${n}`)
  const expected = Array.from({ length: 250 }, (_, n) => `event ${n}`).sort()
  // Notifications that are sent over several connections may arrive in another order.
  const idsOf = (reported: readonly Change[]) => reported.map(({ eventId }) => eventId).sort()
  expect(idsOf(atOne.reported)).toEqual(expected)
  await expect.poll(() => idsOf(atTwo.reported)).toEqual(expected)
  atOne.stop()
  atTwo.stop()
})

test('areComplete returns false while the notification connection is lost', async () => {
  const { reported, stop } = collectChanges(two!)
  await expect.poll(() => two!.changes.areComplete()).toBe(true)
  const states: boolean[] = []
  const sample = setInterval(() => states.push(two!.changes.areComplete()), 5)
  await other.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hudur changes'")
  await expect.poll(() => states.includes(false) && two!.changes.areComplete()).toBe(true)
  clearInterval(sample)
  await commitChange(one!, 'after')
  await expect.poll(() => reported).toEqual([{ userId: 'user', eventId: 'after' }])
  stop()
})

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMigratedStorage } from '../../testing/engines.ts'
import { type Change, noteChange } from './changes.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'

/** Two processes' views of one PostgreSQL database, and another connection to its server. */
let [one, two]: Database[] = []
let other: pg.Client

beforeAll(async () => {
  const storage = await createMigratedStorage('postgres')
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

/** Collects the changes that a database reports, until `stop`. */
function collect({ changes }: Database) {
  const reported: Change[] = []
  return { reported, stop: changes.subscribe(some => reported.push(...some)) }
}

const change = (db: Database, eventId: string) => db.write(async () => noteChange({ userId: 'user', eventId }))

test('a committed change is reported to every process once, and a rolled back one to none', async () => {
  const [atOne, atTwo] = [collect(one!), collect(two!)]
  await expect.poll(() => one!.changes.areComplete() && two!.changes.areComplete()).toBe(true)
  const failed = one!.write(async () => {
    noteChange({ userId: 'user', eventId: 'never' })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  for (let n = 0; n < 250; n++) await change(one!, `event ${n}`)
  const expected = Array.from({ length: 250 }, (_, n) => `event ${n}`).sort()
  // Notifications of several connections may arrive in another order.
  const idsOf = (reported: readonly Change[]) => reported.map(({ eventId }) => eventId).sort()
  expect(idsOf(atOne.reported)).toEqual(expected)
  await expect.poll(() => idsOf(atTwo.reported)).toEqual(expected)
  atOne.stop()
  atTwo.stop()
})

test('a lost connection makes the changes incomplete until another one has passed its test', async () => {
  const { reported, stop } = collect(two!)
  await expect.poll(() => two!.changes.areComplete()).toBe(true)
  const states: boolean[] = []
  const sample = setInterval(() => states.push(two!.changes.areComplete()), 5)
  await other.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hudur changes'")
  await expect.poll(() => states.includes(false) && two!.changes.areComplete()).toBe(true)
  clearInterval(sample)
  await change(one!, 'after')
  await expect.poll(() => reported).toEqual([{ userId: 'user', eventId: 'after' }])
  stop()
})

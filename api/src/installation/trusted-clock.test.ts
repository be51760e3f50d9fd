import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../../testing/engines.ts'
import { addAccount } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'
import { checkClock } from './trusted-clock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-11-21T18:00:00Z')

describe.each(ENGINES)('the trusted clock on %s', engine => {
  let db: Database
  beforeEach(async () => {
    db = await startDatabase(engine)
  })
  afterEach(() => db.close())

  const check = (ms: number) => checkClock(db, new Date(START + ms))

  const addSession = (user_id: string, at: number) => {
    const time = new Date(at).toISOString()
    return db.write(trx =>
      trx.insertInto('sessions').values({ id: time, token_hash: time, user_id, created_at: time, last_seen_at: time }).execute(),
    )
  }

  /** Checks the clock every 20 hours from `from` to `to`, and returns the time of the first check at which it is not ahead. */
  async function firstTrusted(from: number, to: number) {
    for (let at = from; at <= to; at += 20 * HOUR) if (!(await check(at)).isAhead) return at
    return undefined
  }

  test('an empty database trusts the clock', async () => {
    expect(await check(0)).toMatchObject({ isAhead: false })
  })

  test('a database of an earlier version compares the clock with its newest row', async () => {
    const { id } = await addAccount(db, { username: 'host' })
    await db.write(trx =>
      trx
        .updateTable('users')
        .set({ created_at: new Date(START - 90 * DAY).toISOString() })
        .execute(),
    )
    await addSession(id, START)
    expect(await check(400 * DAY)).toEqual({ isAhead: true, daysAhead: 400, trusted: new Date(START).toISOString() })
  })

  test('rows written while the clock is ahead do not make it trusted', async () => {
    await check(0)
    expect(await check(400 * DAY)).toMatchObject({ isAhead: true })
    const { id } = await addAccount(db, { username: 'host' })
    await addSession(id, START + 400 * DAY)
    expect(await check(400 * DAY + HOUR)).toMatchObject({ isAhead: true, daysAhead: 400 })
    expect(await check(2 * HOUR)).toMatchObject({ isAhead: false })
  })

  test('a server that was off for a year trusts its clock after 30 days', async () => {
    await check(0)
    expect(await firstTrusted(360 * DAY, 400 * DAY)).toBe(360 * DAY + 36 * 20 * HOUR)
    expect(await check(391 * DAY)).toMatchObject({ isAhead: false })
  })

  test('a server that was off for a weekend trusts its clock after a weekend', async () => {
    await check(0)
    expect(await firstTrusted(60 * HOUR, 10 * DAY)).toBe(60 * HOUR + 3 * 20 * HOUR)
  })

  test('the waiting time begins again after another jump, and after a day without the server', async () => {
    await check(0)
    await check(30 * DAY)
    await check(30 * DAY + 20 * HOUR)
    expect(await check(70 * DAY)).toMatchObject({ isAhead: true })
    expect(await firstTrusted(70 * DAY + 20 * HOUR, 120 * DAY)).toBe(70 * DAY + 36 * 20 * HOUR)
  })

  test('a clock that is set back is not ahead, and a later jump is noticed', async () => {
    await check(0)
    expect(await check(-60 * DAY)).toMatchObject({ isAhead: false })
    expect(await firstTrusted(-60 * DAY, 0)).toBe(-60 * DAY)
    for (let at = -60 * DAY; at < -29 * DAY; at += 20 * HOUR) await check(at)
    expect(await check(-HOUR)).toMatchObject({ isAhead: true })
  })
})

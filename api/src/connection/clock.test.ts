import { expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../../testing/engines.ts'
import { watchClock } from './clock.ts'
import { beginEpoch, endEpoch, epochOf } from './epoch.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)

test.each(ENGINES)('on %s an epoch continues while the clock advances, and a clock that is set back begins one new epoch', async engine => {
  const db = await startDatabase(engine)
  const epochAt = async (time: string) => {
    await watchClock(db, at(time))
    return (await epochOf(db.read)).epoch
  }
  const earlier = (await epochOf(db.read)).epoch
  await endEpoch(db)
  await beginEpoch(db)
  const first = await epochAt('18:00:00')
  // Clocks of two servers differ by a second; then an hour passes without a request.
  for (const time of ['18:00:30', '18:00:05', '18:02:00', '18:01:10', '19:30:00']) expect(await epochAt(time)).toBe(first)
  expect(await (await epochOf(db.read)).holds(earlier)).toBe(true)

  const epochs = await Promise.all(Array.from({ length: 8 }, () => epochAt('18:30:00')))
  const second = await epochAt('18:30:01')
  expect(epochs.at(-1)).toBe(second)
  expect(second).not.toBe(first)
  // The clock will show the times of earlier cursors a second time.
  for (const epoch of [earlier, first]) expect(await (await epochOf(db.read)).holds(epoch)).toBe(false)
  for (const time of ['18:45:00', '20:00:00']) expect(await epochAt(time)).toBe(second)
  await db.close()
})

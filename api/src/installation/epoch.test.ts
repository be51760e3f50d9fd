import { expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../../testing/engines.ts'
import { beginEpoch, detectClockSetBack, detectNewTimeline, endEpoch, readEpoch } from './epoch.ts'

test.each(ENGINES)('on %s a power failure begins a new epoch and a clean shutdown does not', async engine => {
  const db = await startDatabase(engine)
  const beginAndReadEpoch = async () => {
    await beginEpoch(db)
    return (await readEpoch(db.read)).epoch
  }
  const isValid = async (epoch: string | undefined) => (await readEpoch(db.read)).isValid(epoch)
  try {
    const first = await beginAndReadEpoch()
    expect(await isValid(first)).toBe(true)
    await endEpoch(db)
    const second = await beginAndReadEpoch()
    expect(second).not.toBe(first)
    for (const epoch of [first, second]) expect(await isValid(epoch)).toBe(true)

    // Power failure: the second epoch did not end cleanly.
    await beginAndReadEpoch()
    expect(await isValid(first)).toBe(true)
    for (const epoch of [second, 'one that came after the backup', undefined]) expect(await isValid(epoch)).toBe(false)
  } finally {
    await db.close()
  }
})

const timeOnTestDay = (time: string) => new Date(`2026-11-21T${time}Z`)

test.each(ENGINES)('on %s only setting the server clock back begins a new epoch', async engine => {
  const db = await startDatabase(engine)
  const epochAt = async (time: string) => {
    await detectClockSetBack(db, timeOnTestDay(time))
    return (await readEpoch(db.read)).epoch
  }
  const earlier = (await readEpoch(db.read)).epoch
  await endEpoch(db)
  await beginEpoch(db)
  const first = await epochAt('18:00:00')
  // The clocks of two servers may differ by less than a minute, and an hour may pass without a request.
  for (const time of ['18:00:30', '18:00:05', '18:02:00', '18:01:10', '19:30:00']) expect(await epochAt(time)).toBe(first)
  expect(await (await readEpoch(db.read)).isValid(earlier)).toBe(true)

  const epochs = await Promise.all(Array.from({ length: 8 }, () => epochAt('18:30:00')))
  const second = await epochAt('18:30:01')
  expect(epochs.at(-1)).toBe(second)
  expect(second).not.toBe(first)
  // The earlier epochs are invalid, because the clock will show the times of their cursors again.
  for (const epoch of [earlier, first]) expect(await (await readEpoch(db.read)).isValid(epoch)).toBe(false)
  for (const time of ['18:45:00', '20:00:00']) expect(await epochAt(time)).toBe(second)
  await db.close()
})

test('only another timeline of PostgreSQL begins a new epoch, once', async () => {
  const db = await startDatabase('postgres')
  const detectInEightProcesses = async () => {
    await Promise.all(Array.from({ length: 8 }, () => detectNewTimeline(db)))
    return (await readEpoch(db.read)).epoch
  }
  const first = (await readEpoch(db.read)).epoch
  expect([await detectInEightProcesses(), await detectInEightProcesses()]).toEqual([first, first])
  // A standby that has become the primary has a higher timeline than the one that was stored.
  await db.write(trx => trx.updateTable('settings').set({ value: '00000000' }).where('name', '=', 'timeline').execute())
  const second = await detectInEightProcesses()
  expect(second).not.toBe(first)
  expect(await (await readEpoch(db.read)).isValid(first)).toBe(false)
  expect(await detectInEightProcesses()).toBe(second)
  await db.close()
})

import { expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../../testing/engines.ts'
import { epochAt } from './history.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)

test.each(ENGINES)('on %s a history goes on while time does, and a clock that is set back begins another, once', async engine => {
  const db = await startDatabase(engine)
  const first = await epochAt(db, at('18:00:00'))
  expect(first).not.toBe('')
  // A second more or less, as two servers' clocks differ, and an hour of silence.
  for (const time of ['18:00:30', '18:00:05', '18:02:00', '18:01:10', '19:30:00']) expect(await epochAt(db, at(time))).toBe(first)
  const told = await Promise.all(Array.from({ length: 8 }, () => epochAt(db, at('18:30:00'))))
  expect(new Set(told).size).toBe(1)
  expect(told[0]).not.toBe(first)
  for (const time of ['18:30:01', '18:45:00', '20:00:00']) expect(await epochAt(db, at(time))).toBe(told[0])
  await db.close()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupName, backupsBeyondBudget, backupTime, newestBackupsFirst, superfluousBackups } from './retention.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** No backup of the tests with random times is ahead of this clock. */
const LATER = new Date('2028-01-01T00:00:00Z')
const randomDates = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2027-12-31T23:59:59Z'), noInvalidDate: true })

test('backupTime reads back the time in a backup’s name', () => {
  expect(backupName(new Date('2026-11-21T18:00:05.400Z'))).toBe('hudur-2026-11-21T18-00-05Z.sqlite')
  for (const other of ['hudur.sqlite', 'hudur-2026-11-21T18-00-05Z.sqlite.unfinished', 'صورة.png'])
    expect(backupTime(other)).toBeUndefined()
  fc.assert(
    fc.property(randomDates, randomDates, (one, other) => {
      expect(backupTime(backupName(one))?.getTime()).toBe(Math.floor(one.getTime() / 1000) * 1000)
      if (backupName(one) < backupName(other)) expect(one.getTime()).toBeLessThan(other.getTime())
    }),
  )
})

test('superfluousBackups keeps the newest 48 and the last of each of 30 days', () => {
  const end = Date.parse('2026-11-21T18:00:00Z')
  const names = Array.from({ length: 365 * 24 }, (_, n) => backupName(new Date(end - n * HOUR)))
  const superfluousNames = new Set(superfluousBackups(names, { newest: 48, daily: 30 }, new Date(end)))
  const keptNames = names.filter(name => !superfluousNames.has(name))
  expect(keptNames.slice(0, 48)).toEqual(names.slice(0, 48))
  // The last backup of each of the thirty days; those of three days are already among the newest 48.
  expect(keptNames.slice(48).map(name => name.slice(6, 19))).toEqual(
    Array.from({ length: 27 }, (_, n) => new Date(Date.parse('2026-11-18T23:00:00Z') - n * 24 * HOUR).toISOString().slice(0, 13)),
  )
})

test('superfluousBackups never returns the newest backups or other files', () => {
  fc.assert(
    fc.property(fc.uniqueArray(randomDates, { maxLength: 60, selector: backupName }), fc.nat(10), fc.nat(10), (times, newest, daily) => {
      const names = times.map(backupName)
      const superfluousNames = superfluousBackups([...names, 'site.json', 'hudur-x.sqlite'], { newest, daily }, LATER)
      const keptNames = names.filter(name => !superfluousNames.includes(name))
      expect(names).toEqual(expect.arrayContaining(superfluousNames))
      expect(keptNames).toEqual(expect.arrayContaining(names.toSorted().slice(names.length - newest)))
      expect(keptNames.length).toBeLessThanOrEqual(newest + daily)
      expect(superfluousBackups(keptNames, { newest, daily }, LATER)).toEqual([])
    }),
  )
})

test('a small byte budget keeps fewer hourly and daily backups in proportion', () => {
  const end = Date.parse('2026-11-21T18:00:00Z')
  const backups = Array.from({ length: 36 * 24 }, (_, n) => ({ name: backupName(new Date(end - n * HOUR)), bytes: 100 }))
  const superfluousNames = new Set(backupsBeyondBudget(backups, { newest: 48, daily: 30 }, 1_500, new Date(end)))
  const keptNames = backups.map(({ name }) => name).filter(name => !superfluousNames.has(name))
  expect(keptNames.length).toBeLessThanOrEqual(15)
  expect(keptNames.slice(0, 9)).toEqual(backups.slice(0, 9).map(({ name }) => name))
  expect(new Set(keptNames.map(name => name.slice(6, 16))).size).toBeGreaterThan(4)
})

test('the kept backups fit the byte budget, and include the newest', () => {
  const sized = fc.record({ at: randomDates, bytes: fc.integer({ min: 1, max: 1_000 }) })
  fc.assert(
    fc.property(
      fc.uniqueArray(sized, { maxLength: 60, selector: ({ at }) => backupName(at) }),
      fc.integer({ min: 1, max: 10 }),
      fc.nat(10),
      fc.nat(20_000),
      (sizedMoments, newest, daily, budget) => {
        const backups = sizedMoments.map(({ at, bytes }) => ({ name: backupName(at), bytes }))
        const names = backups.map(({ name }) => name).toSorted()
        const superfluousNames = backupsBeyondBudget(backups, { newest, daily }, budget, LATER)
        const keptBackups = backups.filter(({ name }) => !superfluousNames.includes(name))
        expect(superfluousNames).toEqual(expect.arrayContaining(superfluousBackups(names, { newest, daily }, LATER)))
        if (keptBackups.length > 1) expect(keptBackups.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(budget)
        expect(keptBackups.some(({ name }) => name === names.at(-1))).toBe(names.length > 0)
      },
    ),
  )
})

test('backups made while the clock was ahead displace no other backups', () => {
  const [right, keep] = [Date.parse('2026-11-21T18:00:00Z'), { newest: 48, daily: 30 }]
  let names: string[] = []
  const runFor = (hours: number, from: number) => {
    for (let hour = 0; hour < hours; hour++) {
      const at = new Date(from + hour * HOUR)
      names.push(backupName(at))
      const superfluousNames = superfluousBackups(names, keep, at)
      names = names.filter(name => !superfluousNames.includes(name))
    }
  }
  runFor(60 * 24, right - 60 * DAY)
  // Seven days with a clock that is 400 days ahead, before it is set.
  runFor(7 * 24, right + 400 * DAY)
  const daysBefore = (until: number) =>
    new Set(names.filter(name => name < backupName(new Date(until))).map(name => name.slice(6, 16))).size
  expect(daysBefore(right)).toBeGreaterThanOrEqual(22)
  runFor(48, right + 7 * DAY)
  expect(
    names.filter(name => name >= backupName(new Date(right + 7 * DAY)) && name < backupName(new Date(right + 300 * DAY))),
  ).toHaveLength(48)
  expect(newestBackupsFirst(names, new Date(right + 9 * DAY))[0]).toBe(backupName(new Date(right + 9 * DAY - HOUR)))
  runFor(30 * 24, right + 9 * DAY)
  expect(names.filter(name => name > backupName(new Date(right + 300 * DAY)))).toEqual([])
})

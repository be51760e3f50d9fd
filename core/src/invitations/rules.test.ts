import { expect, test } from 'vitest'
import { guestLabel, guestLinesIn, guestNamesIn, isRefundable, remainingPlaces, statsPeriods, usageLevel } from './rules.ts'

test('guestLinesIn returns the non-empty lines for every line break', () => {
  expect(guestLinesIn('سارة\r\n\n  علي  \n\t\nJohn\u2028هدى')).toEqual(['سارة', 'علي', 'John', 'هدى'])
  expect(guestLinesIn(' \n \u200F\n')).toEqual([])
})

test('guestNamesIn skips and counts lines without a letter or digit', () => {
  expect(guestNamesIn('سارة\n—\n\n🌹\n....\n 12 \n\u200F\nعلي 🌹')).toEqual({ names: ['سارة', '12', 'علي 🌹'], skipped: 3 })
  expect(guestNamesIn('\n \n')).toEqual({ names: [], skipped: 0 })
})

test('remainingPlaces returns maxScans minus currentScans, at least zero', () => {
  expect(remainingPlaces({ maxScans: 5, currentScans: 2 })).toBe(3)
  expect(remainingPlaces({ maxScans: 1, currentScans: 2 })).toBe(0)
})

test('statsPeriods returns the times seven and thirty days before', () => {
  expect(statsPeriods(new Date('2026-03-31T10:00:00.000Z'))).toEqual({
    recentSince: '2026-03-24T10:00:00.000Z',
    activeSince: '2026-03-01T10:00:00.000Z',
  })
})

test('guestLabel returns «دعوة عامة» for an invitation without a name', () => {
  expect(guestLabel({ guestName: 'سارة' })).toBe('سارة')
  expect(guestLabel({ guestName: '' })).toBe('دعوة عامة')
})

const TODAY = '2026-11-22'

test.each([
  [70, 100, 'excellent'],
  [69, 100, 'good'],
  [40, 100, 'good'],
  [39, 100, 'low'],
  [699, 1000, 'good'],
  [0, 0, 'low'],
] as const)('usageLevel for %i of %i arrived on the day of the event is %s', (arrived, invited, level) =>
  expect(usageLevel({ arrived, invited, eventDate: TODAY }, TODAY)).toBe(level),
)

test.each([
  ['2026-11-21', 0, 'low'],
  ['2026-11-22', 0, 'low'],
  ['2026-11-23', 0, 'not-begun'],
  ['2026-11-23', 39, 'not-begun'],
  ['2026-11-23', 40, 'good'],
] as const)('usageLevel for an event on %s with %i of 100 arrived is %s', (eventDate, arrived, level) =>
  expect(usageLevel({ arrived, invited: 100, eventDate }, TODAY)).toBe(level),
)

test.each([
  [true, 'immediately after its creation', {}, '2027-01-14T18:00:00.000Z'],
  [true, 'one hour after its creation', {}, '2027-01-14T19:00:00.000Z'],
  [false, 'later than one hour after its creation', {}, '2027-01-14T19:00:00.001Z'],
  [true, 'half an hour before its creation time, after the clock was set back', {}, '2027-01-14T17:30:00.000Z'],
  [false, 'with one admission', { currentScans: 1 }, '2027-01-14T18:00:00.000Z'],
  [false, 'while it is pending', { isPending: true }, '2027-01-14T18:00:00.000Z'],
])('isRefundable returns %s for an invitation deleted %s', (expected, _, change, now) => {
  const unused = { currentScans: 0, isPending: false, createdAt: '2027-01-14T18:00:00.000Z' }
  expect(isRefundable({ ...unused, ...change }, new Date(now))).toBe(expected)
})

import { expect, test } from 'vitest'
import { dayIn, hourOn, startOfWeek } from './calendar.ts'

test.each([
  ['Asia/Aden', '2026-11-20T12:00:00.000Z', '2026-11-14T21:00:00.000Z'],
  ['Asia/Aden', '2026-11-14T20:59:59.999Z', '2026-11-07T21:00:00.000Z'],
  ['Asia/Aden', '2026-11-14T21:00:00.000Z', '2026-11-14T21:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T12:00:00.000Z', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-04-01T12:00:00.000Z', '2026-03-28T23:00:00.000Z'],
  ['America/New_York', '2026-11-03T12:00:00.000Z', '2026-11-01T04:00:00.000Z'],
])('startOfWeek returns for the time zone %s and the moment %s the moment %s', (timeZone, now, began) => {
  expect(startOfWeek(new Date(now), timeZone).toISOString()).toBe(began)
})

test('dayIn returns the calendar day in the time zone, also some days before or after', () => {
  const evening = new Date('2026-11-20T22:30:00.000Z')
  expect(dayIn('UTC', evening)).toBe('2026-11-20')
  expect(dayIn('Asia/Aden', evening)).toBe('2026-11-21')
  expect(dayIn('Asia/Aden', evening, -2)).toBe('2026-11-19')
  expect(dayIn('Asia/Aden', evening, 30)).toBe('2026-12-21')
})

test('hourOn returns the moment of a local hour in the time zone', () => {
  expect(hourOn('Asia/Aden', '2026-11-20', 19).toISOString()).toBe('2026-11-20T16:00:00.000Z')
  expect(hourOn('Europe/Berlin', '2026-03-29', 19).toISOString()).toBe('2026-03-29T17:00:00.000Z')
})

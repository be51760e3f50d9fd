import { expect, test } from 'vitest'
import { dayInTimeZone, momentOfHour, startOfWeek } from './calendar.ts'

test.each([
  ['Asia/Aden', '2026-11-20T12:00:00.000Z', '2026-11-14T21:00:00.000Z'],
  ['Asia/Aden', '2026-11-14T20:59:59.999Z', '2026-11-07T21:00:00.000Z'],
  ['Asia/Aden', '2026-11-14T21:00:00.000Z', '2026-11-14T21:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T12:00:00.000Z', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-04-01T12:00:00.000Z', '2026-03-28T23:00:00.000Z'],
  ['America/New_York', '2026-11-03T12:00:00.000Z', '2026-11-01T04:00:00.000Z'],
])('startOfWeek returns in time zone %s at %s the week’s beginning %s', (timeZone, now, began) => {
  expect(startOfWeek(new Date(now), timeZone).toISOString()).toBe(began)
})

test('dayInTimeZone returns the calendar day of a time in a time zone', () => {
  const evening = new Date('2026-11-20T22:30:00.000Z')
  expect(dayInTimeZone('UTC', evening)).toBe('2026-11-20')
  expect(dayInTimeZone('Asia/Aden', evening)).toBe('2026-11-21')
  expect(dayInTimeZone('Asia/Aden', evening, -2)).toBe('2026-11-19')
  expect(dayInTimeZone('Asia/Aden', evening, 30)).toBe('2026-12-21')
})

test('momentOfHour returns the UTC time of an hour in a time zone', () => {
  expect(momentOfHour('Asia/Aden', '2026-11-20', 19).toISOString()).toBe('2026-11-20T16:00:00.000Z')
  expect(momentOfHour('Europe/Berlin', '2026-03-29', 19).toISOString()).toBe('2026-03-29T17:00:00.000Z')
})

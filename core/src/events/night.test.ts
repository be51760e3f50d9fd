import { expect, test } from 'vitest'
import { hasBegun, isOver } from './night.ts'

const at = (moment: string) => new Date(`2026-11-${moment}:00.000+03:00`)

test.each([
  ['20:30', '20T20:29', false],
  ['20:30', '20T20:30', true],
  ['00:05', '20T00:04', false],
  ['00:05', '20T00:05', true],
  [null, '19T23:59', false],
  [null, '20T00:00', true],
  ['20:30', '21T01:00', true],
])('hasBegun for an event at %s on the 20th returns at %s: %s', (startsAt, moment, expected) => {
  expect(hasBegun({ date: '2026-11-20', startsAt }, at(moment), 'Asia/Aden')).toBe(expected)
})

test('isOver is true from 6:00 of the day after the event', () => {
  const isOverAt = (moment: string) => isOver({ date: '2026-11-20' }, at(moment), 'Asia/Aden')
  expect(['20T23:00', '21T05:59', '21T06:00', '22T00:00'].map(isOverAt)).toEqual([false, false, true, true])
})

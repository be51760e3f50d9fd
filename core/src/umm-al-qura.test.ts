import { expect, test } from 'vitest'
import { dayNumberOf, firstDayOfHijriMonth, toHijriDate } from './umm-al-qura.ts'

const DAY_MS = 86_400_000
const firstDays = (from: number, to: number) =>
  Array.from({ length: (to - from + 1) * 12 }, (_, n) => {
    const [year, month] = [from + Math.floor(n / 12), (n % 12) + 1]
    return { year, month, first: firstDayOfHijriMonth(year, month)! }
  })

test('toHijriDate finds the first and last day of every month of 300 years', () => {
  for (const { year, month, first } of firstDays(1300, 1599)) {
    const next = firstDayOfHijriMonth(year, month + 1)!
    expect([29, 30], `${year}-${month}`).toContain(next - first)
    expect([toHijriDate(first), toHijriDate(next - 1)]).toEqual([
      { year, month, day: 1 },
      { year, month, day: next - first },
    ])
  }
})

test.each([
  ['1882-11-12', 1300, 1, 1],
  ['2006-06-27', 1427, 6, 1],
  ['2024-12-02', 1446, 6, 1],
  ['2027-01-14', 1448, 8, 6],
  ['2029-07-13', 1451, 3, 1],
  ['2029-08-10', 1451, 3, 29],
  ['2029-08-11', 1451, 4, 1],
  ['2029-11-07', 1451, 7, 1],
  ['2063-01-30', 1485, 10, 1],
  ['2077-11-16', 1500, 12, 30],
])('%s is %i-%i-%i', (day, year, month, dayOfMonth) => {
  expect(toHijriDate(dayNumberOf(day))).toEqual({ year, month, day: dayOfMonth })
})

test('ICU begins months late only from Rabi II 1451 on, and by one day', () => {
  const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', { timeZone: 'UTC', day: 'numeric' })
  const isFirstInIcu = (day: number) => format.format(day * DAY_MS) === '1'
  const late = firstDays(1300, 1500).filter(({ first }) => !isFirstInIcu(first))
  expect(late.filter(({ first }) => !isFirstInIcu(first + 1))).toEqual([])
  expect(late).toHaveLength(211)
  expect(late[0]).toEqual({ year: 1451, month: 4, first: dayNumberOf('2029-08-11') })
})

test('days outside the table have the date of the arithmetic calendar', () => {
  const format = new Intl.DateTimeFormat('en-u-ca-islamic-civil-nu-latn', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  })
  for (let day = dayNumberOf('1700-01-01'); day < dayNumberOf('1880-01-01'); day += 11) {
    const parts = Object.fromEntries(format.formatToParts(day * DAY_MS).map(({ type, value }) => [type, Number(value)]))
    expect(toHijriDate(day)).toMatchObject({ year: parts.year, month: parts.month, day: parts.day })
  }
  expect(toHijriDate(dayNumberOf('9999-12-31')).year).toBe(9666)
  expect(firstDayOfHijriMonth(1600, 2)).toBeUndefined()
  expect(firstDayOfHijriMonth(1299, 12)).toBeUndefined()
})

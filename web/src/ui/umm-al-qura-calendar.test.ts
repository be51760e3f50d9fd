import { dayNumberOf, firstDayOfHijriMonth } from '@hudur/core/umm-al-qura'
import { CalendarDate, DateFormatter, GregorianCalendar, IslamicUmalquraCalendar, parseDate, toCalendar } from '@internationalized/date'
import { expect, test } from 'vitest'
import './umm-al-qura-calendar.ts'

const hijri = new IslamicUmalquraCalendar()
const gregorian = new GregorianCalendar()

test('the date library converts the first and last day of each month of 300 years both ways by the table', () => {
  for (let year = 1300; year < 1600; year++)
    for (let month = 1; month <= 12; month++) {
      const first = firstDayOfHijriMonth(year, month)!
      const days = firstDayOfHijriMonth(year, month + 1)! - first
      const firstDay = new CalendarDate(hijri, year, month, 1)
      const lastDay = firstDay.set({ day: 31 })
      expect([hijri.getDaysInMonth(firstDay), lastDay.day]).toEqual([days, days])
      for (const [date, day] of [
        [firstDay, first],
        [lastDay, first + days - 1],
      ] as const) {
        const written = toCalendar(date, gregorian).toString()
        expect(dayNumberOf(written)).toBe(day)
        expect(toCalendar(parseDate(written), hijri).compare(date)).toBe(0)
      }
    }
})

test('the years have the days of their months, also outside the table', () => {
  const daysOf = (year: number) => hijri.getDaysInYear(new CalendarDate(hijri, year, 1, 1))
  expect([1299, 1448, 1600].map(daysOf)).toEqual([354, 355, 355])
})

test.each([
  ['2027-01-14', 'الخميس، 6 شعبان 1448 هـ'],
  ['2029-08-10', 'الجمعة، 29 ربيع الأول 1451 هـ'],
  ['2029-08-11', 'السبت، 1 ربيع الآخر 1451 هـ'],
  ['2077-11-16', 'الثلاثاء، 30 ذو الحجة 1500 هـ'],
])('the date library formats %s as «%s»', (day, written) => {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  for (const timeZone of ['UTC', 'Asia/Aden', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    const format = new DateFormatter('ar-YE-u-nu-latn-ca-islamic-umalqura', { ...options, timeZone })
    expect(format.format(parseDate(day).toDate(timeZone)), timeZone).toBe(written)
  }
  const inGregorian = new DateFormatter('ar-YE-u-nu-latn-ca-gregory', { ...options, timeZone: 'UTC' })
  expect(inGregorian.format(parseDate('2027-01-14').toDate('UTC'))).toBe('الخميس، 14 يناير 2027')
})

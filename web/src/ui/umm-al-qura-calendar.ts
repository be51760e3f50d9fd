import { dayInTimeZone } from '@hudur/core/calendar'
import { firstDayOfHijriMonth, toHijriDate } from '@hudur/core/umm-al-qura'
import { CalendarDate, DateFormatter, IslamicCivilCalendar, IslamicUmalquraCalendar } from '@internationalized/date'

/**
 * Gives the date library the product's table of the Umm al-Qura calendar. The library's own table and the formatters of browsers begin a third
 * of the months a day late from August 2029 on. React Aria creates the calendar of a field by its name, so the library's class is changed.
 */

const IDENTIFIER = 'islamic-umalqura'
const DAY_MS = 86_400_000
/** The Julian day of 1970-01-01. */
const UNIX_EPOCH = 2_440_588

const civil = new IslamicCivilCalendar()
type HijriDay = Parameters<IslamicCivilCalendar['toJulianDay']>[0]
type HijriMonth = Pick<HijriDay, 'year' | 'month'>

const daysInMonth = ({ year, month }: HijriMonth) => {
  const [first, next] = [firstDayOfHijriMonth(year, month), firstDayOfHijriMonth(year, month + 1)]
  return first === undefined || next === undefined ? undefined : next - first
}

const CALENDAR_METHODS = {
  fromJulianDay(this: IslamicUmalquraCalendar, julianDay: number) {
    const { year, month, day } = toHijriDate(julianDay - UNIX_EPOCH)
    return new CalendarDate(this, year, month, day)
  },
  toJulianDay(date: HijriDay) {
    const first = firstDayOfHijriMonth(date.year, date.month)
    return first === undefined ? civil.toJulianDay(date) : UNIX_EPOCH + first + date.day - 1
  },
  getDaysInMonth: (date: HijriDay) => daysInMonth(date) ?? civil.getDaysInMonth(date),
  getDaysInYear(date: HijriDay) {
    const [first, next] = [firstDayOfHijriMonth(date.year, 1), firstDayOfHijriMonth(date.year + 1, 1)]
    return first === undefined || next === undefined ? civil.getDaysInYear(date) : next - first
  },
}

const formatToParts = DateFormatter.prototype.formatToParts

const FORMATTER_METHODS = {
  /** Formats a date of another calendar as before. A Hijri date gets its year and month from a day in the middle of its month. */
  formatToParts(this: DateFormatter, moment: Date): ReturnType<typeof formatToParts> {
    const parts = formatToParts.call(this, moment)
    const { calendar, timeZone } = this.resolvedOptions()
    if (calendar !== IDENTIFIER) return parts
    const { day } = toHijriDate(Date.parse(dayInTimeZone(timeZone, moment)) / DAY_MS)
    const weekday = parts.find(({ type }) => type === 'weekday')?.value
    const written = { day: String(day), weekday }
    return formatToParts
      .call(this, new Date(moment.getTime() + (15 - day) * DAY_MS))
      .map(part => ({ ...part, value: (part.type === 'day' || part.type === 'weekday' ? written[part.type] : undefined) ?? part.value }))
  },
  format(this: DateFormatter, moment: Date) {
    return this.formatToParts(moment)
      .map(({ value }) => value)
      .join('')
  },
}

Object.assign(IslamicUmalquraCalendar.prototype, CALENDAR_METHODS)
Object.assign(DateFormatter.prototype, FORMATTER_METHODS)

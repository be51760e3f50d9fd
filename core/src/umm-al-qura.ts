import { FIRST_HIJRI_DAY, FIRST_HIJRI_YEAR, HIJRI_MONTH_COUNT, LONG_HIJRI_MONTHS } from './umm-al-qura-months.ts'

/**
 * The Umm al-Qura calendar. `Intl` begins a third of its months a day late from August 2029 on (`findings/umm-al-qura-after-2029.sh`), so the
 * product has a table of its own. Days are counted since 1970-01-01.
 */

export type HijriDate = { year: number; month: number; day: number }

const DAY_MS = 86_400_000

/** The average length of a month, in days. */
const MEAN_MONTH = 29.530_588

/** The first day of the arithmetic calendar, which is continued in front of the table and behind it. */
const CIVIL_EPOCH = -492_148

let monthStarts: Int32Array | undefined

/** Returns the first days of the months in the table, and of the month after them. */
function hijriMonthStarts(): Int32Array {
  if (monthStarts) return monthStarts
  const isLong = atob(LONG_HIJRI_MONTHS)
  monthStarts = new Int32Array(HIJRI_MONTH_COUNT + 1)
  let day = FIRST_HIJRI_DAY
  for (let month = 0; month <= HIJRI_MONTH_COUNT; month++) {
    monthStarts[month] = day
    day += 29 + ((isLong.charCodeAt(month >> 3) >> (month & 7)) & 1)
  }
  return monthStarts
}

/** Returns the first day of a month; undefined outside the years of the table. Month 13 is the first one of the next year. */
export const firstDayOfHijriMonth = (year: number, month: number): number | undefined =>
  hijriMonthStarts()[(year - FIRST_HIJRI_YEAR) * 12 + month - 1]

/** Returns the Hijri date of a day. */
export function toHijriDate(day: number): HijriDate {
  const starts = hijriMonthStarts()
  if (day < FIRST_HIJRI_DAY || day >= starts[HIJRI_MONTH_COUNT]!) return toCivilHijriDate(day)
  let month = Math.floor((day - FIRST_HIJRI_DAY) / MEAN_MONTH)
  while (day < starts[month]!) month--
  while (day >= starts[month + 1]!) month++
  return { year: FIRST_HIJRI_YEAR + Math.floor(month / 12), month: (month % 12) + 1, day: day - starts[month]! + 1 }
}

/** Returns the date of a day in the arithmetic calendar: 11 leap years in 30, and months of 30 and 29 days in turns. */
function toCivilHijriDate(day: number): HijriDate {
  const year = Math.floor((30 * (day - CIVIL_EPOCH) + 10_646) / 10_631)
  const dayOfYear = day - CIVIL_EPOCH - (year - 1) * 354 - Math.floor((3 + 11 * year) / 30)
  const month = Math.min(12, Math.ceil((dayOfYear - 29) / 29.5) + 1)
  return { year, month, day: dayOfYear - Math.ceil(29.5 * (month - 1)) + 1 }
}

/** Returns the number of a day that is written as `YYYY-MM-DD`; NaN for an invalid one. */
export const dayNumberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

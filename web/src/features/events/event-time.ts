import type { EventDetails } from '@hudur/core'
import { text } from '../../text/ar.ts'
import { counted, gregorianDay, hijriDay, hourOf } from '../../text/format.ts'

const words = text.events

const DAY_MS = 86_400_000

/** Returns the number of days from the day of `now` on this device to a calendar day, `YYYY-MM-DD`. */
function daysUntil(day: string, now: Date) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.round((Date.UTC(year, month - 1, date) - Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())) / DAY_MS)
}

/** Formats the time until a day: «اليوم», «غداً», «بعد 3 أيام», «قبل شهرين» in days. */
export function timeUntil(day: string, now: Date) {
  const days = daysUntil(day, now)
  if (days === 0) return words.today
  if (days === 1) return words.tomorrow
  if (days === -1) return words.yesterday
  return days > 0 ? words.inDays(counted(days, words.dayWord)) : words.daysAgo(counted(-days, words.dayWord))
}

/** Formats the day of an event in both calendars, and its hour where it has one. */
export function dayTexts({ date, startsAt }: Pick<EventDetails, 'date' | 'startsAt'>) {
  const hijri = hijriDay(date).replace(/^[^،]*،\s*/, '')
  return { gregorian: gregorianDay(date), hijri: startsAt ? words.dayAndHour(hijri, hourOf(startsAt)) : hijri }
}

/** Formats the day of an event, and its hour where it has one, in one line for paper. */
export function printedDayOf(event: Pick<EventDetails, 'date' | 'startsAt'>) {
  const { gregorian, hijri } = dayTexts(event)
  return `${gregorian} · ${hijri}`
}

import type { EventDetails } from '@hudur/core/events/contract'
import { text } from './ar.ts'
import { formatCountedNoun, formatEventTime, formatGregorianDay, formatHijriDay } from './format.ts'

const words = text.event

const DAY_MS = 86_400_000

/** Formats how many days `day` is after or before `today` (both `YYYY-MM-DD`): «اليوم», «غداً», «بعد 3 أيام», «قبل يومين». */
export function daysUntilText(day: string, today: string) {
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MS
  if (days === 0) return words.today
  if (days === 1) return words.tomorrow
  if (days === -1) return words.yesterday
  return days > 0 ? words.inDays(formatCountedNoun(days, words.dayWord)) : words.daysAgo(formatCountedNoun(-days, words.dayWord))
}

/** Formats the day of an event in both calendars, and its hour where it has one. */
export function eventDayTexts({ date, startsAt }: Pick<EventDetails, 'date' | 'startsAt'>) {
  const hijri = formatHijriDay(date).replace(/^[^،]*،\s*/, '')
  return { gregorian: formatGregorianDay(date), hijri: startsAt ? words.dayAndHour(hijri, formatEventTime(startsAt)) : hijri }
}

/** Formats the day of an event, and its hour where it has one, in one line for printing. */
export function printedDayText(event: Pick<EventDetails, 'date' | 'startsAt'>) {
  const { gregorian, hijri } = eventDayTexts(event)
  return `${gregorian} · ${hijri}`
}

import type { EventDetails } from '@hudur/core/events/contract'
import { eventTimeText } from '@hudur/core/events/event-time'
import { text } from './ar.ts'
import { formatCountedNoun, formatGregorianDay, formatHijriDate } from './format.ts'

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

type DayAndTime = Pick<EventDetails, 'date' | 'startsAt' | 'timeWords'>

/** Formats the day of an event in both calendars, and its time where it has one. */
export function eventDayTexts({ date, ...event }: DayAndTime) {
  const hijri = formatHijriDate(date)
  const time = eventTimeText(event)
  return {
    gregorian: formatGregorianDay(date),
    hijri: time === '' ? hijri : words.dayAndTime(hijri, event.timeWords ? time : words.hour(time)),
  }
}

/** Formats the day of an event, and its time where it has one, in one line for printing. */
export function printedDayText(event: DayAndTime) {
  const { gregorian, hijri } = eventDayTexts(event)
  return `${gregorian} · ${hijri}`
}

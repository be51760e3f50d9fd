import { dayInTimeZone, momentOfHour } from '../calendar.ts'
import type { EventDetails } from './contract.ts'

/** How long (ms) after midnight yesterday's events still take place: guests of an evening event also arrive after midnight. */
const NIGHT_MS = 6 * 3_600_000

/** Returns the earliest day, `YYYY-MM-DD`, whose events are not over: until 6:00 in `timeZone` it is yesterday. */
export const earliestEventDay = (timeZone: string, now: Date) => dayInTimeZone(timeZone, new Date(now.getTime() - NIGHT_MS))

/** Returns whether an event of `day` takes place at `now`: on its day, and until 6:00 of the next one. `dayOf` returns the day of a moment. */
export const isEventOfToday = (day: string, now: Date, dayOf: (moment: Date) => string) =>
  [now, new Date(now.getTime() - NIGHT_MS)].some(moment => dayOf(moment) === day)

/** Returns whether an event has begun at `now`: at its hour in `timeZone`, or without one with its day. */
export function hasBegun({ date, startsAt }: Pick<EventDetails, 'date' | 'startsAt'>, now: Date, timeZone: string) {
  const [hours = 0, minutes = 0] = (startsAt ?? '').split(':').map(Number)
  return now >= momentOfHour(timeZone, date, hours + minutes / 60)
}

/** Returns whether the night of an event is over at `now`: from 6:00 in `timeZone` of the day after it. */
export const isOver = ({ date }: Pick<EventDetails, 'date'>, now: Date, timeZone: string) => date < earliestEventDay(timeZone, now)

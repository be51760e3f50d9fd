const DAY_MS = 86_400_000

/** The formatters by time zone. Creating a formatter takes 70 µs, and using it 5 µs. */
const timeZoneFormatters = new Map<string, Intl.DateTimeFormat>()

function timeZoneFormatter(timeZone: string) {
  const known = timeZoneFormatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  timeZoneFormatters.set(timeZone, formatter)
  return formatter
}

/** Returns the local time of `timeZone` at `moment`, encoded as the Unix time (ms) that shows the same date and hour in UTC. */
function localTimeAt(moment: number, timeZone: string) {
  const part = Object.fromEntries(
    timeZoneFormatter(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
}

/**
 * Returns the moment whose local time, in the encoding of `localTimeAt`, is `localTime`. For a local time that a clock change skips,
 * returns a moment after the gap in time zones east of Greenwich, and a moment before the gap in time zones west of it.
 */
function momentOfLocalTime(localTime: number, timeZone: string) {
  const guess = localTime - (localTimeAt(localTime, timeZone) - localTime)
  return guess - (localTimeAt(guess, timeZone) - localTime)
}

/** Returns the calendar day in `timeZone`, `days` days after `now`, as `YYYY-MM-DD`. */
export const dayInTimeZone = (timeZone: string, now: Date, days = 0) =>
  new Date(localTimeAt(now.getTime(), timeZone) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns how many days after `from` the day `to` is; both are `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Returns the day `days` days after `day`. */
export const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the moment at which it is `hour` o'clock in `timeZone` on a calendar day, `YYYY-MM-DD`. */
export const momentOfHour = (timeZone: string, day: string, hour: number) =>
  new Date(momentOfLocalTime(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000, timeZone))

/** Returns when the current week began in `timeZone`: Sunday at midnight. */
export function startOfWeek(now: Date, timeZone: string): Date {
  const wall = new Date(localTimeAt(now.getTime(), timeZone))
  const sunday = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() - wall.getUTCDay())
  return new Date(momentOfLocalTime(sunday, timeZone))
}

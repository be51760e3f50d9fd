import { dayInTimeZone } from '../src/calendar.ts'

/**
 * Returns the day, `YYYY-MM-DD`, that is `days` days after today in the time zone of the tests, Asia/Aden. A day in UTC differs from it for
 * three hours of each day.
 */
export const dayInAden = (days = 0) => dayInTimeZone('Asia/Aden', new Date(), days)

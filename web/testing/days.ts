import { dayInTimeZone } from '@hudur/core/calendar'

/** The present day in the tests' time zone, as `YYYY-MM-DD`. Its events take place until 6:00 of the next day, so midnight may pass. */
export const TODAY = dayInTimeZone('Asia/Aden', new Date())

import { type CountedWord, formatCount as countedIn } from '@hudur/core/counted'
import { hijriDayText } from '@hudur/core/events/hijri-day'
import * as night from '@hudur/core/events/night'
import { text } from './ar.ts'

/** Formats numbers and points in time for the whole application, with the digits 0-9. Only cards and signs use ٠-٩ (`card-format.ts`). */

/** Returns a function that creates a formatter at its first call. A page's first formatter takes 14 ms to create, 70 ms on a phone. */
const createLazyFormat = <Format>(create: () => Format) => {
  let format: Format | undefined
  return () => {
    format ??= create()
    return format
  }
}

const wholeNumberFormat = createLazyFormat(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }))

/** Formats 12345 as «12,345». */
export const formatWholeNumber = (value: number) => wholeNumberFormat().format(value)

const nameCollator = createLazyFormat(() => new Intl.Collator('ar', { numeric: true }))

/** Compares two names for sorting in the order of the Arabic alphabet. Numbers inside names are compared as numbers. */
export const compareNames = (a: string, b: string) => nameCollator().compare(a, b)

const shortNumberFormat = createLazyFormat(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }))

/** Formats 41.25 as «41.3». */
export const formatShortNumber = (value: number) => shortNumberFormat().format(value)

const gregorianDayFormat = createLazyFormat(
  () =>
    new Intl.DateTimeFormat('ar-YE-u-nu-latn-ca-gregory', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
)
const weekdayFormat = createLazyFormat(() => new Intl.DateTimeFormat('ar-YE', { weekday: 'long', timeZone: 'UTC' }))
const numericDayFormat = createLazyFormat(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' }),
)
const timeOfDayFormat = createLazyFormat(() => new Intl.DateTimeFormat('ar-YE-u-nu-latn', { hour: 'numeric', minute: '2-digit' }))
const dayAndMonthFormat = createLazyFormat(() => new Intl.DateTimeFormat('ar-YE-u-nu-latn-ca-gregory', { day: 'numeric', month: 'long' }))
const invitationDayFormat = createLazyFormat(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }))
const invitationMomentFormat = createLazyFormat(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }))

const formatMoment = (format: () => Intl.DateTimeFormat, moment: string) => {
  const at = new Date(moment)
  return Number.isNaN(at.getTime()) ? text.format.badDate : format().format(at)
}

/** Formats a calendar day. A calendar day has no time zone, so this function formats noon UTC in the time zone UTC. */
const formatDay = (format: () => Intl.DateTimeFormat, day: string) => formatMoment(format, `${day}T12:00:00Z`)

/** Formats `2027-01-14` as «الخميس، 14 يناير 2027». */
export const formatGregorianDay = (day: string) => formatDay(gregorianDayFormat, day)

const messageDayFormat = createLazyFormat(
  () => new Intl.DateTimeFormat('ar-YE-u-nu-latn-ca-gregory', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
)

/** Formats `2027-01-14` as «الخميس 14 يناير», for messages. */
export const formatMessageDay = (day: string) => formatDay(messageDayFormat, day).replace('،', '')

/** Formats `2027-01-14` as «6 شعبان 1448 هـ». */
export const formatHijriDate = (day: string) =>
  Number.isNaN(Date.parse(day)) ? text.format.badDate : `${hijriDayText(day)} ${text.format.hijri}`

/** Formats `2027-01-14` as «الخميس، 6 شعبان 1448 هـ». */
export const formatHijriDay = (day: string) =>
  Number.isNaN(Date.parse(day)) ? text.format.badDate : `${formatDay(weekdayFormat, day)}، ${formatHijriDate(day)}`

/** Formats `2027-01-14` as «14/01/2027», for places with little room. */
export const formatNumericDay = (day: string) => formatDay(numericDayFormat, day)

/** Formats the time of a point in time, an ISO text, in this device's time zone: «8:42 مساءً». */
export const formatTimeOfDay = (moment: string) => {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return text.format.badDate
  const half = at.getHours() < 12 ? text.format.morning : text.format.evening
  return timeOfDayFormat()
    .formatToParts(at)
    .map(part => (part.type === 'dayPeriod' ? half : part.value))
    .join('')
}

/** Format a point in time for the axis of a chart: `formatChartTime` its time as «8:45», `formatChartDay` its day as «14 يناير». */
export const formatChartTime = (at: Date) => `${at.getHours() % 12 || 12}:${padToTwoDigits(at.getMinutes())}`
export const formatChartDay = (at: Date) => dayAndMonthFormat().format(at)

/** Formats a point in time as «8:42 مساءً». Adds the day if it is not the day of `now`: «8:42 مساءً، 19 نوفمبر». */
export const formatTimeAndDay = (moment: string, now: Date) => {
  const at = new Date(moment)
  const isToday = at.toDateString() === now.toDateString()
  return isToday || Number.isNaN(at.getTime()) ? formatTimeOfDay(moment) : `${formatTimeOfDay(moment)}، ${dayAndMonthFormat().format(at)}`
}

/** Returns whether an event on a calendar day, `YYYY-MM-DD`, takes place at `now` in this device's time zone. A day ends at 6:00. */
export const isEventOfToday = (day: string, now: Date) => night.isEventOfToday(day, now, formatSheetDay)

/** Formats the day of a point in time for lists of invitations: «Nov 20, 2026». */
export const formatInvitationDay = (moment: string) => formatMoment(invitationDayFormat, moment)

/** Formats a point in time for lists of invitations: «Nov 20, 2026, 8:42 PM». */
export const formatInvitationMoment = (moment: string) => formatMoment(invitationMomentFormat, moment)

const accountMomentFormat = createLazyFormat(
  () => new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
)

/** Formats a point in time for the profile screen: «November 20, 2026 at 08:42 PM». */
export const formatAccountMoment = (moment: string) => formatMoment(accountMomentFormat, moment)

const orderDayFormat = createLazyFormat(
  () => new Intl.DateTimeFormat('ar-SA-u-nu-latn-ca-gregory', { day: 'numeric', month: 'long', year: 'numeric' }),
)

/** Formats a calendar day or the day of a point in time, for orders, in both calendars: «6 شعبان 1448 هـ» and «14 يناير 2027 م». */
export const formatOrderDay = (when: string) => {
  const at = new Date(when.length === 10 ? `${when}T12:00:00` : when)
  if (Number.isNaN(at.getTime())) return { hijri: text.format.badDate, gregorian: '' }
  return { hijri: formatHijriDate(formatSheetDay(at)), gregorian: `${orderDayFormat().format(at)} ${text.format.gregorian}` }
}

const eventDayFormat = createLazyFormat(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }))

/** Formats the day of an event: «Jan 14, 2027». */
export const formatEventDay = (day: string) => formatDay(eventDayFormat, day)

const monthFormat = createLazyFormat(
  () => new Intl.DateTimeFormat('ar-YE-u-nu-latn-ca-gregory', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** Format a month, `YYYY-MM`: `formatMonth` as «يناير 2027», `formatShortMonth` as «1/27». */
export const formatMonth = (month: string) => formatDay(monthFormat, `${month}-01`)
export const formatShortMonth = (month: string) => `${Number(month.slice(5))}/${month.slice(2, 4)}`

const padToTwoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats the day of a point in time in this device's time zone for sheets, where it can be sorted: «2026-11-21». */
export const formatSheetDay = (at: Date) => `${at.getFullYear()}-${padToTwoDigits(at.getMonth() + 1)}-${padToTwoDigits(at.getDate())}`

/** Formats a point in time in this device's time zone for sheets, where it can be sorted: «2026-11-21 19:38». */
export const formatSheetMoment = (moment: string) => {
  const at = new Date(moment)
  return `${formatSheetDay(at)} ${padToTwoDigits(at.getHours())}:${padToTwoDigits(at.getMinutes())}`
}

/** Formats a number with its noun as Arabic grammar requires: «اسم واحد», «اسمان», «6 أسماء», «12 اسماً», «12,000 اسم». */
export const formatCountedNoun = (count: number, word: CountedWord) => countedIn(count, word, formatWholeNumber)

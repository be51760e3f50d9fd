import { type CountedWord, counted as countedIn } from '@hudur/core'
import { text } from './ar.ts'

/** Turns numbers and moments into text for the whole app. Digits are 0-9; only cards and signs write ٠-٩ (`card-format.ts`). */

/** Returns a function that creates a formatter at its first call. The first one of a page takes 14 ms, five times as long on a phone. */
const lazily = <Format>(create: () => Format) => {
  let format: Format | undefined
  return () => {
    format ??= create()
    return format
  }
}

const numbers = lazily(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }))

/** Returns the time zone of this device. */
export const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats 12345 as «12,345». */
export const wholeNumber = (value: number) => numbers().format(value)

const names = lazily(() => new Intl.Collator('ar', { numeric: true }))

/** Compares two names for sorting, in the order of the Arabic alphabet; numbers in them count as numbers. */
export const inOrder = (a: string, b: string) => names().compare(a, b)

const shortNumbers = lazily(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }))

/** Formats 41.25 as «41.3». */
export const shortNumber = (value: number) => shortNumbers().format(value)

/** Formats a whole day: weekday, day, month and year. */
const wholeDays = (locale: string) =>
  lazily(() => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }))
const gregorianDays = wholeDays('ar-YE-u-nu-latn-ca-gregory')
const hijriDays = wholeDays('ar-SA-u-nu-latn-ca-islamic-umalqura')
const plainDays = lazily(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' }))
const clock = lazily(() => new Intl.DateTimeFormat('ar-YE-u-nu-latn', { hour: 'numeric', minute: '2-digit' }))
const otherDays = lazily(() => new Intl.DateTimeFormat('ar-YE-u-nu-latn-ca-gregory', { day: 'numeric', month: 'long' }))
const invitationDays = lazily(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }))
const invitationMoments = lazily(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }))

/** Formats a calendar day. A day has no time zone, so noon UTC is formatted in UTC. */
const onDay = (format: () => Intl.DateTimeFormat, day: string) => {
  const moment = new Date(`${day}T12:00:00Z`)
  return Number.isNaN(moment.getTime()) ? text.format.badDate : format().format(moment)
}

/** Formats `2027-01-14` as «الخميس، 14 يناير 2027». */
export const gregorianDay = (day: string) => onDay(gregorianDays, day)

const messageDays = lazily(
  () =>
    new Intl.DateTimeFormat('ar-YE-u-nu-latn-ca-gregory', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }),
)

/** Formats `2027-01-14` as «الخميس 14 يناير», for messages. */
export const messageDay = (day: string) => onDay(messageDays, day).replace('،', '')

/** Formats `2027-01-14` as «الخميس، 6 شعبان 1448 هـ». */
export const hijriDay = (day: string) => onDay(hijriDays, day)

/** Formats `2027-01-14` as «14/01/2027», for tables. */
export const plainDay = (day: string) => onDay(plainDays, day)

/** Formats the time of a moment in this device's time zone, as «8:42 مساءً». */
export const timeOfDay = (moment: string) => {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return text.format.badDate
  const half = at.getHours() < 12 ? text.format.morning : text.format.evening
  return clock()
    .formatToParts(at)
    .map(part => (part.type === 'dayPeriod' ? half : part.value))
    .join('')
}

/** Format a moment for the axis of a chart: its time as «8:45», its day as «14 يناير». */
export const chartTime = (at: Date) => `${at.getHours() % 12 || 12}:${twoDigits(at.getMinutes())}`
export const chartDay = (at: Date) => otherDays().format(at)

/** Formats a moment as «8:42 مساءً», and on another day than `now`'s as «8:42 مساءً، 19 نوفمبر». */
export const timeAndDay = (moment: string, now: Date) => {
  const at = new Date(moment)
  const isToday = at.toDateString() === now.toDateString()
  return isToday || Number.isNaN(at.getTime()) ? timeOfDay(moment) : `${timeOfDay(moment)}، ${otherDays().format(at)}`
}

/** Returns whether a calendar day, `YYYY-MM-DD`, is the day of `now` in this device's time zone. */
export const isToday = (day: string, now: Date) => {
  const [year, month, date] = day.split('-').map(Number)
  return now.getFullYear() === year && now.getMonth() + 1 === month && now.getDate() === date
}

const onInvitation = (format: () => Intl.DateTimeFormat, moment: string) => {
  const at = new Date(moment)
  return Number.isNaN(at.getTime()) ? text.format.badDate : format().format(at)
}

/** Formats the day of a moment for invitations: «Nov 20, 2026». */
export const invitationDay = (moment: string) => onInvitation(invitationDays, moment)

/** Formats a moment for invitations: «Nov 20, 2026, 8:42 PM». */
export const invitationMoment = (moment: string) => onInvitation(invitationMoments, moment)

const accountMoments = lazily(
  () =>
    new Intl.DateTimeFormat('en-US', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/** Formats a moment for profiles: «November 20, 2026 at 08:42 PM». */
export const accountMoment = (moment: string) => onInvitation(accountMoments, moment)

const orderDays = (calendar: 'islamic-umalqura' | 'gregory') =>
  lazily(() => new Intl.DateTimeFormat(`ar-SA-u-nu-latn-ca-${calendar}`, { day: 'numeric', month: 'long', year: 'numeric' }))
const orderHijri = orderDays('islamic-umalqura')
const orderGregorian = orderDays('gregory')

/** Formats a day, `2027-01-14`, or the day of a moment for orders: «6 شعبان 1448 هـ» and «14 يناير 2027 م». */
export const orderDay = (when: string) => {
  const at = new Date(when.length === 10 ? `${when}T12:00:00` : when)
  if (Number.isNaN(at.getTime())) return { hijri: text.format.badDate, gregorian: '' }
  const written = (format: () => Intl.DateTimeFormat) => {
    const { day, month, year } = Object.fromEntries(
      format()
        .formatToParts(at)
        .map(({ type, value }) => [type, value]),
    )
    return `${day} ${month} ${year}`
  }
  return { hijri: `${written(orderHijri)} ${text.format.hijri}`, gregorian: `${written(orderGregorian)} ${text.format.gregorian}` }
}

const requestDays = lazily(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }))

/** Formats a calendar day for invitations and requests: «Jan 14, 2027». */
export const eventDay = (day: string) => onDay(requestDays, day)

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats the day of a moment in this device's time zone so that spreadsheets can sort it: «2026-11-21». */
export const sheetDay = (at: Date) => `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`

/** Formats a moment in this device's time zone so that spreadsheets can sort it: «2026-11-21 19:38». */
export const sheetMoment = (moment: string) => {
  const at = new Date(moment)
  return `${sheetDay(at)} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** Formats a number with its noun by the rules of Arabic: «اسم واحد», «اسمان», «6 أسماء», «12 اسماً», «12,000 اسم». */
export const counted = (count: number, word: CountedWord) => countedIn(count, word, wholeNumber)

/** Formats an event's hour, `19:30`, as «7:30 مساءً». */
export const hourOf = (hour: string) => timeOfDay(new Date(`2027-01-14T${hour}:00`).toISOString())

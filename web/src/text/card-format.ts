import { formatCount } from '@hudur/core/counted'
import { hijriDayText } from '@hudur/core/events/hijri-day'
import { adultsAndChildren } from '@hudur/core/invitations/adults-and-children'
import { text } from './ar.ts'
import { startsWithTableWord } from './table-name.ts'

/** Formats values for cards and signs, with the digits ٠-٩. Not in `format.ts`, so that only screens with cards load these functions. */

const cardDayFormat = new Intl.DateTimeFormat('ar-YE-u-nu-arab-ca-gregory', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Formats a day for cards: «الخميس ٦ شعبان ١٤٤٨هـ، الموافق ١٤ يناير ٢٠٢٧م», or in one calendar. An invalid day gives an empty text. */
export function formatCardDay(day: string, calendars: 'both' | 'hijri' | 'gregorian') {
  const moment = new Date(`${day}T12:00:00Z`)
  if (Number.isNaN(moment.getTime())) return ''
  const parts = Object.fromEntries(cardDayFormat.formatToParts(moment).map(({ type, value }) => [type, value]))
  const hijri = toArabicDigits(hijriDayText(day))
  return text.card.day[calendars](parts.weekday ?? '', hijri, `${parts.day} ${parts.month} ${parts.year}`)
}

const cardNumberFormat = new Intl.NumberFormat('ar-u-nu-arab', { maximumFractionDigits: 0 })

const formatCardNumber = (number: number) => cardNumberFormat.format(number)

/**
 * Formats the number of people that a card admits: «لشخصين», «لخمسة أشخاص», «لـ١٢ شخصاً», with children «كبيران وطفلان». Returns an empty
 * text for one person.
 */
export function formatCardPeople(people: number, children = 0) {
  if (children > 0) return adultsAndChildren({ people, children }, formatCardNumber)
  if (people <= 1) return ''
  const { few, many } = text.card.persons
  return few[people] ?? many(formatCount(people, text.card.personWord, formatCardNumber))
}

/** Replaces the digits 0-9 in a text by ٠-٩, which cards and signs use. */
export const toArabicDigits = (written: string) => written.replace(/[0-9]/g, digit => formatCardNumber(Number(digit)))

/** Formats the name of a guest's table for cards, with the digits ٠-٩: «الطاولة ١٢». */
export function formatCardTable(table: string) {
  const written = toArabicDigits(table)
  return startsWithTableWord(table) ? written : text.card.table(written)
}

/** Formats a time for cards with the digits ٠-٩. Adds «الساعة» before a time that begins with a digit. */
export function formatCardTime(time: string) {
  const written = toArabicDigits(time.trim())
  return /^[٠-٩]/.test(written) ? text.card.hour(written) : written
}

import { formatCount } from '@hudur/core/counted'
import { text } from './ar.ts'
import { startsWithTableWord } from './table-name.ts'

/** Formats values for cards and signs, with the digits ٠-٩. Not in `format.ts`, so that only screens with cards load these functions. */

const dayParts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const createCardDayFormat = (calendar: 'islamic-umalqura' | 'gregory') =>
  new Intl.DateTimeFormat(`ar-YE-u-nu-arab-ca-${calendar}`, dayParts)
const hijriCardDayFormat = createCardDayFormat('islamic-umalqura')
const gregorianCardDayFormat = createCardDayFormat('gregory')

/** Formats a day for cards: «الخميس ٦ شعبان ١٤٤٨هـ، الموافق ١٤ يناير ٢٠٢٧م», or in one calendar. An invalid day gives an empty text. */
export function formatCardDay(day: string, calendars: 'both' | 'hijri' | 'gregorian') {
  const moment = new Date(`${day}T12:00:00Z`)
  if (Number.isNaN(moment.getTime())) return ''
  const formatToDateParts = (format: Intl.DateTimeFormat) =>
    Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const [hijri, gregorian] = [formatToDateParts(hijriCardDayFormat), formatToDateParts(gregorianCardDayFormat)]
  const joinDateParts = (parts: typeof hijri) => `${parts.day} ${parts.month} ${parts.year}`
  return text.card.day[calendars](hijri.weekday ?? '', joinDateParts(hijri), joinDateParts(gregorian))
}

const cardNumberFormat = new Intl.NumberFormat('ar-u-nu-arab', { maximumFractionDigits: 0 })

/** Formats the number of people that a card admits: «لشخصين», «لخمسة أشخاص», «لـ١٢ شخصاً». Returns an empty text for one person. */
export function formatCardPeople(people: number) {
  if (people <= 1) return ''
  const { few, many } = text.card.persons
  return few[people] ?? many(formatCount(people, text.card.personWord, number => cardNumberFormat.format(number)))
}

/** Replaces the digits 0-9 in a text by ٠-٩, which cards and signs use. */
export const toArabicDigits = (written: string) => written.replace(/[0-9]/g, digit => cardNumberFormat.format(Number(digit)))

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

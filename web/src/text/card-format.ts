import { counted } from '@hudur/core'
import { text } from './ar.ts'
import { hasTableWord } from './table-text.ts'

/** Turns values into text for cards and signs, in ٠-٩. Apart from `format.ts`, so that only screens with cards load it. */

const cardFormat = (calendar: 'islamic-umalqura' | 'gregory') =>
  new Intl.DateTimeFormat(`ar-YE-u-nu-arab-ca-${calendar}`, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
const cardHijri = cardFormat('islamic-umalqura')
const cardGregorian = cardFormat('gregory')

/** Formats `2027-01-14` for cards: «الخميس ٦ شعبان ١٤٤٨هـ، الموافق ١٤ يناير ٢٠٢٧م», or only one of the calendars. */
export function cardDay(day: string, calendars: 'both' | 'hijri' | 'gregorian') {
  const moment = new Date(`${day}T12:00:00Z`)
  if (Number.isNaN(moment.getTime())) return ''
  const partsOf = (format: Intl.DateTimeFormat) => Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const [hijri, gregorian] = [partsOf(cardHijri), partsOf(cardGregorian)]
  const written = (parts: typeof hijri) => `${parts.day} ${parts.month} ${parts.year}`
  return text.card.day[calendars](hijri.weekday ?? '', written(hijri), written(gregorian))
}

const cardNumbers = new Intl.NumberFormat('ar-u-nu-arab', { maximumFractionDigits: 0 })

/** Formats the number of people a card admits: «لشخصين», «لخمسة أشخاص», «لـ١٢ شخصاً»; an empty text for one. */
export function cardPersons(people: number) {
  if (people <= 1) return ''
  const { few, many } = text.card.persons
  return few[people] ?? many(counted(people, text.card.personWord, number => cardNumbers.format(number)))
}

/** Returns a text with 0-9 written as ٠-٩, as on cards and signs. */
export const arabicDigits = (written: string) => written.replace(/[0-9]/g, digit => cardNumbers.format(Number(digit)))

/** Formats a guest's table for cards, with its digits as ٠-٩: «الطاولة ١٢». */
export function cardTable(table: string) {
  const written = arabicDigits(table)
  return hasTableWord(table) ? written : text.card.table(written)
}

/** Formats a time for cards: in ٠-٩, with «الساعة» before a time that begins with a digit. */
export function cardTime(time: string) {
  const written = arabicDigits(time.trim())
  return /^[٠-٩]/.test(written) ? text.card.hour(written) : written
}

import * as z from 'zod/mini'
import { cleanLine, hasLetterOrDigit, isWellFormed, toWesternDigits } from './arabic.ts'
import * as texts from './texts.ts'

// Makes zod report this Arabic text for checks that have no text of their own.
z.config({ localeError: () => texts.badInput })

/** The largest value of PostgreSQL's type `integer`. SQLite could store larger numbers. */
export const MAX_INTEGER = 2_147_483_647

/** The longest name of a guest or an event, in characters. */
export const MAX_NAME_LENGTH = 200

/** Returns whether both SQLite and PostgreSQL can store a text: it has no NUL and no lone surrogate. */
const isStorableText = (text: string) => !text.includes('\0') && isWellFormed(text)

/**
 * Returns checks that clean a text. Its length is checked before the cleaning, because clients check the typed length, and after it,
 * because NFC can make a text longer.
 */
const cleaningChecks = (max: number, clean: (text: string) => string = cleanLine) => {
  const bound = z.maxLength(max, texts.tooLong(max))
  return [z.refine<string>(isStorableText, texts.badText), bound, z.overwrite(clean), bound] as const
}

/** One line of text of at most `max` characters, cleaned. `missing` is the refusal text where it is no text. */
export const textLine = (max: number, missing?: string) => z.string(missing).check(...cleaningChecks(max))

/** A line with at least one letter or digit. `missing` is the refusal text for any other line. */
export const requiredLine = (max: number, missing: string) => textLine(max, missing).check(z.refine(hasLetterOrDigit, missing))

/** The maximum length of a reference, in characters. No id is longer. */
const MAX_REFERENCE_LENGTH = 100

/** A reference to a row by its id. It accepts any text that can be stored, also one that is no id. */
export const Reference = z.string().check(z.refine(isStorableText, texts.badText), z.maxLength(MAX_REFERENCE_LENGTH, texts.badInput))

/** Returns whether a day is in the years 1900 to 2100. Other years are probably mistyped. */
const isPlausibleYear = (day: string) => day >= '1900' && day < '2101'

/** A calendar day, `YYYY-MM-DD`, of the years 1900 to 2100. */
export const calendarDay = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.iso.date(texts.badDate), z.refine(isPlausibleYear, texts.badDate))

/** A whole number from `min` to `max`. */
export const wholeNumber = (min: number, max = MAX_INTEGER) =>
  z.int(texts.badNumber(min, max)).check(z.minimum(min, texts.badNumber(min, max)), z.maximum(max, texts.badNumber(min, max)))

/** Reads a number from decimal digits; NaN for the other forms that `Number` accepts: blanks, exponents, hexadecimal. */
const parseWholeNumber = (given: string | number) => (typeof given === 'number' || /^-?\d+$/.test(given) ? Number(given) : Number.NaN)

/** A number, also as text from a form. A text that is no whole number becomes NaN; other numbers and their range are checked later. */
export const uncheckedWholeNumber = z.pipe(z.union([z.number(), textLine(20)]), z.transform(parseWholeNumber))

/** A whole number, also as text from a query string. */
export const wholeNumberInQuery = (min: number, max = MAX_INTEGER) =>
  z.pipe(z.union([z.number(), z.string()]), z.pipe(z.transform(parseWholeNumber), wholeNumber(min, max)))

/** A list of at most `most` items, also as JSON text from a query string. */
export const listInQuery = <Item extends z.ZodMiniType>(item: Item, most: number) => {
  const list = z.array(item).check(z.maxLength(most))
  const parseIfText = (given: z.output<typeof list> | string) =>
    (typeof given === 'string' ? parseJson(given) : given) as z.input<typeof list>
  return z.pipe(z.union([list, z.string()]), z.pipe(z.transform(parseIfText), list))
}

/** A list of at most `most` items. Its length is checked before its items; `tooMany` is the text of the refusal. */
export const boundedList = <Item extends z.ZodMiniType>(list: z.ZodMiniArray<Item>, most: number, tooMany: string) =>
  z.pipe(
    z.transform((given: z.input<typeof list>, context) => {
      if (Array.isArray(given) && given.length > most) context.issues.push({ code: 'custom', message: tooMany, input: undefined })
      return given
    }),
    list.check(z.maxLength(most, tooMany)),
  )

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The fields that select a page of a list: `limit` rows after the first `offset` rows. `limit` is 1,000 by default; without both fields the
 * whole list is returned.
 */
export const PageFields = { limit: z.optional(wholeNumberInQuery(1, 1000)), offset: z.optional(wholeNumberInQuery(0)) }

/** The maximum number of rows that one call for selected rows changes. */
export const MAX_SELECTED_ROWS = 5_000

/**
 * The fields that select the rows of a change: the rows with these `ids`, or with `all` the rows that the list has with these filters, of which
 * there must be exactly `count`. A call has one of both.
 */
export const selectionFields = <Filters extends z.core.$ZodLooseShape>(filters: Filters, most = MAX_SELECTED_ROWS) => ({
  ids: z.optional(boundedList(z.array(Reference, texts.badInput).check(z.minLength(1, texts.badInput)), most, texts.tooManySelected(most))),
  all: z.optional(z.object({ ...filters, count: wholeNumber(1, most) })),
})

/**
 * A word of an answer, one of `Word`. Later releases add words, so a client accepts any text; the words are not listed in the contract, which
 * every first view loads.
 */
export const wordOfAnswer = <Word extends string>() => z.string() as unknown as z.ZodMiniType<Word, Word>

/** A moment in UTC: ISO 8601 with milliseconds. */
export const Moment = z.iso.datetime({ precision: 3 })

/** Text of several lines and at most `max` characters. Each line is normalised by `cleanLine`. `missing`: as for `textLine`. */
export const paragraph = (max: number, missing?: string) =>
  z.string(missing).check(
    ...cleaningChecks(max, text =>
      text
        .split(/\r\n|\r|\n/)
        .map(cleanLine)
        .join('\n')
        .trim(),
    ),
  )

/** A paragraph with at least one letter or digit. */
export const requiredParagraph = (max: number, missing: string) => paragraph(max, missing).check(z.refine(hasLetterOrDigit, missing))

const phoneField = (missing?: string) =>
  textLine(30, missing).check(z.overwrite(toWesternDigits), z.regex(/^(?:\+?[\d\s().-]{5,30})?$/, texts.badPhone))
const emailField = (missing?: string) =>
  textLine(200, missing).check(z.refine(text => text === '' || z.email().safeParse(text).success, texts.badEmail))

/** A telephone number as people write it, or an empty text. Arabic digits become 0-9. */
export const phoneOrEmpty = phoneField()

/** A telephone number that must not be empty. */
export const requiredPhone = (missing: string) => phoneField(missing).check(z.minLength(1, missing))

/** An e-mail address, or an empty text. */
export const emailOrEmpty = emailField()

/** An e-mail address that must not be empty. */
export const requiredEmail = (missing: string) => emailField(missing).check(z.minLength(1, missing))

/** Returns the schema of a file's bytes. A browser passes the file itself. `missing` is the text of the refusal without a file. */
export const fileBytesField = (missing: string) =>
  z.pipe(
    z.custom<Blob | Uint8Array<ArrayBuffer>>(given => given instanceof Uint8Array, missing),
    z.transform(given => given as Uint8Array<ArrayBuffer>),
  )

/** An idempotency key: a repeated request with the same key is carried out once. */
export const IdempotencyKey = requiredLine(64, texts.badInput)

/** A span of time, both ends included. */
export const SpanFields = { from: Moment, to: Moment }
export const OptionalSpanFields = { from: z.optional(Moment), to: z.optional(Moment) }

/**
 * The order of a list of the office: `newest` first, or `waiting`, in which the rows that wait for the office come first, and of these and of the
 * others the oldest.
 */
export const ListSort = z.enum(['newest', 'waiting'], texts.badInput)
export type ListSort = z.infer<typeof ListSort>

/** The result of a call that returns no data. */
export const EmptyResult = z.object({ success: z.literal(true) })

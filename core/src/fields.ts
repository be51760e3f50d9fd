import * as z from 'zod/mini'
import { cleanLine, hasWords, isWellFormed, westernDigits } from './arabic.ts'
import { texts } from './texts.ts'

// What a rule does not word itself is said so, and not in zod's English.
z.config({ localeError: () => texts.badInput })

/** Both databases keep a whole number in 32 bits. */
const LARGEST = 2_147_483_647

/** Text both databases can keep: no NUL, no lone surrogate. */
const storable = (text: string) => !text.includes('\0') && isWellFormed(text)

/** A text is bounded as it comes, for that is what callers can know, and as it is stored: composed letters may be longer. */
const cleaned = (max: number, clean: (text: string) => string = cleanLine) => {
  const bound = z.maxLength(max, texts.tooLong(max))
  return [z.refine<string>(storable, texts.badText), bound, z.overwrite(clean), bound] as const
}

/** One line of text up to `max` characters, cleaned. */
export const line = (max: number) => z.string().check(...cleaned(max))

/** A line that must say something; `missing` is what people read when it is. */
export const requiredLine = (max: number, missing: string) => z.string(missing).check(...cleaned(max), z.refine(hasWords, missing))

/** Longer than any id, in characters. */
const MAX_REFERENCE = 100

/** Names a thing by its id, whether or not there is one: any text that could be kept. */
export const Reference = z.string().check(z.refine(storable, texts.badText), z.maxLength(MAX_REFERENCE, texts.badInput))

/** Whether a year is one that an event can be in, and not a slip of the keys. */
const isPlausibleYear = (day: string) => day >= '1900' && day < '2101'

/** A calendar day, `YYYY-MM-DD`, of the years 1900 to 2100. */
export const day = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.iso.date(texts.badDate), z.refine(isPlausibleYear, texts.badDate))

/** A whole number within both bounds. */
export const whole = (min: number, max = LARGEST) =>
  z.int(texts.badNumber(min, max)).check(z.minimum(min, texts.badNumber(min, max)), z.maximum(max, texts.badNumber(min, max)))

/** A number as digits, and nothing else that JavaScript takes for one: no blank, no exponent, no hexadecimal. */
const readWhole = (given: string | number) => (typeof given === 'number' || /^-?\d+$/.test(given) ? Number(given) : Number.NaN)

/** A whole number that may have travelled in an address as text. */
export const wholeInAddress = (min: number, max = LARGEST) =>
  z.pipe(z.union([z.number(), z.string()]), z.pipe(z.transform(readWhole), whole(min, max)))

/** A list of at most so many that may have travelled in an address as JSON. */
export const listInAddress = <Item extends z.ZodMiniType>(item: Item, most: number) => {
  const list = z.array(item).check(z.maxLength(most))
  const read = (given: z.output<typeof list> | string) => (typeof given === 'string' ? parsed(given) : given) as z.input<typeof list>
  return z.pipe(z.union([list, z.string()]), z.pipe(z.transform(read), list))
}

/** A list of at most so many, whose length is checked before its items are; `tooMany` is what people read of a longer one. */
export const boundedList = <Item extends z.ZodMiniType>(list: z.ZodMiniArray<Item>, most: number, tooMany: string) =>
  z.pipe(
    z.transform((given: z.input<typeof list>, context) => {
      if (Array.isArray(given) && given.length > most) context.issues.push({ code: 'custom', message: tooMany, input: undefined })
      return given
    }),
    list.check(z.maxLength(most, tooMany)),
  )

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Which part of a list is wanted: so many rows after so many, 1,000 where no number of rows is said; all of them where nothing is said. */
export const ListPart = { limit: z.optional(wholeInAddress(1, 1000)), offset: z.optional(wholeInAddress(0)) }

/** A moment, ISO 8601 with milliseconds, in UTC. */
export const Moment = z.iso.datetime({ precision: 3 })

/** Several lines of text up to `max` characters: cleaned like a line, but for its line ends. */
export const paragraph = (max: number) =>
  z.string().check(
    ...cleaned(max, text =>
      text
        .split(/\r\n|\r|\n/)
        .map(cleanLine)
        .join('\n')
        .trim(),
    ),
  )

/** A paragraph that must not be empty. */
export const requiredParagraph = (max: number, missing: string) => paragraph(max).check(z.refine(hasWords, missing))

/** A telephone number as people write it; ٠-٩ are taken. */
export const phone = line(30).check(z.overwrite(westernDigits), z.regex(/^(?:\+?[\d\s().-]{5,30})?$/, texts.badPhone))

/** A telephone number that must not be empty. */
export const requiredPhone = (missing: string) => phone.check(z.minLength(1, missing))

/** An e-mail address, or nothing. */
export const email = line(200).check(z.refine(text => text === '' || z.email().safeParse(text).success, texts.badEmail))

/** An e-mail address that must not be empty. */
export const requiredEmail = (missing: string) => email.check(z.minLength(1, missing))

/** A file's bytes, which a browser gives as the file; `missing` is what people read when there is none. */
export const Bytes = (missing: string) =>
  z.pipe(
    z.custom<Blob | Uint8Array<ArrayBuffer>>(given => given instanceof Uint8Array, missing),
    z.transform(given => given as Uint8Array<ArrayBuffer>),
  )

/** Names an act, so that it can be sent again and counts once. */
export const Nonce = requiredLine(64, texts.badInput)

/** The answer where there is nothing to tell but that it was done. */
export const Done = z.object({ success: z.literal(true) })

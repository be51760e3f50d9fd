import * as z from 'zod/mini'
import { cleanLine } from './arabic.ts'
import { texts } from './texts.ts'

/** Both databases keep a whole number in 32 bits. */
const LARGEST = 2_147_483_647

/** Text both databases can keep: no NUL, no lone surrogate. */
const storable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** One line of text up to `max` characters, cleaned. */
export const line = (max: number) =>
  z.string().check(z.refine(storable, texts.badText), z.overwrite(cleanLine), z.maxLength(max, texts.tooLong(max)))

/** A line that must not be empty; `missing` is what people read when it is. */
export const requiredLine = (max: number, missing: string) => line(max).check(z.minLength(1, missing))

/** A calendar day, `YYYY-MM-DD`. */
export const day = (missing: string) => z.string(missing).check(z.minLength(1, missing), z.iso.date(texts.badDate))

/** A whole number within both bounds. */
export const whole = (min: number, max = LARGEST) =>
  z.int(texts.badNumber(min, max)).check(z.minimum(min, texts.badNumber(min, max)), z.maximum(max, texts.badNumber(min, max)))

/** A whole number that may have travelled in an address as text. */
export const wholeInAddress = (min: number, max = LARGEST) =>
  z.pipe(z.union([z.number(), z.string()]), z.pipe(z.transform(Number), whole(min, max)))

/** A moment, ISO 8601 with milliseconds, in UTC. */
export const Moment = z.iso.datetime({ precision: 3 })

import * as z from 'zod/mini'

/** Crockford's base 32: no I, L, O or U, so nothing is misread on paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20

/** How many random bytes `idFrom` needs. */
export const ID_BYTES = LENGTH

/** What stands in the code of a card that is only a sample: nobody's id. */
export const SAMPLE_ID = '0'.repeat(LENGTH)

const FORM = /^[0-9A-HJKMNP-TV-Z]{20}$/

/** Whether this is an id: 20 characters of Crockford's base 32, upper case. */
export const isId = (text: string) => FORM.test(text) && text !== SAMPLE_ID

/** 100 bits; as a QR code 21 modules. */
export const Id = z.string().check(z.regex(FORM), z.refine(isId))

/** An id from 20 random bytes, of which the low five bits each are used. */
export const idFrom = (random: Uint8Array) => Array.from(random.subarray(0, LENGTH), byte => ALPHABET[byte & 31]).join('')

import * as z from 'zod/mini'

/** Crockford's base 32: no I, L, O or U, so nothing is misread on paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20

/** How many random bytes `idFrom` needs. */
export const ID_BYTES = LENGTH

/** 20 characters of Crockford's base 32, upper case: 100 bits, and as a QR code no more than 25 modules. */
export const Id = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{20}$/))

/** An id from 20 random bytes, of which the low five bits each are used. */
export const idFrom = (random: Uint8Array) => Array.from(random.subarray(0, LENGTH), byte => ALPHABET[byte & 31]).join('')

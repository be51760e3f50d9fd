import * as z from 'zod/mini'

/** Crockford's base 32. It has no I, L, O or U, which are misread on paper. */
const ID_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ID_LENGTH = 20

/** How many random bytes `idFromBytes` needs. */
export const ID_BYTES = ID_LENGTH

/** The id in the code of a sample card. No invitation has it. */
export const SAMPLE_ID = '0'.repeat(ID_LENGTH)

const ID_PATTERN = /^[0-9A-HJKMNP-TV-Z]{20}$/

/** Returns whether a text is an id: 20 characters of Crockford's base 32 in upper case. */
export const isId = (text: string) => ID_PATTERN.test(text) && text !== SAMPLE_ID

/** The first characters of the codes of trial cards, by which every gate recognises them. A random id begins so once in 2^40. */
const TRIAL_PREFIX = 'TESTCARD'

/** Returns whether a code is that of a trial card, with which a host sees what guests get, and which admits nobody. */
export const isTrialCode = (code: string) => isId(code) && code.startsWith(TRIAL_PREFIX)

/** Returns the code of a trial card, made from a random id. 60 of its bits are random. */
export const toTrialCode = (id: string) => TRIAL_PREFIX + id.slice(TRIAL_PREFIX.length)

/** An id of 100 bits. A QR code of it has 21 modules a side. */
export const Id = z.string().check(z.regex(ID_PATTERN), z.refine(isId))

/** Returns an id made from the low five bits of each of 20 random bytes. */
export const idFromBytes = (random: Uint8Array) => Array.from(random.subarray(0, ID_LENGTH), byte => ID_ALPHABET[byte & 31]).join('')

const SHA256_HEX = /^[0-9a-f]{64}$/

/** Returns whether a text is the id of an invitation on devices with the role `door`: a SHA-256 as 64 hexadecimal digits. */
export const isDoorId = (text: string) => SHA256_HEX.test(text)

/** The id of an invitation on devices with the role `door`. */
export const DoorId = z.string().check(z.regex(SHA256_HEX))

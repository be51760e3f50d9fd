import { createHash } from 'node:crypto'

/** The number of UTF-16 code units of a scanned code that are stored. */
const MOST = 512

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the first 512 UTF-16 code units of a text; a surrogate cut in half becomes U+FFFD. */
const beginning = (text: string) => text.slice(0, MOST).toWellFormed()

/** Returns the columns stored for a scanned code: the whole text, or its beginning and the SHA-256 (hex) of the whole. */
export const storedCode = (code: string) =>
  code.length <= MOST ? { code, code_sha256: null } : { code: beginning(code), code_sha256: sha256(code) }

/**
 * Returns a text short enough for a fingerprint. Different texts give different results, because a shortened one ends in its SHA-256 (hex).
 */
export const nameOf = (text: string) => (text.length <= MOST ? text : `${beginning(text)} ${sha256(text)}`)

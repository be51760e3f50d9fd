import { createHash } from 'node:crypto'

/** How many characters of a text that was read are stored. */
const MOST = 512

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The beginning of a text as it is stored, at most 512 characters, never half a character. */
const beginning = (text: string) => text.slice(0, MOST).toWellFormed()

/** What is stored of a text that was read: all of it, or its beginning and the SHA-256 (hex) of the whole. */
export const storedCode = (code: string) =>
  code.length <= MOST ? { code, code_sha256: null } : { code: beginning(code), code_sha256: sha256(code) }

/** A text short enough to be stored as a name, and another one for every other text. */
export const nameOf = (text: string) => (text.length <= MOST ? text : `${beginning(text)} ${sha256(text)}`)

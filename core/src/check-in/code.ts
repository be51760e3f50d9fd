import { cleanLine } from '../arabic.ts'
import { isDoorId, isId } from '../id.ts'
import type { Invitation } from '../invitations/invitation.ts'

/** The fields of an invitation that its QR code contains. */
type PrintedFields = 'code' | 'eventName' | 'eventDate' | 'guestName' | 'createdAt' | 'generationType' | 'maxScans'

/**
 * Returns the JSON text of an invitation's QR code. A scan reads only `id`, which is the invitation's code. `timestamp` is `createdAt`, so
 * that the server and all devices draw the same QR code.
 */
export function qrCodeText(invitation: Pick<Invitation, PrintedFields>): string {
  const { code: id, eventName, eventDate, guestName, createdAt, generationType, maxScans } = invitation
  return JSON.stringify({ id, eventName, eventDate, guestName, timestamp: createdAt, ...(generationType !== 'names' && { maxScans }) })
}

/** The content of a scanned or typed text: an invitation's code or id, the SHA-256 of a code (see `isDoorId`), or any other text. */
export type ScannedContent = { is: 'id'; id: string } | { is: 'text'; text: string }

/**
 * Maps the characters that a hardware scanner types on a computer with the Arabic 101 keyboard layout to Latin letters: first the
 * characters of lower-case letters, then those of capital letters.
 */
const LETTERS_OF_ARABIC_KEYS: Record<string, string> = {
  ض: 'Q',
  ص: 'W',
  ث: 'E',
  ق: 'R',
  ف: 'T',
  غ: 'Y',
  ع: 'U',
  ه: 'I',
  خ: 'O',
  ح: 'P',
  ش: 'A',
  س: 'S',
  ي: 'D',
  ب: 'F',
  ل: 'G',
  ا: 'H',
  ت: 'J',
  ن: 'K',
  م: 'L',
  ئ: 'Z',
  ء: 'X',
  ؤ: 'C',
  ر: 'V',
  لا: 'B',
  ى: 'N',
  ة: 'M',
  '\u064E': 'Q',
  '\u064B': 'W',
  '\u064F': 'E',
  '\u064C': 'R',
  لإ: 'T',
  إ: 'Y',
  '‘': 'U',
  '÷': 'I',
  '×': 'O',
  '؛': 'P',
  '\u0650': 'A',
  '\u064D': 'S',
  ']': 'D',
  '[': 'F',
  لأ: 'G',
  أ: 'H',
  ـ: 'J',
  '،': 'K',
  '/': 'L',
  '~': 'Z',
  '\u0652': 'X',
  '}': 'C',
  '{': 'V',
  لآ: 'B',
  آ: 'N',
  '’': 'M',
}
const ARABIC_KEY_PATTERN = new RegExp(
  ['لا', 'لإ', 'لأ', 'لآ', ...Object.keys(LETTERS_OF_ARABIC_KEYS).filter(key => key.length === 1)]
    .map(key => key.replace(/[[\]{}/]/g, '\\$&'))
    .join('|'),
  'g',
)

/** Matches what some hardware scanners put before the text: the character set (`\000026`) or the symbology (`]Q1`). */
const READER_PREFIX_PATTERN = /^(?:\][A-Za-z]\d|\\\d{6})+/

const parseBareId = (text: string) => {
  if (isDoorId(text)) return text
  const id = text.replace(/\s+/g, '').toUpperCase()
  return isId(id) ? id : undefined
}

function idInJson(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const { id } = JSON.parse(text) as { id?: unknown }
    return typeof id === 'string' ? parseBareId(id) : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the id that a hardware scanner has typed on a computer with the Arabic keyboard layout. «لا» comes from the key B, or from the
 * keys G and H one after the other. Both are tried, and the result with the length of an id is returned. An id with B and with GH is not
 * found.
 */
const idTypedInArabic = (text: string) =>
  ['B', 'GH']
    .map(keys => parseBareId(text.replace(ARABIC_KEY_PATTERN, key => (key === 'لا' ? keys : (LETTERS_OF_ARABIC_KEYS[key] ?? key)))))
    .find(Boolean)

/** Reads a scanned or typed text. Returns the id in it, or else the cleaned text. Never throws. */
export function readCode(raw: string): ScannedContent {
  const text = raw.trim().replace(READER_PREFIX_PATTERN, '').trim()
  const id = idInJson(text) ?? parseBareId(text) ?? idTypedInArabic(text)
  return id === undefined ? { is: 'text', text: cleanLine(text) } : { is: 'id', id }
}

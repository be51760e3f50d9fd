import { cleanLine } from '../arabic.ts'
import { isId } from '../id.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { isDoorId } from '../links/door-id.ts'

/** Returns the text of an invitation's QR code. Scans use only `id`, its code; `timestamp` is `createdAt`, so that every side draws the same. */
export function codeText({ code: id, eventName, eventDate, guestName, createdAt, generationType, maxScans }: Invitation): string {
  return JSON.stringify({ id, eventName, eventDate, guestName, timestamp: createdAt, ...(generationType !== 'names' && { maxScans }) })
}

/** The content of a scanned or typed text: an invitation's id or its name at a door, or any other text. */
export type Code = { is: 'id'; id: string } | { is: 'text'; text: string }

/**
 * Maps what a computer with the Arabic 101 keyboard layout receives from a scanner back to Latin letters: first the characters for
 * lower-case letters, then those for capitals.
 */
const ARABIC_KEYS: Record<string, string> = {
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
const ARABIC_KEY = new RegExp(
  ['لا', 'لإ', 'لأ', 'لآ', ...Object.keys(ARABIC_KEYS).filter(key => key.length === 1)]
    .map(key => key.replace(/[[\]{}/]/g, '\\$&'))
    .join('|'),
  'g',
)

/** Matches what some hardware readers put before the text: the character set (`\000026`) or the symbology (`]Q1`). */
const READER_PREFIX = /^(?:\][A-Za-z]\d|\\\d{6})+/

const bareId = (text: string) => {
  if (isDoorId(text)) return text
  const id = text.replace(/\s+/g, '').toUpperCase()
  return isId(id) ? id : undefined
}

function idInJson(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const { id } = JSON.parse(text) as { id?: unknown }
    return typeof id === 'string' ? bareId(id) : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the id that a scanner has typed on a computer with the Arabic layout. «لا» is the key B, or the keys G and H one after the other: an id
 * has as many characters as it must have with one of the two. An id with both cannot be told from another one.
 */
const idInArabic = (text: string) =>
  ['B', 'GH'].map(keys => bareId(text.replace(ARABIC_KEY, key => (key === 'لا' ? keys : (ARABIC_KEYS[key] ?? key))))).find(Boolean)

/** Reads a scanned or typed text. Returns the id in it, or else the cleaned text. Never throws. */
export function readCode(raw: string): Code {
  const text = raw.trim().replace(READER_PREFIX, '').trim()
  const id = idInJson(text) ?? bareId(text) ?? idInArabic(text)
  return id === undefined ? { is: 'text', text: cleanLine(text) } : { is: 'id', id }
}

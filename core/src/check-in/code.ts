import { cleanLine } from '../arabic.ts'
import { isDoorId, isId } from '../id.ts'
import { MAX_NAME_LENGTH } from '../inputs.ts'
import type { Invitation } from '../invitations/invitation.ts'

/** The fields of an invitation that its QR code contains. */
type PrintedFields = 'code' | 'eventName' | 'eventDate' | 'guestName' | 'createdAt' | 'generationType' | 'maxScans'

/** Returns the JSON text of an invitation's QR code. A scan reads only `id`. `createdAt` is the same on the server and all devices. */
export function qrCodeText(invitation: Pick<Invitation, PrintedFields>): string {
  const { code: id, eventName, eventDate, guestName, createdAt, generationType, maxScans } = invitation
  return JSON.stringify({ id, eventName, eventDate, guestName, timestamp: createdAt, ...(generationType !== 'names' && { maxScans }) })
}

/** The content of a scanned or typed text: an invitation's code or id, the SHA-256 of a code (see `isDoorId`), or any other text. */
export type ScannedContent = { is: 'id'; id: string } | { is: 'text'; text: string }

/** The letters of a keyboard, and what their keys type with the Arabic 101 layout: without and with the shift key. */
const LATIN_LETTERS = 'QWERTYUIOPASDFGHJKLZXCVBNM'
const ARABIC_KEYS = [
  'ض ص ث ق ف غ ع ه خ ح ش س ي ب ل ا ت ن م ئ ء ؤ ر لا ى ة',
  '\u064E \u064B \u064F \u064C لإ إ ‘ ÷ × ؛ \u0650 \u064D ] [ لأ أ ـ ، / ~ \u0652 } { لآ آ ’',
]
const LETTER_OF_KEY = new Map(ARABIC_KEYS.flatMap(keys => keys.split(' ').map((key, n) => [key, LATIN_LETTERS.charAt(n)])))
const ARABIC_KEY_PATTERN = new RegExp(
  [...LETTER_OF_KEY.keys()]
    .sort((one, other) => other.length - one.length)
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

/** Returns the object whose JSON text a card contains; an empty one for any other text. */
function parseCard(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * Returns the id that a hardware scanner has typed on a computer with the Arabic keyboard layout. «لا» comes from the key B, or from the
 * keys G and H one after the other. Both are tried, and the result with the length of an id is returned. An id with B and with GH is not
 * found.
 */
const idTypedInArabic = (text: string) =>
  ['B', 'GH']
    .map(keys => parseBareId(text.replace(ARABIC_KEY_PATTERN, key => (key === 'لا' ? keys : LETTER_OF_KEY.get(key)!))))
    .find(Boolean)

const withoutReaderPrefix = (raw: string) => raw.trim().replace(READER_PREFIX_PATTERN, '').trim()

/** Reads a scanned or typed text. Returns the id in it, or else the cleaned text. Never throws. */
export function readCode(raw: string): ScannedContent {
  const text = withoutReaderPrefix(raw)
  const { id: printedId } = parseCard(text)
  const id = (typeof printedId === 'string' ? parseBareId(printedId) : undefined) ?? parseBareId(text) ?? idTypedInArabic(text)
  return id === undefined ? { is: 'text', text: cleanLine(text) } : { is: 'id', id }
}

/**
 * Returns the event that is written in the text of a card; undefined for any other text. The guest's name in it is not returned. Anybody
 * can make such a text, so it may be shown, but never admits anybody.
 */
export function printedEventOf(raw: string): { eventName: string; eventDate: string } | undefined {
  const { eventName, eventDate } = parseCard(withoutReaderPrefix(raw))
  if (typeof eventName !== 'string' || typeof eventDate !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(eventDate)) return undefined
  const name = cleanLine(eventName.slice(0, MAX_NAME_LENGTH))
  return name === '' ? undefined : { eventName: name, eventDate }
}

/** Returns a scanned text as devices of door links send it: of a card only its code and its event, without the guest's name. */
export function textWithoutName(raw: string) {
  const read = readCode(raw)
  if (read.is === 'text') return raw
  const printedEvent = printedEventOf(raw)
  return printedEvent ? JSON.stringify({ id: read.id, ...printedEvent }) : read.id
}

/**
 * Returns the part of a scanned or typed text that screens may show: its code, or what was typed. The rest of a card's text is left out,
 * because it has the guest's name.
 */
export function shownTextOf(raw: string, source: 'camera' | 'typed') {
  const read = readCode(raw)
  if (read.is === 'id') return read.id
  return source === 'typed' && !read.text.startsWith('{') ? read.text : ''
}

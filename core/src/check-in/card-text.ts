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

/** Matches what some hardware scanners put before the text: the character set (`\000026`) or the symbology (`]Q1`). */
const READER_PREFIX_PATTERN = /^(?:\][A-Za-z]\d|\\\d{6})+/

/** Returns the object whose JSON text a card contains; an empty one for any other text. */
function parseCard(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

export const withoutReaderPrefix = (raw: string) => raw.trim().replace(READER_PREFIX_PATTERN, '').trim()

/**
 * Returns the code in a text that `readCode` or `textWithoutName` has read, and of a card; undefined for any other text. It finds no code
 * that is spelled in another way, so that the scanner opens without the code that does.
 */
export function codeInReadText(text: string): string | undefined {
  const bare = withoutReaderPrefix(text)
  const { id } = parseCard(bare)
  return [typeof id === 'string' ? id : bare, bare.toUpperCase()].find(one => isId(one) || isDoorId(one))
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

/**
 * Returns the part of a text in the history of scans that screens may show: its code, or what was typed. The rest of a card's text is left
 * out, because it has the guest's name.
 */
export function shownTextOf(raw: string, source: 'camera' | 'typed') {
  const code = codeInReadText(raw)
  if (code !== undefined) return code
  const text = cleanLine(withoutReaderPrefix(raw))
  return source === 'typed' && !text.startsWith('{') ? text : ''
}

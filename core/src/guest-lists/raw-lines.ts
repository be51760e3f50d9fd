import { cleanLine, toWesternDigits } from '../arabic.ts'
import { removeChatStamp } from './chat.ts'
import { DIGIT_CLASS } from './words.ts'

/** A line of a guest list without stamps, numbering and ornaments. */
export type RawGuestLine = {
  /** The number of the line in the list, counted from 1. */
  line: number
  /** The original line, cleaned by `cleanLine`. */
  written: string
  /** The line without its stamp, its ornaments, its number in the list, and its cells that are numbers. */
  body: string
  isStamp: boolean
  /** Whether a cross, such as ❌, is before or after the line. It crosses the guest out. */
  isCrossed: boolean
  /** Whether ornaments or dashes are on both sides of the line, or an ordinal before it, as for headings. */
  isFramed: boolean
  /** The number in a cell of its own, which counts the people who come. */
  cell?: number
}

type NumberedLine = Omit<RawGuestLine, 'body'> & {
  text: string
  /** The number before the line, which may be its number in the list, and how many characters it takes. */
  lead?: { number: number; length: number; is: 'sure' | 'nested' | 'spaced' }
}

/** The maximum length, in characters, of a line that may name a guest. A longer line is not parsed. */
export const MAX_GUEST_LINE_LENGTH = 300

/** Matches emoji and ornaments, but not characters that stand for whole phrases. */
const ORNAMENT_PATTERN =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|(?![\uFD40-\uFD4F\uFDCF\uFDFC-\uFDFF])\p{So}|[⃣·●○■□▪▫➤►【】『』「」〖〗《》꧁꧂༺༻]|(?<!\p{L})彡(?!\p{L})/gu
const KEYCAPS_PATTERN = /(?:[0-9]\u20E3)+/gu
/** Matches the characters with which chats mark words as bold, italic or struck out. */
const CHAT_MARKUP_PATTERN = /(?<![\p{L}\p{N}])([*_~`]{1,3})(?=\S)(.*?\S)\1(?![\p{L}\p{N}])/gu
const BULLET_PATTERN =
  /^(?:(?:\[[ xX✓✔]?\]|[-–—_•*~.,،؛;:|\\/»>←→⇐<#!…✓✔\u2460-\u249B\u24EA-\u24FF\u2776-\u2793]|\+(?=\s*\p{L}))[\s\u200C\u200D]*)+/u
const NUMBERING_PATTERN = new RegExp(
  `^[(\\[{]?\\s*(${DIGIT_CLASS}{1,4})\\s*(?:[)\\]}]|[.:/،,_ـ\\u066B]|[-–—])[-–—.)ـ:/]*(?:\\s+(?!${DIGIT_CLASS}{1,5}(?!${DIGIT_CLASS}))|(?!\\s|${DIGIT_CLASS}))`,
  'u',
)
/** Matches a number with the word for it: «رقم ٨:», «No. 7». */
const NAMED_NUMBER_PATTERN = new RegExp(`^(?:no|nr|num|number|رقم)\\s?\\.?\\s?(${DIGIT_CLASS}{1,4})\\s?[:.)\\-–/ـ،]?\\s?(?=\\p{L})`, 'iu')
const NESTED_NUMBER_PATTERN = new RegExp(`^(${DIGIT_CLASS}{1,2})[.\\-]${DIGIT_CLASS}{1,2}[.)\\-:]?\\s+(?=\\p{L})`, 'u')
const SPACED_NUMBER_PATTERN = new RegExp(`^(${DIGIT_CLASS}{1,4})\\s+(?=\\p{L}|\\+?${DIGIT_CLASS}{7})`, 'u')
const LETTER_NUMBERING_PATTERN = /^\(?[أابتثجحخa-hA-H]\)\s*/u
const ORDINAL_PATTERN = /^(?:أول|اول|ثاني|ثالث|رابع|خامس|سادس|سابع|ثامن|تاسع|عاشر)\u064B?ا\u064B?\s*[:.)\-–،]\s*/u
const CROSSED_OUT_PATTERN = /^[\s\-–•*]*[❌🚫⛔✗✘]|[❌🚫⛔✗✘]\s*$/u
const FRAME_CHARACTER_SOURCE = '[^\\p{L}\\p{N}\\p{M}\\s()\\[\\]{}"\'“”«»:،,.!؟?+/\\\\#>]'
const FRAMED_LINE_PATTERN = new RegExp(`^${FRAME_CHARACTER_SOURCE}.*${FRAME_CHARACTER_SOURCE}$`, 'u')
/** Matches a line without letters and digits: tatweel (ـ), spaces, punctuation and symbols. */
const SYMBOLS_ONLY_PATTERN = /^[\u0640\s\p{P}\p{S}]*$/u

/** Signs that are replaced before a line is parsed, so that each has one spelling. */
const SIGN_REPLACEMENTS: readonly (readonly [RegExp, string | ((sign: string) => string)])[] = [
  [/[＋﹢➕]/gu, '+'],
  [/[０-９]/g, digit => String(digit.charCodeAt(0) - 0xff10)],
  [new RegExp(`✖(?=\\s?${DIGIT_CLASS})`, 'gu'), '×'],
  // «زائد» is «plus»; «زايد» without the hamza is a name.
  [new RegExp(`(?<!\\p{L})زائد (?=${DIGIT_CLASS})`, 'gu'), '+ '],
  [new RegExp(`(?:https?://)?(?:wa\\.me|api\\.whatsapp\\.com/send/?\\?phone=)/?\\+?(?=${DIGIT_CLASS}{7})`, 'giu'), ' +'],
  [new RegExp(`(?<=[ء-ي])(?=\\+?${DIGIT_CLASS}{7,15}(?!${DIGIT_CLASS}))|(?<=${DIGIT_CLASS}{7})(?=[ء-ي])`, 'gu'), ' '],
]

const normalizeSigns = (text: string) =>
  SIGN_REPLACEMENTS.reduce((replaced, [sign, other]) => replaced.replace(sign, other as string), text)

/** Returns a text without emoji, ornaments and the markup of chats. */
const removeOrnaments = (text: string) =>
  /[^\s!-)+-^a-}\u0600-\u06ff]/.test(text)
    ? cleanLine(
        text
          .replace(KEYCAPS_PATTERN, keys => `${keys.replaceAll('\u20E3', '')}) `)
          .replace(ORNAMENT_PATTERN, ' ')
          .replace(CHAT_MARKUP_PATTERN, '$2'),
      )
    : text

/** Reads a row of a spreadsheet. A number in its first cell is the row's number; one in a later cell is a count of people. */
function readSpreadsheetRow(raw: string): { text: string; cell?: number } {
  const cells = raw.split('\t').map(cell => cell.trim())
  if (cells.length === 1) return { text: raw }
  const isNumberCell = (cell: string) => new RegExp(`^${DIGIT_CLASS}{1,3}$`, 'u').test(cell)
  const count = cells.findLast((cell, index) => index > 0 && isNumberCell(cell))
  const cell = count === undefined ? undefined : Number(toWesternDigits(count))
  return { text: cells.filter(cell => !isNumberCell(cell)).join(' '), ...(cell !== undefined && cell > 0 && { cell }) }
}

function findLeadingNumber(text: string): NumberedLine['lead'] {
  const ways = [
    [NUMBERING_PATTERN, 'sure'],
    [NAMED_NUMBER_PATTERN, 'sure'],
    [NESTED_NUMBER_PATTERN, 'nested'],
    [SPACED_NUMBER_PATTERN, 'spaced'],
  ] as const
  for (const [way, is] of ways) {
    const found = way.exec(text)
    if (found) return { number: Number(toWesternDigits(found[1] ?? '')), length: found[0].length, is }
  }
  return undefined
}

function parseNumberedLine(raw: string, line: number): NumberedLine {
  const originalLine = cleanLine(raw)
  if (originalLine.length > MAX_GUEST_LINE_LENGTH)
    return { line, written: originalLine, text: originalLine, isStamp: false, isCrossed: false, isFramed: false }
  const { text: cells, cell } = readSpreadsheetRow(raw)
  const stamp = removeChatStamp(raw.includes('\t') ? cleanLine(cells) : originalLine)
  const bareText = removeOrnaments(normalizeSigns(stamp.text)).replace(BULLET_PATTERN, '')
  const text = SYMBOLS_ONLY_PATTERN.test(bareText) ? '' : bareText
  const lead = findLeadingNumber(text)
  const unlettered = lead ? text : text.replace(LETTER_NUMBERING_PATTERN, '').replace(ORDINAL_PATTERN, '')
  return {
    line,
    written: originalLine,
    text: unlettered,
    isStamp: stamp.isStamp,
    isCrossed: CROSSED_OUT_PATTERN.test(stamp.text),
    isFramed: FRAMED_LINE_PATTERN.test(stamp.text) || ORDINAL_PATTERN.test(text),
    ...(lead && { lead }),
    ...(cell !== undefined && { cell }),
  }
}

/**
 * Removes stamps, numbering and ornaments from the lines of a list. The number before a line is removed where a sign follows it, where it
 * continues the number of a neighbouring line, and as «1.2» where other lines are numbered.
 */
export function rawGuestLines(raw: readonly string[]): RawGuestLine[] {
  const lines = raw.map((text, index) => parseNumberedLine(text, index + 1))
  const numberedLines = lines.filter(({ lead }) => lead)
  const consecutiveLines = new Set(
    numberedLines.filter(({ lead }, index) =>
      [numberedLines[index - 1], numberedLines[index + 1]].some(
        (other, after) => other?.lead && lead && other.lead.number - lead.number === (after ? 1 : -1),
      ),
    ),
  )
  return lines.map(line => {
    const { lead, text, ...rest } = line
    const isNumber = lead && (lead.is === 'sure' || consecutiveLines.has(line) || (lead.is === 'nested' && numberedLines.length > 1))
    return { ...rest, body: isNumber ? text.slice(lead.length).replace(BULLET_PATTERN, '') : text }
  })
}

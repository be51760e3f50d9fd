import { cleanLine, westernDigits } from '../../arabic.ts'
import { readStamp } from './chat.ts'
import { DIGIT } from './words.ts'

/** A line of a guest list without stamps, numbering and ornaments. */
export type GuestLineDraft = {
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

type NumberedLine = Omit<GuestLineDraft, 'body'> & {
  text: string
  /** The number before the line, which may be its number in the list, and how many characters it takes. */
  lead?: { number: number; length: number; is: 'sure' | 'nested' | 'spaced' }
}

/** The maximum length, in characters, of a line that may name a guest. A longer line is not parsed. */
export const MAX_GUEST_LINE = 300

/** Matches emoji and ornaments, but not characters that stand for whole phrases. */
const ORNAMENT =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|(?![\uFD40-\uFD4F\uFDCF\uFDFC-\uFDFF©®™])\p{So}|[⃣·●○■□▪▫➤►【】『』「」〖〗《》꧁꧂༺༻]|(?<!\p{L})彡(?!\p{L})/gu
const KEYCAPS = /(?:[0-9]\u20E3)+/gu
/** Matches the characters with which chats mark words as bold, italic or struck out. */
const MARKUP = /(?<![\p{L}\p{N}])([*_~`]{1,3})(?=\S)(.*?\S)\1(?![\p{L}\p{N}])/gu
const BULLET =
  /^(?:(?:\[[ xX✓✔]?\]|[-–—_•*~.,،؛;:|\\/»>←→⇐<#!…✓✔\u2460-\u249B\u24EA-\u24FF\u2776-\u2793]|\+(?=\s*\p{L}))[\s\u200C\u200D]*)+/u
const NUMBERING = new RegExp(
  `^[(\\[{]?\\s*(${DIGIT}{1,4})\\s*(?:[)\\]}]|[.:/،,_ـ\\u066B]|[-–—])[-–—.)ـ:/]*(?:\\s+(?!${DIGIT}{1,5}(?!${DIGIT}))|(?!\\s|${DIGIT}))`,
  'u',
)
/** «رقم ٨:», «No. 7». */
const NAMED_NUMBER = new RegExp(`^(?:no|nr|num|number|رقم)\\s?\\.?\\s?(${DIGIT}{1,4})\\s?[:.)\\-–/ـ،]?\\s?(?=\\p{L})`, 'iu')
const NESTED_NUMBER = new RegExp(`^(${DIGIT}{1,2})[.\\-]${DIGIT}{1,2}[.)\\-:]?\\s+(?=\\p{L})`, 'u')
const SPACED_NUMBER = new RegExp(`^(${DIGIT}{1,4})\\s+(?=\\p{L}|\\+?${DIGIT}{7})`, 'u')
const LETTER_NUMBERING = /^\(?[أابتثجحخa-hA-H]\)\s*/u
const ORDINAL = /^(?:أول|اول|ثاني|ثالث|رابع|خامس|سادس|سابع|ثامن|تاسع|عاشر)\u064B?ا\u064B?\s*[:.)\-–،]\s*/u
const CROSSED = /^[\s\-–•*]*[❌🚫⛔✗✘]|[❌🚫⛔✗✘]\s*$/u
const FRAME = '[^\\p{L}\\p{N}\\p{M}\\s()\\[\\]{}"\'“”«»:،,.!؟?+/\\\\#>]'
const FRAMED = new RegExp(`^${FRAME}.*${FRAME}$`, 'u')
/** Matches a line without letters and digits: tatweel (ـ), spaces, punctuation and symbols. */
const SYMBOLS_ONLY = /^[\u0640\s\p{P}\p{S}]*$/u

/** Signs that are replaced before a line is parsed, so that each has one spelling. */
const SIGNS: readonly (readonly [RegExp, string | ((sign: string) => string)])[] = [
  [/[＋﹢➕]/gu, '+'],
  [/[０-９]/g, digit => String(digit.charCodeAt(0) - 0xff10)],
  [new RegExp(`✖(?=\\s?${DIGIT})`, 'gu'), '×'],
  // «زائد» is «plus»; «زايد» without the hamza is a name.
  [new RegExp(`(?<!\\p{L})زائد (?=${DIGIT})`, 'gu'), '+ '],
  [new RegExp(`(?:https?://)?(?:wa\\.me|api\\.whatsapp\\.com/send/?\\?phone=)/?\\+?(?=${DIGIT}{7})`, 'giu'), ' +'],
  [new RegExp(`(?<=[ء-ي])(?=\\+?${DIGIT}{7,15}(?!${DIGIT}))|(?<=${DIGIT}{7})(?=[ء-ي])`, 'gu'), ' '],
]

const normalizeSigns = (text: string) => SIGNS.reduce((replaced, [sign, other]) => replaced.replace(sign, other as string), text)

/** Returns a text without emoji, ornaments and the markup of chats. */
const removeOrnaments = (text: string) =>
  /[^\s!-)+-^a-}\u0600-\u06ff]/.test(text)
    ? cleanLine(
        text
          .replace(KEYCAPS, keys => `${keys.replaceAll('\u20E3', '')}) `)
          .replace(ORNAMENT, ' ')
          .replace(MARKUP, '$2'),
      )
    : text

/**
 * Reads a row that was copied from a spreadsheet. A number in its first cell is the row's number; a number in a later cell is a count of
 * people.
 */
function readCells(raw: string): { text: string; cell?: number } {
  const cells = raw.split('\t').map(cell => cell.trim())
  if (cells.length === 1) return { text: raw }
  const isNumber = (cell: string) => new RegExp(`^${DIGIT}{1,3}$`, 'u').test(cell)
  const count = cells.findLast((cell, index) => index > 0 && isNumber(cell))
  const cell = count === undefined ? undefined : Number(westernDigits(count))
  return { text: cells.filter(cell => !isNumber(cell)).join(' '), ...(cell !== undefined && cell > 0 && { cell }) }
}

function leadingNumber(text: string): NumberedLine['lead'] {
  const ways = [
    [NUMBERING, 'sure'],
    [NAMED_NUMBER, 'sure'],
    [NESTED_NUMBER, 'nested'],
    [SPACED_NUMBER, 'spaced'],
  ] as const
  for (const [way, is] of ways) {
    const found = way.exec(text)
    if (found) return { number: Number(westernDigits(found[1] ?? '')), length: found[0].length, is }
  }
  return undefined
}

function numberedLineOf(raw: string, line: number): NumberedLine {
  const originalLine = cleanLine(raw)
  if (originalLine.length > MAX_GUEST_LINE)
    return { line, written: originalLine, text: originalLine, isStamp: false, isCrossed: false, isFramed: false }
  const { text: cells, cell } = readCells(raw)
  const stamp = readStamp(raw.includes('\t') ? cleanLine(cells) : originalLine)
  const bareText = removeOrnaments(normalizeSigns(stamp.text)).replace(BULLET, '')
  const text = SYMBOLS_ONLY.test(bareText) ? '' : bareText
  const lead = leadingNumber(text)
  const unlettered = lead ? text : text.replace(LETTER_NUMBERING, '').replace(ORDINAL, '')
  return {
    line,
    written: originalLine,
    text: unlettered,
    isStamp: stamp.isStamp,
    isCrossed: CROSSED.test(stamp.text),
    isFramed: FRAMED.test(stamp.text) || ORDINAL.test(text),
    ...(lead && { lead }),
    ...(cell !== undefined && { cell }),
  }
}

/**
 * Removes stamps, numbering and ornaments from the lines of a list. The number before a line is removed where a sign follows it, where it
 * continues the number of a neighbouring line, and as «1.2» where other lines are numbered.
 */
export function guestLineDrafts(raw: readonly string[]): GuestLineDraft[] {
  const lines = raw.map((text, index) => numberedLineOf(text, index + 1))
  const numberedLines = lines.filter(({ lead }) => lead)
  const consecutiveLines = new Set(
    numberedLines.filter(({ lead }, index) =>
      [numberedLines[index - 1], numberedLines[index + 1]].some(
        (other, after) => other?.lead && lead && other.lead.number - lead.number === (after ? 1 : -1),
      ),
    ),
  )
  return lines.map(line => {
    const { lead, text, ...draft } = line
    const isNumber = lead && (lead.is === 'sure' || consecutiveLines.has(line) || (lead.is === 'nested' && numberedLines.length > 1))
    return { ...draft, body: isNumber ? text.slice(lead.length).replace(BULLET, '') : text }
  })
}

import { cleanLine, fold, hasWords, westernDigits } from '../../arabic.ts'
import { mostPlaces } from '../rules.ts'
import { type NoGuest, noGuestIn, readStamp } from './chat.ts'
import { type LiftedPhone, liftPhone, type ReadPhone } from './phone.ts'
import { bareNumber, type Counting, type Places, readPlaces } from './places.ts'
import { part, type Spelled, spell, tighten } from './spelling.ts'
import { DIGIT, END, TITLE } from './words.ts'

/** What only the host can say about a line. */
export type Doubt =
  /** A number that counts everybody, or those who come with the guest. */
  | { about: 'count'; all: number; with: number }
  /** More than one come, and nobody wrote how many. */
  | { about: 'family' }
  | { about: 'phone' }
  /** A guest of another line, counted from 1, has this name. */
  | { about: 'same'; line: number }
  /** More come than one invitation admits. */
  | { about: 'many' }
  /** It reads like a message about the list. */
  | { about: 'message' }

/** What became of one line of a list. */
export type ReadLine = {
  /** Counted from 1. */
  line: number
  /** The line as it was written, on one line of text. */
  written: string
  name: string
  /** In international form. */
  phone: string | null
  /** The telephone number as it was written, also where it is unclear. */
  phoneWritten: string | null
  /** 1 or more. */
  places: number
  doubts: Doubt[]
  /** Whether the proposal is to invite nobody by this line, and why. */
  isOut: boolean
  why?: 'empty' | 'stamp' | 'same' | 'nameless' | 'merged' | NoGuest
}

/** Pictures and ornaments; letters that are whole phrases stay. */
const ORNAMENT =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|(?![\uFD40-\uFD4F\uFDCF\uFDFC-\uFDFF©®™])\p{So}|[⃣·●○■□▪▫➤►]/gu
const KEYCAP = /([0-9])\u20E3/gu
/** What chats wrap words in to make them bold, slanted or struck out. */
const MARKUP = /(?<![\p{L}\p{N}])([*_~`]{1,3})(?=\S)(.*?\S)\1(?![\p{L}\p{N}])/gu
const BULLET = /^(?:\[[ xX✓]?\]|[-–—_•*~.,،؛;:|\\/»>←→⇐<#!…✓✔])+\s*/u
const NUMBERING = new RegExp(
  `^[(\\[{]?\\s*(${DIGIT}{1,4})\\s*(?:[)\\]}]|[.:/،,_ـ]|[-–—])[-–—.)ـ:/]*(?:\\s+(?!${DIGIT}{1,5}(?!${DIGIT}))|(?!\\s|${DIGIT}))`,
  'u',
)
const LETTERING = /^\(?[أابتثجحخa-hA-H]\)\s*/u
const SPACED_NUMBER = new RegExp(`^(${DIGIT}{1,4})\\s+(?=\\p{L}|\\+?${DIGIT}{7})`, 'u')
const FIRST = /^[\s\-–—_•·*~.,،؛;:|\\/»>←→⇐<#!…]+/u
const LAST = /[\s\-–—_•·*~,،؛;:|\\/<«…!←→#=]+$/u

/** A name without what stands around it. */
function tidyName(text: string) {
  const name = text
    .replace(/[([{]\s*[)\]}]/g, ' ')
    .replace(FIRST, '')
    .replace(LAST, '')
    .replace(/(?<=\p{L}{2})\.+$/u, '')
    .replace(/^["“«](.*)["”»]$/u, '$1')
    .replace(/^\(([^()]*)\)$/u, '$1')
  const isOpen = (name.match(/[([{]/g)?.length ?? 0) !== (name.match(/[)\]}]/g)?.length ?? 0)
  return cleanLine(isOpen ? name.replace(/^[)\]}\s]+|[([{\s]+$/g, '').replace(/^[([{](?=[^)\]}]*$)|(?<=^[^([{]*)[)\]}]$/g, '') : name)
}

type Draft = {
  line: number
  written: string
  /** Without stamp, ornaments and cells of numbers. */
  text: string
  isStamp: boolean
  /** The number it may have in the list, and how many letters that takes. */
  lead?: { number: number; length: number; isSure: boolean }
  /** From a cell of its own. */
  cell?: number
}

/** The cells of a row that was copied from a spreadsheet: a number before the others is its own, one after them a count. */
function readCells(raw: string): { text: string; cell?: number } {
  const cells = raw.split('\t').map(cell => cell.trim())
  if (cells.length === 1) return { text: raw }
  const isNumber = (cell: string) => new RegExp(`^${DIGIT}{1,3}$`, 'u').test(cell)
  const count = cells.findLast((cell, index) => index > 0 && isNumber(cell))
  const cell = count === undefined ? undefined : Number(westernDigits(count))
  return { text: cells.filter(cell => !isNumber(cell)).join(' '), ...(cell !== undefined && cell > 0 && { cell }) }
}

/** Without pictures and what chats wrap words in. */
const withoutOrnament = (text: string) =>
  /[^\s!-)+-^a-}\u0600-\u06ff]/.test(text) ? cleanLine(text.replace(KEYCAP, '$1) ').replace(ORNAMENT, ' ').replace(MARKUP, '$2')) : text

/** A longer line, in characters, is no guest: nothing is sought in it. */
const LONGEST = 300

function draftOf(raw: string, line: number): Draft {
  const written = cleanLine(raw)
  if (written.length > LONGEST) return { line, written, text: written, isStamp: false }
  const { text: cells, cell } = readCells(raw)
  const stamp = readStamp(raw.includes('\t') ? cleanLine(cells) : written)
  const text = withoutOrnament(stamp.text).replace(BULLET, '')
  const numbering = NUMBERING.exec(text)
  const spaced = SPACED_NUMBER.exec(text)
  const found = numbering ?? spaced
  return {
    line,
    written,
    text: found ? text : text.replace(LETTERING, ''),
    isStamp: stamp.isStamp,
    ...(found && { lead: { number: Number(westernDigits(found[1] ?? '')), length: found[0].length, isSure: numbering !== null } }),
    ...(cell !== undefined && { cell }),
  }
}

/** Takes the numbers of the lines off: those with a sign after them, and those that count on from a neighbour. */
function withoutNumbering(drafts: readonly Draft[]): (Draft & { body: string })[] {
  const led = drafts.filter(({ lead }) => lead)
  const isCounted = new Set(
    led.filter(({ lead }, index) =>
      [led[index - 1], led[index + 1]].some((other, after) => other?.lead && lead && other.lead.number - lead.number === (after ? 1 : -1)),
    ),
  )
  return drafts.map(draft => {
    const { lead, text } = draft
    const isNumber = lead && (lead.isSure || isCounted.has(draft))
    return { ...draft, body: isNumber ? text.slice(lead.length).replace(BULLET, '') : text }
  })
}

/** What the numbers at the ends of the lines are, where most lines have one. */
function readEnds(lines: readonly string[]) {
  const ends = lines.map(bareNumber)
  const found = ends.flatMap(end => end ?? [])
  const numbersOf = new Map<string, Set<number>>()
  for (const { stem, number } of found) {
    numbersOf.set(stem, (numbersOf.get(stem) ?? new Set()).add(number))
  }
  const isMost = found.length >= 3 && found.length >= lines.filter(line => line !== '').length * 0.6
  const isSerial = found.length >= 4 && found.every(({ number }, index) => index === 0 || number === (found[index - 1]?.number ?? 0) + 1)
  const counting: Counting | undefined = !isMost
    ? undefined
    : found.some(({ number }) => number === 0)
      ? 'companions'
      : found.some(({ number }) => number === 1) && !isSerial
        ? 'all'
        : undefined
  return {
    counting,
    /** «ضيف 1», «ضيف 2»: one name with other numbers. */
    isNamed: (index: number) => (numbersOf.get(ends[index]?.stem ?? '')?.size ?? 0) > 1,
    /** «محمد 1», «سارة 2»: the lines are numbered at their ends. */
    serialStem: (index: number) => (isMost && isSerial ? ends[index]?.stem : undefined),
  }
}

const withoutSerial = (line: Spelled, stem: string | undefined) => (stem === undefined ? line : part(line, 0, stem.length))

const NOTHING: LiftedPhone = { rest: '' }
const TOO_LONG = { is: 'message', isSure: true } as const
const TITLES = new RegExp(`^(?:${TITLE}${END}[ ./\\\\:-]*)+(?=[a-zء-ي]{2})`)
const guestKey = (name: string) =>
  fold(name)
    .replace(TITLES, '')
    .replace(/[^\p{L}\p{N} ]/gu, '')

const MOST_PLACES = mostPlaces('custom')
/** Guests of one name that a further one is compared with. */
const MOST_COMPARED = 20

/**
 * Reads a list of guests as people have it, a line for each row of `raw`, and says what becomes of every line. `readPhone` makes telephone numbers
 * international. Guests who repeat are not marked: `markRepeated` does, once their telephone numbers are known.
 */
export function readGuestLines(raw: readonly string[], readPhone: ReadPhone): ReadLine[] {
  const drafts = withoutNumbering(raw.map((text, index) => draftOf(text, index + 1)))
  const kinds = drafts.map(({ body }) => (body.length > LONGEST ? TOO_LONG : noGuestIn(spell(body).plain)))
  const lifted = drafts.map(({ body }, index): LiftedPhone => (kinds[index]?.isSure ? { rest: body } : liftPhone(body, readPhone)))
  const lines = lifted.map(({ rest }, index) => tighten(spell(kinds[index]?.isSure ? '' : rest)))
  const ends = readEnds(lines.map(({ plain }) => plain))
  let before: ReadLine | undefined

  return drafts.map(({ line, written, isStamp, cell }, index): ReadLine => {
    const { rest, phone = null, written: phoneWritten = null } = lifted[index] ?? NOTHING
    const kind = kinds[index]
    const nobody = (why: NonNullable<ReadLine['why']>, doubts: Doubt[] = []): ReadLine => ({
      line,
      written,
      name: tidyName(rest),
      phone,
      phoneWritten,
      places: 1,
      doubts,
      isOut: true,
      why,
    })
    if (written === '') return nobody('empty')
    if (kind?.isSure) return nobody(kind.is)
    if (!hasWords(rest) && phoneWritten === null) return nobody(isStamp ? 'stamp' : 'nameless')

    const isNamed = ends.isNamed(index)
    const read: Places =
      cell === undefined
        ? readPlaces(withoutSerial(lines[index] ?? spell(''), ends.serialStem(index)), { counting: ends.counting, isNamed })
        : { name: rest, places: cell, isUncounted: false }
    const name = tidyName(read.name)
    if (!/\p{L}/u.test(name)) {
      // A number on a line of its own belongs to the guest before it.
      if (phoneWritten !== null && before && before.phoneWritten === null && !hasWords(name)) {
        Object.assign(before, { phone, phoneWritten, ...(phone === null && { doubts: [...before.doubts, { about: 'phone' }] }) })
        return nobody('merged')
      }
      return nobody('nameless', hasWords(name) || phoneWritten !== null ? [{ about: 'message' }] : [])
    }

    const doubts: Doubt[] = []
    if (kind) doubts.push({ about: 'message' })
    if (read.either) doubts.push({ about: 'count', ...read.either })
    if (read.isUncounted) doubts.push({ about: 'family' })
    if (read.places > MOST_PLACES) doubts.push({ about: 'many' })
    if (phoneWritten !== null && phone === null) doubts.push({ about: 'phone' })
    const guest: ReadLine = {
      line,
      written,
      name,
      phone,
      phoneWritten,
      places: Math.min(read.places, MOST_PLACES),
      doubts,
      isOut: kind !== undefined,
      ...(kind && { why: kind.is }),
    }
    before = guest
    return guest
  })
}

type Named = Pick<ReadLine, 'line' | 'name' | 'phone' | 'doubts' | 'isOut' | 'why'>

/** Marks guests whose name, without its titles, an earlier one has: as doubtful, and as left out where their telephone numbers are equal too. */
export function markRepeated(lines: readonly Named[]) {
  const seen = new Map<string, Named[]>()
  for (const guest of lines) {
    if (guest.isOut) continue
    const key = guestKey(guest.name)
    const others = seen.get(key) ?? []
    seen.set(key, others)
    const { phone } = guest
    const same =
      others.find(other => phone !== null && other.phone === phone) ?? others.find(other => other.phone === null || phone === null)
    if (same) guest.doubts.push({ about: 'same', line: same.line })
    if (same && phone !== null && same.phone === phone) Object.assign(guest, { isOut: true, why: 'same' })
    else if (others.length < MOST_COMPARED) others.push(guest)
  }
}

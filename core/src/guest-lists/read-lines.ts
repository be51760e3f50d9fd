import { cleanLine, foldSpelling, hasLetterOrDigit } from '../arabic.ts'
import { maxPersonsFor } from '../invitations/rules.ts'
import { type ExtractedPhone, extractPhone, type ReadPhone } from './extract-phone.ts'
import { type NonGuestKind, type NonGuestSuspicion, numberMeaningOfHeading, removeRemarks, suspectNonGuest } from './non-guests.ts'
import { collapseSpaces, type NormalizedLine, normalizeSpelling, sliceLine } from './normalized-line.ts'
import { findTrailingNumber, type NumberMeaning, type PersonCount, readPersonCount } from './person-count.ts'
import { MAX_GUEST_LINE_LENGTH, rawGuestLines } from './raw-lines.ts'
import { GROUP_WORDS, TITLE_WORDS, WORD_END } from './words.ts'

/** A question about a line that only the host can answer. */
export type Doubt =
  /** A number that may count all persons, or (`with`) only the guest's companions. */
  | { about: 'count'; all: number; with: number }
  /** The line invites several persons without their number. */
  | { about: 'family' }
  | { about: 'phone' }
  /** Another guest has the same name; `line` is that guest's line, counted from 1. */
  | { about: 'same'; line: number }
  /** The line invites more persons than one invitation admits. */
  | { about: 'many' }
  /** The line reads like a message about the list. */
  | { about: 'message' }

/** The result of parsing one line of a list. */
export type ParsedGuestLine = {
  /** The number of the line in the list, counted from 1. */
  line: number
  /** The original line, cleaned by `cleanLine`. */
  written: string
  name: string
  /** The telephone number in international form; null where there is none or it is unclear. */
  phone: string | null
  /** The telephone number as it was written, also where it is unclear. */
  phoneWritten: string | null
  /** Further telephone numbers of the line, which no guest gets. */
  otherPhones?: string[]
  /** The number of persons, the guest included; 1 or more. */
  places: number
  doubts: Doubt[]
  /** Whether the parser proposes to invite nobody for this line; `why` is the reason. */
  isOut: boolean
  why?: 'empty' | 'stamp' | 'same' | 'nameless' | 'merged' | NonGuestKind
}

const LEADING_PUNCTUATION = /^[\s\-–—_•·*~.,،؛;:|\\/»>←→⇐<#!…]+/u
const TRAILING_PUNCTUATION = /[\s\-–—_•·*~,،؛;:|\\/<«…!؟?←→#=]+$/u

/** Returns a name without punctuation, empty brackets and quotation marks around it. */
function trimName(text: string) {
  const name = text
    .replace(/[([{]\s*[)\]}]/g, ' ')
    .replace(LEADING_PUNCTUATION, '')
    .replace(TRAILING_PUNCTUATION, '')
    .replace(/(?<=\p{L}{2})\.+$/u, '')
    .replace(/^["“«](.*)["”»]$/u, '$1')
    .replace(/^\(([^()]*)\)$/u, '$1')
  const isOpen = (name.match(/[([{]/g)?.length ?? 0) !== (name.match(/[)\]}]/g)?.length ?? 0)
  return cleanLine(isOpen ? name.replace(/[([{)\]}]/g, ' ') : name.replace(/ +(?=[،,؛;])/g, ''))
}

/** Returns the meaning of the numbers at the ends of the lines: of most lines, or as a column heading says (`announced`). */
function readTrailingNumbers(lines: readonly string[], announced: NumberMeaning | undefined) {
  const ends = lines.map(findTrailingNumber)
  const found = ends.flatMap(end => end ?? [])
  const numbersOf = new Map<string, Set<number>>()
  for (const { stem, number } of found) numbersOf.set(stem, (numbersOf.get(stem) ?? new Set()).add(number))
  const hasMostNumbers = found.length >= 3 && found.length >= lines.filter(line => line !== '').length * 0.6
  const isSerial = found.length >= 4 && found.every(({ number }, index) => index === 0 || number === (found[index - 1]?.number ?? 0) + 1)
  const counting: NumberMeaning | undefined =
    !hasMostNumbers || announced
      ? announced
      : found.some(({ number }) => number === 0)
        ? 'companions'
        : found.some(({ number }) => number === 1) && !isSerial
          ? 'all'
          : undefined
  return {
    counting,
    /**
     * Returns whether the number at the end of a line belongs to the name, because the name occurs with several numbers: «ضيف 1», «ضيف 2».
     */
    isNamed: (index: number) => (numbersOf.get(ends[index]?.stem ?? '')?.size ?? 0) > 1,
    /** Returns the text before the number where the lines are numbered at their ends: «محمد 1», «سارة 2». */
    serialStem: (index: number) => (hasMostNumbers && isSerial ? ends[index]?.stem : undefined),
  }
}

const removeSerialNumber = (line: NormalizedLine, stem: string | undefined) => (stem === undefined ? line : sliceLine(line, 0, stem.length))

const TOO_LONG_LINE_SUSPICION: NonGuestSuspicion = { is: 'message', how: 'sure' }
const CROSSED_OUT_LINE_SUSPICION: NonGuestSuspicion = { is: 'message', how: 'likely' }
const LEADING_TITLES_PATTERN = new RegExp(`^(?:${TITLE_WORDS}${WORD_END}[ ./\\\\:-]*)+(?=[a-zء-ي]{2})`)
/** Returns the key by which two names are compared: the folded name without titles and signs. */
export const guestKey = (name: string) =>
  foldSpelling(name)
    .replace(LEADING_TITLES_PATTERN, '')
    .replace(/[^\p{L}\p{N} ]/gu, '')

const MAX_PERSONS = maxPersonsFor('custom')
/** The maximum number of earlier guests of the same name whose telephone numbers are compared with a guest's, to find repeated guests. */
const MAX_COMPARED_GUESTS = 20

/**
 * Parses a guest list, one line for each item of `raw`, and returns one result for each line. `readPhone` returns telephone numbers in
 * international form. Repeated guests are not marked: `markRepeatedGuests` marks them, once their telephone numbers are known.
 */
export function readGuestLines(raw: readonly string[], readPhone: ReadPhone): ParsedGuestLine[] {
  const rawLines = rawGuestLines(raw)
  const kinds = rawLines.map(({ body, isCrossed, isFramed }) =>
    body.length > MAX_GUEST_LINE_LENGTH
      ? TOO_LONG_LINE_SUSPICION
      : (suspectNonGuest(body, isFramed) ?? (isCrossed ? CROSSED_OUT_LINE_SUSPICION : undefined)),
  )
  const phones = rawLines.map(({ body }, index): ExtractedPhone => {
    const kind = kinds[index]
    return kind?.how === 'sure' ? { rest: body } : extractPhone(kind ? removeRemarks(body) : body, readPhone)
  })
  const lines = phones.map(({ rest }, index) => collapseSpaces(normalizeSpelling(kinds[index]?.how === 'sure' ? '' : rest)))
  const announced = rawLines
    .map(({ body }, index) => (kinds[index]?.is === 'heading' ? numberMeaningOfHeading(body) : undefined))
    .find(Boolean)
  const ends = readTrailingNumbers(
    lines.map(({ plain }) => plain),
    announced,
  )
  let previousGuest: ParsedGuestLine | undefined

  const readLines = rawLines.map(({ line, written, isStamp, cell }, index): ParsedGuestLine => {
    const { rest, phone = null, written: phoneWritten = null, others: otherPhones } = phones[index]!
    const kind = kinds[index]
    const lineWithoutGuest = (why: NonNullable<ParsedGuestLine['why']>, doubts: Doubt[] = []): ParsedGuestLine => {
      const name = trimName(rest.slice(0, MAX_GUEST_LINE_LENGTH))
      return { line, written, name, phone, phoneWritten, places: 1, doubts, isOut: true, why }
    }
    if (written === '') return lineWithoutGuest('empty')
    if (kind?.how === 'sure') {
      previousGuest = undefined
      return lineWithoutGuest(kind.is)
    }
    if (!hasLetterOrDigit(rest) && phoneWritten === null) return lineWithoutGuest(isStamp ? 'stamp' : 'nameless')

    const isNamed = ends.isNamed(index)
    const read: PersonCount =
      cell === undefined
        ? readPersonCount(removeSerialNumber(lines[index]!, ends.serialStem(index)), {
            counting: ends.counting,
            isNamed,
          })
        : { name: rest, places: cell, isUncounted: false }
    const name = trimName(read.name)
    if (!/\p{L}/u.test(name)) {
      // A telephone number on a line of its own belongs to the guest before it.
      if (phoneWritten !== null && previousGuest && previousGuest.phoneWritten === null && !hasLetterOrDigit(name)) {
        Object.assign(previousGuest, { phone, phoneWritten })
        if (phone === null) previousGuest.doubts.push({ about: 'phone' })
        return lineWithoutGuest('merged')
      }
      return lineWithoutGuest('nameless', hasLetterOrDigit(name) || phoneWritten !== null ? [{ about: 'message' }] : [])
    }

    const doubts: Doubt[] = []
    if (kind) doubts.push({ about: 'message' })
    if (read.either && kind?.is !== 'total') doubts.push({ about: 'count', ...read.either })
    if (read.isUncounted) doubts.push({ about: 'family' })
    if (read.places > MAX_PERSONS) doubts.push({ about: 'many' })
    if (phoneWritten !== null && phone === null) doubts.push({ about: 'phone' })
    const guest: ParsedGuestLine = {
      line,
      written,
      name,
      phone,
      phoneWritten,
      places: Math.min(read.places, MAX_PERSONS),
      doubts,
      isOut: kind?.how === 'likely',
      ...(kind?.how === 'likely' && { why: kind.is }),
      ...(otherPhones && { otherPhones }),
    }
    previousGuest = guest
    return guest
  })
  markHeadings(readLines)
  return readLines
}

const TABLE_LINE_PATTERN =
  /^(?:(?:ال)?طاولة|table)\s*(?:رقم\s*)?(?:\p{N}{1,3}|ال(?:[أا]ولى|ثانية|ثالثة|رابعة|خامسة|سادسة|سابعة|ثامنة|تاسعة|عاشرة))$/iu
const COUNTED_HEADING_PATTERN = new RegExp(`^${GROUP_WORDS}${WORD_END} .*\\((\\d{1,2})\\)$`)

/** Marks lines as headings where the following lines show this: «زميلات العمل (4)» above four guests, «طاولة 1» above a name. */
function markHeadings(lines: ParsedGuestLine[]) {
  for (const [index, line] of lines.entries()) {
    if (line.isOut) continue
    const count = Number(COUNTED_HEADING_PATTERN.exec(normalizeSpelling(line.written).plain)?.[1])
    const isGuest = (at: number) => lines[at]?.isOut === false
    const isCounted =
      count > 1 &&
      lines.slice(index + 1, index + 1 + count).every(({ isOut }) => !isOut) &&
      isGuest(index + count) &&
      !isGuest(index + 1 + count)
    const isTable = TABLE_LINE_PATTERN.test(line.name) && isGuest(index + 1) && !/\p{N}/u.test(lines[index + 1]?.name ?? '')
    if (isCounted || isTable) Object.assign(line, { isOut: true, why: 'heading', doubts: [{ about: 'message' }] })
  }
}

type NamedGuestLine = Pick<ParsedGuestLine, 'line' | 'name' | 'phone' | 'doubts' | 'isOut' | 'why'>

/**
 * Adds a question to each guest whose name, without titles, an earlier guest has, unless both have telephone numbers and these differ.
 * Where the numbers are equal, the line is also skipped (`isOut`).
 */
export function markRepeatedGuests(lines: readonly NamedGuestLine[]) {
  const guestsByKey = new Map<string, NamedGuestLine[]>()
  for (const guest of lines) {
    if (guest.isOut) continue
    const key = guestKey(guest.name)
    const others = guestsByKey.get(key) ?? []
    guestsByKey.set(key, others)
    const { phone } = guest
    const repeatedGuest =
      others.find(other => phone !== null && other.phone === phone) ?? others.find(other => other.phone === null || phone === null)
    if (repeatedGuest) guest.doubts.push({ about: 'same', line: repeatedGuest.line })
    if (repeatedGuest && phone !== null && repeatedGuest.phone === phone) Object.assign(guest, { isOut: true, why: 'same' })
    else if (others.length < MAX_COMPARED_GUESTS) others.push(guest)
  }
}

import { foldSpelling } from '@hudur/core/arabic'
import type { Guest } from '@hudur/core/guest-lists/guest'
import { findLeftover } from '@hudur/core/guest-lists/leftovers'
import { readGuestLines } from '@hudur/core/guest-lists/read-lines'
import { splitGuests } from '@hudur/core/guest-lists/split-guests'
import { MAX_NAME_LENGTH } from '@hudur/core/inputs'
import { MAX_INVITATIONS_PER_CALL } from '@hudur/core/invitations/contract'
import * as invitationRules from '@hudur/core/invitations/rules'
import * as texts from '@hudur/core/texts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import type { ImportedList } from './imported-list.ts'

/** The maximum length of a text that is parsed, in characters. A longer text is refused, because parsing it would block the page. */
export const MAX_LIST_CHARACTERS = 1_000_000

export type GuestList = {
  guests: Guest[]
  typed: number
  /** The number of typed lines without a letter or digit, which are left out. */
  skipped: number
  /** The number of invitations for typed and imported guests together. */
  count: number
  /** Names that were typed more than once, with their line numbers counted from 1. */
  repeated: { name: string; lines: number[] }[]
  /** Why the list cannot be sent, in Arabic. */
  problem?: string
}

const tooManyNamesResult = (count: number): GuestList => ({
  guests: [],
  typed: count,
  skipped: 0,
  count,
  repeated: [],
  problem: text.generator.tooManyNames(
    formatCountedNoun(count, text.generator.lineWord),
    formatCountedNoun(MAX_INVITATIONS_PER_CALL, text.generator.nameWord),
  ),
})

function countLines(listText: string) {
  let lines = 1
  for (let at = listText.indexOf('\n'); at !== -1; at = listText.indexOf('\n', at + 1)) lines++
  return lines
}

function findRepeatedNames(numberedNames: { name: string; line: number }[]) {
  const entriesByKey = new Map<string, { name: string; lines: number[] }>()
  for (const { name, line } of numberedNames) {
    const key = foldSpelling(name)
    const entry = entriesByKey.get(key)
    if (entry) entry.lines.push(line)
    else entriesByKey.set(key, { name, lines: [line] })
  }
  return [...entriesByKey.values()].filter(({ lines }) => lines.length > 1)
}

/** Reads a typed or pasted list, one guest for each line with a letter or digit, and adds the guests of imported lists. */
export function readGuestList(listText: string, imported: readonly ImportedList[] = []): GuestList {
  if (listText.length > MAX_LIST_CHARACTERS) return tooManyNamesResult(countLines(listText))
  // Lines are read one by one, so that every name has its line number. A line of invisible characters counts as empty.
  const lines = listText.split('\n').map(line => invitationRules.guestNamesIn(line))
  const numberedNames = lines.flatMap(({ names }, index) => names.map(name => ({ name, line: index + 1 })))
  const guests = [...numberedNames.map(({ name }): Guest => ({ name, phone: null, persons: 1 })), ...imported.flatMap(list => list.guests)]
  if (guests.length > MAX_INVITATIONS_PER_CALL) return tooManyNamesResult(guests.length)
  const tooLongName = numberedNames.find(({ name }) => name.length > MAX_NAME_LENGTH)
  return {
    guests,
    typed: numberedNames.length,
    skipped: lines.reduce((sum, { skipped }) => sum + skipped, 0),
    count: guests.length,
    repeated: findRepeatedNames(numberedNames),
    ...(tooLongName && {
      problem: text.generator.nameTooLong(formatWholeNumber(tooLongName.line), formatCountedNoun(MAX_NAME_LENGTH, texts.letterWord)),
    }),
  }
}

/** Counts the lines that contain a letter or digit. */
export const countNames = (listText: string) => invitationRules.guestNamesIn(listText).names.length

/** Returns whether a text contains several guests, on several lines or on one, as a pasted list does. */
export const hasSeveralGuests = (listText: string) => countNames(listText) > 1 || splitGuests(listText).length > 1

/** Returns whether every line is only a name, without numbering, persons, telephone number, table, answer, time stamp or ornament. */
export const isPlainList = (listText: string) =>
  listText.split('\n').every(line => splitGuests(line).length === 1 && !findLeftover(line)) &&
  readGuestLines(listText.split('\n'), () => undefined).every(({ name, written: line, places, doubts, isOut }) =>
    isOut ? doubts.length === 0 && name === '' : name === line && places === 1 && doubts.length === 0,
  )

const MAX_SHOWN_REPEATS = 3
const MAX_SHOWN_LINES = 5

function describeRepeatedName({ name, lines }: GuestList['repeated'][number]) {
  const shownLines = lines.slice(0, MAX_SHOWN_LINES).map(formatWholeNumber)
  const lineNumbers = [...shownLines, ...(lines.length > MAX_SHOWN_LINES ? [text.generator.andMore] : [])].join('، ')
  return `${name} ${lines.length === 2 ? text.generator.twice(lineNumbers) : text.generator.times(formatCountedNoun(lines.length, text.generator.timesWord), lineNumbers)}`
}

/** Returns the sentence below the field of names: how many names were typed, which are repeated, and how many lines are left out. */
export function describeGuestList(list: GuestList): string {
  if (list.skipped === 0) return describeNames(list)
  const skipped = formatCountedNoun(list.skipped, text.generator.skippedWord)
  return list.typed === 0 ? skipped : `${describeNames(list)}. ${skipped}`
}

function describeNames({ typed, repeated }: GuestList): string {
  if (typed === 0) return text.generator.namesHint
  const nameCountText = formatCountedNoun(typed, text.generator.nameWord)
  if (repeated.length === 0) return typed < 2 ? nameCountText : `${nameCountText}، ${text.generator.noRepeats}`
  const shownRepeats = repeated.slice(0, MAX_SHOWN_REPEATS).map(describeRepeatedName)
  const hiddenCount = repeated.length - shownRepeats.length
  return `${nameCountText}. ${text.generator.repeated([...shownRepeats, ...(hiddenCount > 0 ? [text.generator.repeatedMore(formatWholeNumber(hiddenCount))] : [])].join('، '))}`
}

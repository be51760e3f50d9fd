import { fold, invitationRules, MAX_AT_ONCE, MAX_NAME } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { counted, wholeNumber } from '../../../text/format.ts'

/** Longer than any list of names we take; more is not read at all, so that the page stays alive. */
export const MAX_LIST_CHARACTERS = 1_000_000

export type GuestList = {
  names: string[]
  /** How many invitations the list asks for. */
  count: number
  repeated: { name: string; times: number }[]
  /** Why this list cannot be sent, in Arabic. */
  problem?: string
}

const tooMany = (count: number): GuestList => ({
  names: [],
  count,
  repeated: [],
  problem: text.generator.tooManyNames(wholeNumber(count), wholeNumber(MAX_AT_ONCE)),
})

function countLines(written: string) {
  let lines = 1
  for (let at = written.indexOf('\n'); at !== -1; at = written.indexOf('\n', at + 1)) lines++
  return lines
}

function repeatedIn(names: string[]) {
  const seen = new Map<string, { name: string; times: number }>()
  for (const name of names) {
    const key = fold(name)
    const entry = seen.get(key)
    if (entry) entry.times++
    else seen.set(key, { name, times: 1 })
  }
  return [...seen.values()].filter(({ times }) => times > 1)
}

/** Reads a list as it was typed or pasted: one guest for each line that says something. */
export function readGuestList(written: string): GuestList {
  if (written.length > MAX_LIST_CHARACTERS) return tooMany(countLines(written))
  // Line by line, so that a name can be told by the line it stands on; a line of invisible marks alone is empty.
  const guests = written.split('\n').flatMap((line, index) => invitationRules.guestsIn(line).map(name => ({ name, line: index + 1 })))
  if (guests.length > MAX_AT_ONCE) return tooMany(guests.length)
  const names = guests.map(({ name }) => name)
  const long = guests.find(({ name }) => name.length > MAX_NAME)
  return {
    names,
    count: names.length,
    repeated: repeatedIn(names),
    ...(long && { problem: text.generator.nameTooLong(wholeNumber(long.line), wholeNumber(MAX_NAME)) }),
  }
}

const SHOWN_REPEATS = 3

/** What the line beneath the field says: how many names, and which of them are written more than once. */
export function describeGuestList({ count, repeated }: GuestList): string {
  if (count === 0) return text.generator.namesHint
  const names = counted(count, text.generator.nameWord)
  if (repeated.length === 0) return count < 2 ? names : `${names}، ${text.generator.noRepeats}`
  const shown = repeated
    .slice(0, SHOWN_REPEATS)
    .map(({ name, times }) => `${name} ${times === 2 ? text.generator.twice : text.generator.times(wholeNumber(times))}`)
  const more = repeated.length - shown.length
  return `${names}. ${text.generator.repeated([...shown, ...(more > 0 ? [text.generator.repeatedMore(wholeNumber(more))] : [])].join('، '))}`
}

import { bestFirst, indexWords, invitationMatch, matchOf, readSearch } from '@hudur/core'
import type { KeptInvitation } from '../store/store.ts'

const wordsOf = ({ guestWords = '' }: KeptInvitation) => guestWords.split(' ')

/** Returns the rows whose guest's name or phone number matches a typed text, matches with a typo last. `rows` are in list order. */
export function guestsLike(rows: readonly KeptInvitation[], searchText: string) {
  const search = readSearch(searchText)
  return bestFirst(rows, row => matchOf(wordsOf(row), search))
}

/** Returns the rows that `guestsLike` finds, with the rows whose event name matches placed before the matches with a typo. */
export function invitationsLike(rows: readonly KeptInvitation[], searchText: string) {
  const search = readSearch(searchText)
  const events = new Map<string, string[]>()
  for (const { eventKey } of rows) if (!events.has(eventKey)) events.set(eventKey, indexWords(eventKey))
  return bestFirst(rows, row => invitationMatch(wordsOf(row), events.get(row.eventKey)!, search))
}

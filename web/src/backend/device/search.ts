import { bestFirst, indexWords, invitationMatch, matchOf, readSearch } from '@hudur/core'
import type { KeptInvitation } from './store.ts'

const wordsOf = ({ guestWords = '' }: KeptInvitation) => guestWords.split(' ')

/** Whom a typed text finds by name or telephone number, those with a typing slip last. `rows` are in the order of lists. */
export function guestsLike(rows: readonly KeptInvitation[], typed: string) {
  const search = readSearch(typed)
  return bestFirst(rows, row => matchOf(wordsOf(row), search))
}

/** The same, and between the two those whose event it finds. */
export function invitationsLike(rows: readonly KeptInvitation[], typed: string) {
  const search = readSearch(typed)
  const events = new Map<string, string[]>()
  for (const { eventKey } of rows) if (!events.has(eventKey)) events.set(eventKey, indexWords(eventKey))
  return bestFirst(rows, row => invitationMatch(wordsOf(row), events.get(row.eventKey)!, search))
}

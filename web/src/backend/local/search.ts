import * as eventRules from '@hudur/core/events/rules'
import { indexWords } from '@hudur/core/names/index-words'
import { matchInvitation, matchSearch, parseSearch, rankMatches } from '@hudur/core/names/search'
import type { ReplicaRow } from '../store/replica-reader.ts'

const guestWordsOf = ({ guestWords }: ReplicaRow) => guestWords.split(' ')

/** Returns a function that tells whether a row belongs to an event. It caches results, because comparing event names is slow. */
export function createEventFilter(event: eventRules.EventFilter) {
  const isOf = eventRules.eventMatcher(event)
  const results = new Map<string, boolean>()
  return ({ eventKey, invitation }: ReplicaRow) => {
    const { userId, eventId, eventDate } = invitation
    const key = `${userId}\n${eventId}\n${eventDate}\n${eventKey}`
    const result = results.get(key) ?? isOf(invitation)
    results.set(key, result)
    return result
  }
}

/** Returns the rows whose guest name or phone number matches. Matches with a typing error come last. `rows` must be in list order. */
export function searchGuests(rows: readonly ReplicaRow[], searchText: string) {
  const search = parseSearch(searchText)
  return rankMatches(rows, row => matchSearch(guestWordsOf(row), search))
}

/** Returns the rows that `searchGuests` finds and those whose event name matches, which come before matches with a typing error. */
export function searchInvitations(rows: readonly ReplicaRow[], searchText: string) {
  const search = parseSearch(searchText)
  const events = new Map<string, string[]>()
  for (const { eventKey } of rows) if (!events.has(eventKey)) events.set(eventKey, indexWords(eventKey))
  return rankMatches(rows, row => matchInvitation(guestWordsOf(row), events.get(row.eventKey)!, search))
}

import { bestFirst, eventRules, indexWords, invitationMatch, matchOf, readSearch } from '@hudur/core'
import type { ReplicaRow } from '../store/replica.ts'

const wordsOf = ({ guestWords }: ReplicaRow) => guestWords.split(' ')

/** Returns a filter for the rows of an event. The rule is applied once to the rows of each event, because it folds their names. */
export function isOfEvent(event: eventRules.EventOf) {
  const isOf = eventRules.isOfEvent(event)
  const results = new Map<string, boolean>()
  return ({ eventKey, invitation }: ReplicaRow) => {
    const { userId, eventId, eventDate } = invitation
    const key = `${userId}\n${eventId}\n${eventDate}\n${eventKey}`
    const result = results.get(key) ?? isOf(invitation)
    results.set(key, result)
    return result
  }
}

/** Returns the rows whose guest's name or phone number matches a typed text, matches with a typing error last. `rows` are in list order. */
export function guestsLike(rows: readonly ReplicaRow[], searchText: string) {
  const search = readSearch(searchText)
  return bestFirst(rows, row => matchOf(wordsOf(row), search))
}

/** Returns the rows that `guestsLike` finds, with the rows whose event name matches placed before the matches with a typing error. */
export function invitationsLike(rows: readonly ReplicaRow[], searchText: string) {
  const search = readSearch(searchText)
  const events = new Map<string, string[]>()
  for (const { eventKey } of rows) if (!events.has(eventKey)) events.set(eventKey, indexWords(eventKey))
  return bestFirst(rows, row => invitationMatch(wordsOf(row), events.get(row.eventKey)!, search))
}

/** Makes the results of a search in everything that a user may see. */
import type { User } from '../accounts/contract.ts'
import { foldSpelling } from '../arabic.ts'
import type { EventDetails } from '../events/contract.ts'
import type { Invitation } from '../invitations/invitation.ts'
import type { Message } from '../messages/contract.ts'
import { foldedWordsIn } from '../names/index-words.ts'
import type { Order, UserRequest } from '../requests/contract.ts'
import * as texts from '../texts.ts'
import type { Found } from './contract.ts'

/** The maximum number of results of one kind. */
export const MAX_FOUND = 5

/** The minimum number of letters of a search, and the minimum number of digits of one that has only digits. */
const MIN_LETTERS = 2
const MIN_DIGITS = 4

/** The maximum number of characters of a search in a path: searches of lists have at most 200. */
const MAX_PATH_SEARCH = 100

/** Returns whether a typed text is searched: it has two letters or more, or at least four digits of a telephone number. */
export function isSearchable(typed: string) {
  const characters = foldedWordsIn(foldSpelling(typed)).join('')
  return characters.length >= (/^\d*$/.test(characters) ? MIN_DIGITS : MIN_LETTERS)
}

/** Returns the path of a list that is limited to a search. The search ends after 100 characters, because lists refuse long ones. */
function searchPath(path: string, ...parts: (string | null)[]) {
  const search = [...parts.filter(Boolean).join(' ')].slice(0, MAX_PATH_SEARCH).join('')
  return search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(search)}`
}

const detailOf = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

export const foundGuest = ({ id, guestName, phone, eventId, eventName, eventDate }: Invitation): Found => ({
  kind: 'guest',
  id,
  title: guestName || texts.namelessGuest,
  detail: eventName,
  day: eventDate,
  path: searchPath(eventId === null ? '/data' : `/events/${eventId}`, guestName || phone),
})

/** Returns the result for an event. `ownerName` is given where the caller may see the events of several owners. */
export const foundEvent = ({ id, name, date }: Pick<EventDetails, 'id' | 'name' | 'date'>, ownerName: string | null = null): Found => ({
  kind: 'event',
  id,
  title: name,
  detail: detailOf(ownerName),
  day: date,
  path: `/events/${id}`,
})

export const foundUser = ({ id, fullName, username }: Pick<User, 'id' | 'fullName' | 'username'>): Found => ({
  kind: 'user',
  id,
  title: fullName,
  detail: username,
  day: null,
  path: searchPath('/users', username),
})

export const foundOrder = ({ id, eventName, eventDate, customerName, phone }: Order): Found => ({
  kind: 'order',
  id,
  title: eventName,
  detail: detailOf(customerName, phone),
  day: eventDate,
  path: searchPath('/orders', phone, eventName),
})

export const foundRequest = ({ id, eventName, eventDate, phone }: UserRequest, userName: string | undefined): Found => ({
  kind: 'request',
  id,
  title: eventName,
  detail: detailOf(userName, phone),
  day: eventDate,
  path: searchPath('/orders?tab=users', phone, eventName),
})

export const foundMessage = ({ id, subject, fullName }: Message): Found => ({
  kind: 'message',
  id,
  title: subject,
  detail: fullName,
  day: null,
  path: searchPath('/messages', fullName, subject),
})

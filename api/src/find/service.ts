import { type Actor, scopeOfActor } from '@hudur/core/actor'
import { readCode } from '@hudur/core/check-in/code'
import type { contract } from '@hudur/core/contract'
import type { Found } from '@hudur/core/find/contract'
import { foundEvent, foundGuest, foundMessage, foundOrder, foundRequest, foundUser, isSearchable, MAX_FOUND } from '@hudur/core/find/found'
import { indexWords, indexWordsOfKey } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch, rankMatches } from '@hudur/core/names/search'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { searchKeyOf } from '../database/search-key.ts'
import type { Deps, Services } from '../deps.ts'
import { guestsIn } from '../guests/repository.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { createInvitationSearch } from '../invitations/search-repository.ts'
import { messagesIn } from '../messages/repository.ts'
import { officeRequestsIn, ordersIn } from '../requests/repository.ts'
import { foundNamesIn } from './repository.ts'

/** The number of names that are compared before the event loop serves other work. */
const NAMES_PER_TURN = 20

/** Returns the first rows whose words match a search; those with a typing error or within a word come last. */
async function findByWords<Row>(rows: readonly Row[], typed: string, wordsOf: (row: Row) => readonly string[]) {
  const search = parseSearch(typed)
  const matches = new Map<Row, ReturnType<typeof matchSearch>>()
  for (const [n, row] of rows.entries()) {
    if (n % NAMES_PER_TURN === NAMES_PER_TURN - 1) await new Promise(resolve => setImmediate(resolve))
    matches.set(row, matchSearch(wordsOf(row), search))
  }
  return rankMatches(rows, row => matches.get(row)).slice(0, MAX_FOUND)
}

/** Finds the invitation that has or had a code, and the order with an id, if the actor may see them. */
async function findByCode(db: Kysely<Tables>, actor: Actor, typed: string): Promise<Found[]> {
  const code = readCode(typed)
  if (code.is === 'text') return []
  const id = await guestsIn(db).idOf(code.id)
  const invitation = id === undefined ? undefined : await invitationsIn(db).find(id, scopeOfActor(actor))
  const order = actor.isAdmin ? await ordersIn(db).findWithEvent(code.id) : undefined
  return [...(invitation ? [foundGuest(invitation)] : []), ...(order ? [foundOrder(order)] : [])]
}

async function findEvents(db: Kysely<Tables>, actor: Actor, typed: string) {
  const events = await foundNamesIn(db).events(scopeOfActor(actor))
  const found = await findByWords(events, typed, ({ name_key }) => indexWordsOfKey(name_key, null))
  return found.map(event => foundEvent(event, actor.isAdmin || actor.partnerOf?.length ? event.ownerName : null))
}

/** Finds what only administrators see: users, orders, requests and messages. */
async function findForOffice(db: Kysely<Tables>, typed: string): Promise<Found[]> {
  const users = await foundNamesIn(db).users()
  const names = new Map(users.map(({ id, fullName }) => [id, fullName]))
  const keys = users.map(({ id, fullName, username }) => ({ id, key: searchKeyOf([fullName, username]) }))
  const [foundUsers, orders, requests, messages] = await Promise.all([
    findByWords(users, typed, ({ fullName, username, phone }) => indexWords(`${fullName} ${username}`, phone)),
    ordersIn(db).page({ search: typed }, MAX_FOUND, 0),
    officeRequestsIn(db).page({ search: typed, users: keys }, MAX_FOUND, 0),
    messagesIn(db).page({ search: typed }, MAX_FOUND, 0),
  ])
  return [
    ...foundUsers.map(foundUser),
    ...orders.map(foundOrder),
    ...requests.map(request => foundRequest(request, names.get(request.userId))),
    ...messages.map(foundMessage),
  ]
}

/** Finds anything that an account may see by a few typed letters. */
export const findService = ({ db }: Deps): Services<typeof contract.find> => ({
  async list({ actor, input: { q } }) {
    if (!isSearchable(q)) return []
    const reading = db.slowReads
    const byCode = await findByCode(reading, actor, q)
    if (byCode.length > 0) return byCode
    const [guests, events, office] = await Promise.all([
      createInvitationSearch(reading, q, { ...scopeOfActor(actor), filter: 'all' }, { guestsOnly: true }).first(MAX_FOUND),
      findEvents(reading, actor, q),
      actor.isAdmin ? findForOffice(reading, q) : [],
    ])
    return [...guests.map(foundGuest), ...events, ...office]
  },
})

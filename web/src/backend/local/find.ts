import { isInScope, scopeOfActor } from '@hudur/core/actor'
import { readCode } from '@hudur/core/check-in/code'
import type { contract } from '@hudur/core/contract'
import { foundEvent, foundGuest, isSearchable, MAX_FOUND } from '@hudur/core/find/found'
import { indexWords } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch, rankMatches } from '@hudur/core/names/search'
import type { Device } from '../store/device.ts'
import { replicaOf } from '../store/replica-reader.ts'
import type { DeviceHandlers } from './handlers.ts'
import { searchGuests } from './search.ts'

export function createFindHandlers({ store }: Device): DeviceHandlers<typeof contract.find> {
  const replica = replicaOf({ store })
  return {
    /** Finds the guests and events of the replica, which has no users, orders, requests and messages. */
    async list({ actor, input: { q } }) {
      if (!isSearchable(q)) return []
      const scope = scopeOfActor(actor)
      const code = readCode(q)
      const card =
        code.is === 'id'
          ? ((await store.get('invitations', code.id)) ?? (await store.getFromIndex('invitations', 'codes', code.id)))
          : undefined
      const rows = await replica.rows(scope)
      if (card && isInScope(scope, card.invitation)) return rows.filter(({ id }) => id === card.id).map(row => foundGuest(row.invitation))
      const search = parseSearch(q)
      const guests = searchGuests(rows, q).slice(0, MAX_FOUND)
      const events = (await replica.events(scope)).sort((a, b) => (a.date < b.date ? 1 : -1))
      const foundEvents = rankMatches(events, ({ name }) => matchSearch(indexWords(name), search)).slice(0, MAX_FOUND)
      return [...guests.map(row => foundGuest(row.invitation)), ...foundEvents.map(event => foundEvent(event))]
    },
  }
}

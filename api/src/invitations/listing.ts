import { type Actor, scopeOfActor } from '@hudur/core/actor'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput, ListResult } from '@hudur/core/endpoint'
import * as eventRules from '@hudur/core/events/rules'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { Database } from '../database/database.ts'
import { readListing } from '../database/listing.ts'
import { type Selection, selectedIds } from '../database/selection.ts'
import { eventsIn } from '../events/repository.ts'
import { type InvitationSelection, invitationsIn, type KnownInvitations } from './repository.ts'
import { createInvitationSearch } from './search-repository.ts'

type ListInput = EndpointInput<typeof contract.invitations.list>
type ListFilters = Omit<ListInput, 'limit' | 'offset'>

/**
 * Selected invitations by their ids, those of them that the actor sees as they were read, and, for a selection by filters, the filters that
 * each must still match.
 */
export type SelectedInvitations = {
  ids: readonly string[]
  known: KnownInvitations
  filters?: Pick<InvitationSelection, 'filter' | 'eventIds'> | undefined
}

/** Returns the scope, the filter and the events of a list of invitations. */
async function selectionOf(db: Database, actor: Actor, { userId, filter, eventId, eventName, eventDate }: ListFilters) {
  const scope = scopeOfActor(actor, userId)
  return { ...scope, filter, eventIds: await eventsIn(db.slowReads).idsOf(scope, { eventId, eventName, eventDate }) }
}

/** Reads the invitations that an actor may see and that match the filters. */
export async function listInvitations(
  db: Database,
  actor: Actor,
  {
    limit,
    offset,
    ...filters
  }: { [Field in keyof ListInput]: ListInput[Field] } & { limit?: number | undefined; offset?: number | undefined },
): Promise<ListResult<Invitation>> {
  const which = await selectionOf(db, actor, filters)
  const { search } = filters
  const guestsOnly = eventRules.isSingleEvent(filters)
  // A family link has few guests, which its device searches itself.
  const list = search && !actor.link ? createInvitationSearch(db.slowReads, search, which, { guestsOnly }) : invitationsIn(db.slowReads)
  return readListing(list, which, { limit, offset })
}

/** Returns the selected invitations, before the write that changes them. Throws `bad-input` and `count-changed`. */
export async function selectInvitations(db: Database, actor: Actor, selection: Selection<ListFilters>): Promise<SelectedInvitations> {
  const ids = await selectedIds(selection, filters => listInvitations(db, actor, filters))
  const known = await invitationsIn(db.slowReads).readKnown(ids, scopeOfActor(actor))
  const { all } = selection
  if (!all) return { ids, known }
  const { filter, eventIds } = await selectionOf(db, actor, all)
  return { ids, known, filters: { filter, eventIds } }
}

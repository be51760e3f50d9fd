import type { User } from '../../accounts/contract.ts'
import type { Invitation } from '../invitation.ts'

/** The part of an owner's account on which the decision depends. */
export type OwnerQuota = Pick<User, 'generationLimit' | 'usedGenerations'> & {
  /** How many pending invitations the owner has; loaded for offline requests only. */
  pending: number
  /** Whether the quota is the allotment of a family link, which counts the people of invitations. */
  countsPeople?: true
}

/** The event of a requested invitation. `id` is null on a device that does not know the event. */
export type RequestedEvent = {
  id: string | null
  name: string
  date: string
  /** The id of the event's design; null where none was saved. */
  designId: string | null
  /** Whether the event does not exist yet, and is created with its first invitation. */
  isNew: boolean
}

/** The data on which the decision about a request depends. */
export type CreationState = {
  /** The fingerprint of the earlier request with this idempotency key, and the ids of the invitations that it returned. */
  earlier?: { fingerprint: string; ids: readonly string[] } | undefined
  /** The existing invitations, by id, among the requested ones; after an earlier request, the ones that it returned. */
  existing: ReadonlyMap<string, Invitation>
  /** The requested ids that belong to deleted invitations. */
  tombstones: ReadonlySet<string>
  /** The owners of the invitations, by id. An owner without an account is missing. */
  owners: ReadonlyMap<string, OwnerQuota>
  /** The events of the invitations, by `eventStateKey`. An event that is requested by its id and does not exist is missing. */
  events: ReadonlyMap<string, RequestedEvent>
}

/** The changes that a decision makes. All are empty where every requested invitation exists already. */
export type CreationChanges = {
  /** The new invitations, in the order of the request. */
  add: readonly Invitation[]
  /** The events to create for the new invitations; empty on a device. */
  addEvents: readonly (RequestedEvent & { id: string; userId: string })[]
  /** How much each owner's `usedGenerations`, or the used allotment of a link, rises; at least 1. */
  charges: ReadonlyMap<string, number>
}

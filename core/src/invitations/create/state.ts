import type { User } from '../../accounts/contract.ts'
import type { Invitation } from '../invitation.ts'

/** An owner of requested invitations, as far as the decision needs them. */
export type CreateOwner = Pick<User, 'generationLimit' | 'usedGenerations'> & {
  /** How many pending invitations they have; needed for offline requests alone. */
  pending: number
  /** The id of each event's design, by `eventKey`. */
  designs: ReadonlyMap<string, string>
}

/** What a decision about a request needs. */
export type CreateState = {
  /** The fingerprint of the request that used the idempotency key before, and the ids it was answered with. */
  earlier?: { fingerprint: string; ids: readonly string[] } | undefined
  /** The invitations that exist by id, of those requested; after an earlier request, of those it was answered with. */
  existing: ReadonlyMap<string, Invitation>
  /** Of the requested ids, those of deleted invitations. */
  tombstones: ReadonlySet<string>
  /** By id; an owner without an account is missing. */
  owners: ReadonlyMap<string, CreateOwner>
}

/** What a decision changes. Both are empty where every requested invitation exists already. */
export type CreateChanges = {
  /** The new invitations, in the order of the request. */
  add: readonly Invitation[]
  /** By how much each owner's `usedGenerations` rises; at least 1. */
  charges: ReadonlyMap<string, number>
}

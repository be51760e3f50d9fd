import type { Actor } from '../endpoint.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { scopeOf, visibleTo } from './scope.ts'

/** When a device acted, by its own clock, and when the server heard of it. */
export type DeviceTime = { scannedAt: string | null; clockOffset: number | null; receivedAt: string }

/** What answers an admission again. */
export type Admission = {
  /** Null where no visible invitation explains it. */
  invitationId: string | null
  people: number
  /** The count of the invitation after this admission, and when it was last used then. Missing where only the invitation was stored. */
  currentScans?: number | undefined
  scannedAt?: string | null | undefined
  /** Where it was counted beside the row of another scan: the id of that row, and when it happened. */
  scanId?: string | undefined
  at?: DeviceTime | undefined
}

/** Stored under the idempotency key of an admission that was undone before it arrived, and of every undo. */
export const UNDONE = 'undone'

/** What is stored under an idempotency key. `admission` is undefined where the request was refused: it is decided again. */
export type StoredKey = { fingerprint: string; admission?: Admission | typeof UNDONE | undefined }

/** An admission in the history. */
export type RecordedAdmission = { people: number; at: DeviceTime }

/** A deleted invitation. */
export type Tombstone = { userId: string; guestName: string; eventName: string; eventDate: string }

/** What the decisions on a set of requests need. Deciding changes it, so that each request sees the ones before it. */
export type CheckInState = {
  invitations: Map<string, Invitation>
  tombstones: Map<string, Tombstone>
  /** By account and idempotency key. */
  keys: Map<string, StoredKey>
  /** The undone admissions, by invitation and idempotency key. */
  undone: Set<string>
  /** The admissions in the history whose idempotency key is stored no longer, by invitation and idempotency key. */
  admissions: Map<string, RecordedAdmission>
}

/** Returns the key of a pair in a map of the state: account or invitation, and idempotency key. */
export const pair = (id: string, idempotencyKey: string) => `${id} ${idempotencyKey}`

/** Returns an empty state. */
export const emptyState = (): CheckInState => ({
  invitations: new Map(),
  tombstones: new Map(),
  keys: new Map(),
  undone: new Set(),
  admissions: new Map(),
})

/** Returns an invitation that the actor may see. */
export function visibleInvitation({ invitations }: CheckInState, id: string | null | undefined, actor: Actor) {
  const invitation = invitations.get(id ?? '')
  return invitation && visibleTo(scopeOf(actor), invitation) ? invitation : undefined
}

/** Returns the tombstone of a deleted invitation that the actor may see. */
export function visibleTombstone({ tombstones }: CheckInState, id: string | null | undefined, actor: Actor) {
  const tombstone = tombstones.get(id ?? '')
  return tombstone && visibleTo(scopeOf(actor), tombstone) ? tombstone : undefined
}

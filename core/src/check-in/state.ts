import type { Actor } from '../endpoint.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { isInScope, scopeOfActor } from '../scope.ts'

/**
 * When a device scanned: the time by its clock, how far (ms) that clock is behind the server's, and when the server received the request.
 */
export type DeviceTime = { scannedAt: string | null; clockOffset: number | null; receivedAt: string }

/** The data from which a repeated admission is answered. */
export type StoredAdmission = {
  /**
   * The id of the admitted invitation; null where the actor may see no invitation with the scanned code or id, and for a scan that was
   * uploaded after its link had ended.
   */
  invitationId: string | null
  people: number
  /** The invitation's `currentScans` and `scannedAt` after this admission. Missing where only the invitation's id was stored. */
  currentScans?: number | undefined
  scannedAt?: string | null | undefined
  /**
   * For an admission that has no row of its own and is counted in the row of another scan: `scanId` is the id of that row, and `at` is when
   * the admission happened.
   */
  scanId?: string | undefined
  at?: DeviceTime | undefined
}

/** The value that is stored under the idempotency key of an admission that was undone before it arrived, and of every undo. */
export const UNDONE_ADMISSION = 'undone'

/** The data stored under an idempotency key. Without `admission` the request was refused, and its repetition is decided again. */
export type StoredIdempotencyKey = { fingerprint: string; admission?: StoredAdmission | typeof UNDONE_ADMISSION | undefined }

/** An admission in the history. */
export type RecordedAdmission = { people: number; at: DeviceTime }

/** A deleted invitation. */
type Tombstone = { userId: string; eventId?: string | null | undefined; guestName: string; eventName: string; eventDate: string }

/** The data that the decisions on a set of requests read. Each decision changes it, so that later requests are decided on the new state. */
export type CheckInState = {
  invitations: Map<string, Invitation>
  /** The ids of the invitations, by their present and former codes. A code that equals the invitation's id is not in the map. */
  codes: Map<string, string>
  tombstones: Map<string, Tombstone>
  /** The data stored under idempotency keys, by account and idempotency key. */
  keys: Map<string, StoredIdempotencyKey>
  /** The ids of events that hide their guests' names. */
  eventsWithHiddenNames: Set<string>
  /** The undone admissions, by invitation and idempotency key. */
  undone: Set<string>
  /**
   * Admissions in the history, by invitation and idempotency key. For scans: those under whose idempotency key no admission is stored. For
   * an undo: the admission that it names; see `decideUndo`.
   */
  admissions: Map<string, RecordedAdmission>
}

/** Returns the map key for the id of an account or invitation and an idempotency key. */
export const scopedIdempotencyKey = (id: string, idempotencyKey: string) => `${id} ${idempotencyKey}`

/** Returns an empty state. */
export const emptyCheckInState = (): CheckInState => ({
  invitations: new Map(),
  codes: new Map(),
  tombstones: new Map(),
  keys: new Map(),
  eventsWithHiddenNames: new Set(),
  undone: new Set(),
  admissions: new Map(),
})

/** Returns an invitation that the actor may see. */
export function findVisibleInvitation({ invitations }: CheckInState, id: string | null | undefined, actor: Actor) {
  const invitation = invitations.get(id ?? '')
  return invitation && isInScope(scopeOfActor(actor), invitation) ? invitation : undefined
}

/** Returns the tombstone of a deleted invitation that the actor may see. */
export function findVisibleTombstone({ tombstones }: CheckInState, id: string | null | undefined, actor: Actor) {
  const tombstone = tombstones.get(id ?? '')
  return tombstone && isInScope(scopeOfActor(actor), tombstone) ? tombstone : undefined
}

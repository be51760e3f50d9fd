import { type Actor, isInScope, scopeOfActor } from '../actor.ts'
import type { Invitation } from '../invitations/invitation.ts'
import type { Direction } from '../invitations/rules.ts'
import type { DeviceTime, Movement } from './rules.ts'

/** The data from which a repeated admission or exit is answered. */
export type StoredAdmission = {
  /**
   * The admitted invitation. Null where the actor sees no invitation with the scanned code or id, and for a scan that was uploaded after
   * its link had ended.
   */
  invitationId: string | null
  people: number
  /** `out` for an exit; missing for an admission. */
  direction?: Direction | undefined
  /** How many people of an admission had left before. Stored where the admission has no row of its own. */
  returned?: number | undefined
  /** The invitation's `currentScans` and `scannedAt` after this admission. Missing where only the invitation's id was stored. */
  currentScans?: number | undefined
  scannedAt?: string | null | undefined
  outside?: number | undefined
  /** For an admission that is counted in the row of another scan: the id of that row, and when the admission happened. */
  scanId?: string | undefined
  at?: DeviceTime | undefined
}

/** The value that is stored under the idempotency key of an admission that was undone before it arrived, and of every undo. */
export const UNDONE_ADMISSION = 'undone'

/** The data stored under an idempotency key. Without `admission` the request was refused, and its repetition is decided again. */
export type StoredIdempotencyKey = { fingerprint: string; admission?: StoredAdmission | typeof UNDONE_ADMISSION | undefined }

/**
 * An admission or an exit in the history. `linkId`: the link that made it; null for an account. `isShared` is set only where its key is
 * stored as undone: whether its row also counts others.
 */
export type RecordedAdmission = Movement & { at: DeviceTime; linkId?: string | null; isShared?: boolean }

type Tombstone = { userId: string; eventId?: string | null | undefined; guestName: string; eventName: string; eventDate: string }

/** The data that the decisions on a set of requests read. Each decision changes it, so that later requests are decided on the new state. */
export type CheckInState = {
  invitations: Map<string, Invitation>
  /** The ids of the invitations, by their present and former codes. A code that equals the invitation's id is not in the map. */
  codes: Map<string, string>
  tombstones: Map<string, Tombstone>
  /** The stored idempotency keys, by `scopedIdempotencyKey` of the account. */
  keys: Map<string, StoredIdempotencyKey>
  eventsWithHiddenNames: Set<string>
  eventsCountingExits: Set<string>
  /** Whether the data are the replica of a device, which lacks most events. */
  isReplica: boolean
  /** The undone admissions, by `scopedIdempotencyKey` of the invitation. */
  undone: Set<string>
  /**
   * Admissions of the history, by `scopedIdempotencyKey` of the invitation. For scans: those whose key is stored without an admission. For
   * an undo: the undone admission.
   */
  admissions: Map<string, RecordedAdmission>
}

/** Returns the map key for the id of an account or invitation and an idempotency key. */
export const scopedIdempotencyKey = (id: string, idempotencyKey: string) => `${id} ${idempotencyKey}`

export const emptyCheckInState = (): CheckInState => ({
  invitations: new Map(),
  codes: new Map(),
  tombstones: new Map(),
  keys: new Map(),
  eventsWithHiddenNames: new Set(),
  eventsCountingExits: new Set(),
  isReplica: false,
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

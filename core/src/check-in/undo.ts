import type { Actor } from '../endpoint.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { readCode } from '../scanning/code.ts'
import * as rules from '../scanning/rules.ts'
import { type CheckInState, type DeviceTime, pair, UNDONE, visibleInvitation, visibleTombstone } from './state.ts'

/** What the endpoint is sent. */
export type UndoInput = {
  qr_code: string
  nonce: string
  admission: string
  admittedAt: string
  undoneAt: string
  gate?: string | undefined
  clockOffset?: number | undefined
  happened: boolean
}

/** The undo of one admission, parsed once. */
export type UndoRequest = {
  actor: Actor
  /** The text that was admitted, whole, and the invitation that it names. */
  code: string
  id: string
  /** The idempotency keys of the undo and of the admission. */
  idempotencyKey: string
  admission: string
  /** By the device's clock. When somebody was admitted is read from the history, where it has arrived there. */
  admittedAt: string
  undoneAt: string
  clockOffset: number | null
  gate: string | null
  /** Whether a device did it without a server: its admission may be still to come. */
  offline: boolean
}

/** Parses what the endpoint was sent. Returns undefined where the text names no invitation. */
export function undoRequest(actor: Actor, input: UndoInput): UndoRequest | undefined {
  const read = readCode(input.qr_code)
  if (read.is !== 'id') return undefined
  const { nonce: idempotencyKey, admission, admittedAt, undoneAt, clockOffset = null, gate = null, happened: offline } = input
  return { actor, code: input.qr_code, id: read.id, idempotencyKey, admission, admittedAt, undoneAt, clockOffset, gate, offline }
}

/** Returns what the idempotency key of an undo stands for. */
export const undoFingerprint = ({ admission, id }: UndoRequest) => `undo ${admission} ${id}`

/** What a decided undo changes. */
export type UndoChange = {
  request: UndoRequest
  /** Null where no visible invitation explains it. */
  invitationId: string | null
  people: number
  /** The id of the row of another scan beside which the admission is counted, if it is. */
  scanId: string | undefined
  /** Whether its admission is in the history, or counted beside a row there. */
  isRecorded: boolean
  /** Whether something is stored under the idempotency key of the admission, and whether that is an admission. */
  isKeyStored: boolean
  hasArrived: boolean
}

export type UndoDecision =
  | { refusal: 'not-found' | 'nonce-taken' | 'too-late' }
  | {
      /** The invitation after the undo; null where none is visible. */
      invitation: Invitation | null
      change?: UndoChange
    }

/** Returns when an admission happened: by its device's clock, or by the server's where the device named no time. */
const momentOf = ({ scannedAt, clockOffset, receivedAt }: DeviceTime): rules.DeviceMoment =>
  scannedAt === null ? { at: receivedAt, clockOffset: 0 } : { at: scannedAt, clockOffset }

/**
 * Decides on an undo, within 15 minutes of its admission. It may come before the admission, which is then recorded and not counted. Pure but for
 * `state`, which afterwards is as the decision leaves it. `state.admissions` has the admission by its invitation, or by the account where no
 * visible invitation explains it.
 */
export function decideUndo(request: UndoRequest, state: CheckInState): UndoDecision {
  const { actor, id, idempotencyKey, offline, clockOffset } = request
  const invitation = visibleInvitation(state, id, actor) ?? null
  // An admission of a deleted invitation can be undone as well.
  const isKnown = invitation !== null || visibleTombstone(state, id, actor) !== undefined
  // One key cannot stand for the admission and for its undo.
  if (idempotencyKey === request.admission) return { refusal: 'nonce-taken' }
  const own = state.keys.get(pair(actor.id, idempotencyKey))
  if (own && own.fingerprint !== undoFingerprint(request)) return { refusal: 'nonce-taken' }
  if (own?.admission !== undefined) return { invitation }

  const stored = state.keys.get(pair(actor.id, request.admission))
  const admission = stored?.admission
  if (admission === UNDONE || (isKnown && state.undone.has(pair(id, request.admission)))) return { invitation }
  // Somebody was admitted with another invitation, or with one that is no longer visible.
  if (admission?.invitationId != null && (admission.invitationId !== id || !isKnown)) return { refusal: 'not-found' }
  if (!isKnown && !offline && admission === undefined) return { refusal: 'not-found' }

  const recorded = state.admissions.get(pair(isKnown ? id : actor.id, request.admission))
  const at = recorded?.at ?? (isKnown ? admission?.at : undefined)
  const admittedAt = at ? momentOf(at) : { at: request.admittedAt, clockOffset }
  if (!rules.canUndo(admittedAt, { at: request.undoneAt, clockOffset })) return { refusal: 'too-late' }

  const scanId = isKnown && !recorded ? admission?.scanId : undefined
  const isRecorded = isKnown && (recorded !== undefined || scanId !== undefined)
  const people = isRecorded ? (recorded?.people ?? admission?.people ?? 0) : 0
  const after = invitation && isRecorded ? rules.undone(invitation, people) : invitation
  if (after) state.invitations.set(id, after)
  const change = {
    request,
    invitationId: isKnown ? id : null,
    people,
    scanId,
    isRecorded,
    isKeyStored: stored !== undefined,
    hasArrived: admission !== undefined,
  }
  return { invitation: after, change }
}

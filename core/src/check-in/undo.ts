import type * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { readCode } from './code.ts'
import type { checkIn } from './contract.ts'
import * as rules from './rules.ts'
import { type CheckInState, findVisibleInvitation, findVisibleTombstone, scopedIdempotencyKey, UNDONE_ADMISSION } from './state.ts'

/** The checked input of the undo endpoint. */
export type UndoInput = z.output<typeof checkIn.undo.input>

/** A parsed undo of one admission. */
export type UndoRequest = {
  actor: Actor
  /** `code`: the whole text of the admitted code. `id`: the code or id in this text. */
  code: string
  id: string
  /** The idempotency keys of the undo and of the admission. */
  idempotencyKey: string
  admission: string
  /** By the device's clock. Where the history has the admission, its recorded time takes the place of `admittedAt`. */
  admittedAt: string
  undoneAt: string
  clockOffset: number | null
  gate: string | null
  /** Why an account undoes an admission at any time; undefined for an undo within 15 minutes. */
  reason: string | undefined
  /** Whether a device decided the undo without a server. The admission may arrive later. */
  offline: boolean
}

/** Parses the input of the endpoint. Returns undefined where the text has no invitation's id. */
export function parseUndoRequest(actor: Actor, input: UndoInput): UndoRequest | undefined {
  const read = readCode(input.qr_code)
  if (read.is !== 'id') return undefined
  const { nonce: idempotencyKey, admission, admittedAt, undoneAt, clockOffset = null, happened: offline } = input
  const gate = actor.link?.name ?? input.gate ?? null
  const reason = actor.link ? undefined : input.reason || undefined
  return { actor, code: input.qr_code, id: read.id, idempotencyKey, admission, admittedAt, undoneAt, clockOffset, gate, reason, offline }
}

/** Returns the fingerprint that is stored under the idempotency key of an undo. */
export const undoFingerprint = ({ admission, id }: UndoRequest) => `undo ${admission} ${id}`

/** The changes that a decided undo makes to the stored data. */
export type UndoChange = {
  request: UndoRequest
  /** Null where the actor sees neither the invitation nor its tombstone. */
  invitationId: string | null
  people: number
  /** For an admission that has no row of its own: the id of the other scan's row in which it is counted. */
  scanId: string | undefined
  /** Whether the invitation's history has the admission, in a row of its own or counted in another scan's row. */
  isRecorded: boolean
  /** `isKeyStored`: whether the idempotency key of the admission is stored. `hasArrived`: whether an admission is stored under this key. */
  isKeyStored: boolean
  hasArrived: boolean
}

export type UndoDecision =
  | { refusal: 'not-found' | 'nonce-taken' | 'too-late' }
  /** `invitation`: after the undo; null where none is visible. */
  | { invitation: Invitation | null; change?: UndoChange }

/** Returns when an admission happened: by the device's clock, or by the server's where the device sent no time. */
const admissionMomentOf = ({ scannedAt, clockOffset, receivedAt }: rules.DeviceTime): rules.DeviceMoment =>
  scannedAt === null ? { at: receivedAt, clockOffset: 0 } : { at: scannedAt, clockOffset }

/**
 * Decides on an undo, which is allowed within 15 minutes of its admission, and with a reason at any time. An offline undo may arrive before
 * its admission, which is then recorded and not counted. Changes `state`, and nothing else. The keys of `state.admissions` begin with the
 * invitation's id, or with the actor's id where the actor sees neither the invitation nor its tombstone.
 */
export function decideUndo(request: UndoRequest, state: CheckInState): UndoDecision {
  const { actor, id, idempotencyKey, offline, clockOffset } = request
  const invitation = findVisibleInvitation(state, id, actor) ?? null
  // An admission of a deleted invitation can be undone as well.
  const isKnown = invitation !== null || findVisibleTombstone(state, id, actor) !== undefined
  // An undo must have another idempotency key than its admission.
  if (idempotencyKey === request.admission) return { refusal: 'nonce-taken' }
  const storedUndo = state.keys.get(scopedIdempotencyKey(actor.id, idempotencyKey))
  if (storedUndo && storedUndo.fingerprint !== undoFingerprint(request)) return { refusal: 'nonce-taken' }
  if (storedUndo?.admission !== undefined) return { invitation }

  const storedAdmission = state.keys.get(scopedIdempotencyKey(actor.id, request.admission))
  const admission = storedAdmission?.admission
  if (admission === UNDONE_ADMISSION || (isKnown && state.undone.has(scopedIdempotencyKey(id, request.admission)))) return { invitation }
  // The admission is of another invitation, or of one that is no longer visible.
  if (admission?.invitationId != null && (admission.invitationId !== id || !isKnown)) return { refusal: 'not-found' }
  const recorded = state.admissions.get(scopedIdempotencyKey(isKnown ? id : actor.id, request.admission))
  if (!offline && admission === undefined && !(isKnown && recorded)) return { refusal: 'not-found' }
  const at = recorded?.at ?? (isKnown ? admission?.at : undefined)
  const admittedAt = at ? admissionMomentOf(at) : { at: request.admittedAt, clockOffset }
  if (request.reason === undefined && !rules.canUndo(admittedAt, { at: request.undoneAt, clockOffset })) return { refusal: 'too-late' }

  const scanId = isKnown && !recorded ? admission?.scanId : undefined
  const isRecorded = isKnown && (recorded !== undefined || scanId !== undefined)
  const people = isRecorded ? (recorded?.people ?? admission?.people ?? 0) : 0
  const invitationAfter = invitation && isRecorded ? rules.revertAdmission(invitation, people) : invitation
  if (invitationAfter) state.invitations.set(id, invitationAfter)
  const change = {
    request,
    invitationId: isKnown ? id : null,
    people,
    scanId,
    isRecorded,
    isKeyStored: storedAdmission !== undefined,
    hasArrived: admission !== undefined,
  }
  return { invitation: invitationAfter, change }
}

import type * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { hasMovedOn } from '../invitations/rules.ts'
import { readCode } from './code.ts'
import type { checkIn } from './contract.ts'
import * as rules from './rules.ts'
import {
  type CheckInState,
  findVisibleInvitation,
  findVisibleTombstone,
  type RecordedAdmission,
  scopedIdempotencyKey,
  UNDONE_ADMISSION,
} from './state.ts'

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
  /**
   * `isKeyStored`: whether the idempotency key of the admission is stored. `hasArrived`: whether an admission or its undo is stored under
   * it.
   */
  isKeyStored: boolean
  hasArrived: boolean
}

export type UndoDecision =
  | { refusal: 'not-found' | 'nonce-taken' | 'too-late' | 'moved-on' }
  /** `invitation`: after the undo; null where none is visible. */
  | { invitation: Invitation | null; change?: UndoChange }

/** Returns when an admission happened: by the device's clock, or by the server's where the device sent no time. */
const admissionMomentOf = ({ scannedAt, clockOffset, receivedAt }: rules.DeviceTime): rules.DeviceMoment =>
  scannedAt === null ? { at: receivedAt, clockOffset: 0 } : { at: scannedAt, clockOffset }

/**
 * Returns whether the history still lists an admission whose idempotency key is stored as undone: the stored undo may have had a code that
 * the actor does not see, and then it undid nothing. Where the row also counts other admissions, only an undo with a reason means the row.
 */
const isStillListed = ({ reason }: UndoRequest, recorded: RecordedAdmission | undefined) =>
  recorded !== undefined && (!recorded.isShared || reason !== undefined)

/**
 * Decides on an undo of an admission or an exit. It is allowed within 15 minutes, and with a reason at any time. An offline undo may arrive before
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

  if (isKnown && state.undone.has(scopedIdempotencyKey(id, request.admission))) return { invitation }
  const storedAdmission = state.keys.get(scopedIdempotencyKey(actor.id, request.admission))
  const recorded = state.admissions.get(scopedIdempotencyKey(isKnown ? id : actor.id, request.admission))
  if (storedAdmission?.admission === UNDONE_ADMISSION && !isStillListed(request, isKnown ? recorded : undefined)) return { invitation }
  // A link undoes only what was admitted through it.
  if (actor.link && recorded?.linkId !== undefined && recorded.linkId !== actor.link.id) return { refusal: 'not-found' }
  const admission = storedAdmission?.admission === UNDONE_ADMISSION ? undefined : storedAdmission?.admission
  // The admission is of another invitation, or of one that is no longer visible.
  if (admission?.invitationId != null && (admission.invitationId !== id || !isKnown)) return { refusal: 'not-found' }
  if (!offline && admission === undefined && !(isKnown && recorded)) return { refusal: 'not-found' }
  const at = recorded?.at ?? (isKnown ? admission?.at : undefined)
  const admittedAt = at ? admissionMomentOf(at) : { at: request.admittedAt, clockOffset }
  if (request.reason === undefined && !rules.canUndo(admittedAt, { at: request.undoneAt, clockOffset })) return { refusal: 'too-late' }

  const scanId = isKnown && !recorded ? admission?.scanId : undefined
  const isRecorded = isKnown && (recorded !== undefined || scanId !== undefined)
  const movement: rules.Movement = (isRecorded ? (recorded ?? admission) : undefined) ?? { people: 0 }
  const { people, direction = 'in' } = movement
  if (!offline && invitation && isRecorded && hasMovedOn(invitation, people, direction)) return { refusal: 'moved-on' }
  const countsExits = state.eventsCountingExits.has(invitation?.eventId ?? '')
  const invitationAfter = invitation && isRecorded ? rules.revertMovement(invitation, movement, countsExits) : invitation
  if (invitationAfter) state.invitations.set(id, invitationAfter)
  const change = {
    request,
    invitationId: isKnown ? id : null,
    people,
    scanId,
    isRecorded,
    isKeyStored: storedAdmission !== undefined,
    hasArrived: storedAdmission?.admission !== undefined,
  }
  return { invitation: invitationAfter, change }
}

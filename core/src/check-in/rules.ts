import { digitsOf } from '../arabic.ts'
import type { Invitation } from '../invitations/invitation.ts'
import {
  countAdmission,
  countExit,
  type Direction,
  insideOf,
  isOverLeft,
  remainingPlaces,
  revertAdmissionCount,
  revertExitCount,
} from '../invitations/rules.ts'
import * as texts from '../texts.ts'
import type { AdmissionSummary, Candidate, ScanAnswer } from './contract.ts'

/** The minimum number of letters of a search for candidates. Fewer letters match too many guests. */
export const MIN_CANDIDATE_LETTERS = 3
export const MAX_CANDIDATES = 10

/** `returned`: how many of the admitted people had left before. */
export type AdmissionDecision = { outcome: 'admitted'; invitation: Invitation; returned: number } | { outcome: 'used' }

/** Admits all `people` and returns the invitation with its new count. Returns `used` where the invitation has fewer places left. */
export function admitPeople(invitation: Invitation, people: number, now: Date): AdmissionDecision {
  if (people > remainingPlaces(invitation)) return { outcome: 'used' }
  const { invitation: counted, returned } = countAdmission(invitation, people)
  return { outcome: 'admitted', invitation: { ...counted, isScanned: true, scannedAt: now.toISOString() }, returned }
}

/** Counts the exit of all `people`. Returns undefined where fewer people of the invitation are inside. */
export const signOutPeople = (invitation: Invitation, people: number): Invitation | undefined =>
  people > insideOf(invitation) ? undefined : countExit(invitation, people)

type ScanDetails = NonNullable<ScanAnswer['scanDetails']>

/** Returns the field `scanDetails` of an answer. */
export function scanDetailsOf(invitation: Pick<Invitation, keyof ScanDetails>): ScanDetails {
  const { eventName, eventDate, guestName, qrCode, currentScans, maxScans, scannedAt, isScanned, createdAt } = invitation
  const generationType = invitation.generationType === 'custom' ? 'manual' : 'automatic'
  return { eventName, eventDate, guestName, qrCode, currentScans, maxScans, scannedAt, isScanned, createdAt, generationType }
}

/** Returns the answer to an admission, which scanners show in green. `currentScans` of `invitation` already includes the admission. */
export const admittedAnswer = (invitation: Invitation, people: number): ScanAnswer => ({
  success: true,
  message: texts.scan.admitted,
  playSound: 'success',
  outcome: 'admitted',
  invitation,
  scanDetails: scanDetailsOf(invitation),
  admitted: people,
})

/** Returns the answer to an exit. `invitation` is without these people already; null where it is unknown. */
export const exitedAnswer = (invitation: Invitation | null, people: number): ScanAnswer => ({
  success: true,
  message: texts.scan.exited,
  playSound: 'success',
  outcome: 'exited',
  invitation,
  scanDetails: invitation && scanDetailsOf(invitation),
  exited: people,
})

/** Returns the yellow answer to an exit of more people than are inside. */
export const notInsideAnswer = (invitation: Invitation): ScanAnswer => ({
  success: false,
  message: texts.scan.notInside(insideOf(invitation)),
  playSound: 'warning',
  outcome: 'not-inside',
  invitation,
  scanDetails: scanDetailsOf(invitation),
})

/** Returns the red answer to an exit at an event that counts none. */
export const exitsNotCountedAnswer = () => answerWithoutAdmission(texts.scan.exitsNotCounted, 'refused', 'error')

/** Returns the answer to a repeated scan. Only the first scan was counted. */
export const repeatedAnswer = (first: ScanAnswer): ScanAnswer => ({
  ...first,
  message: first.outcome === 'exited' ? texts.scan.exitedAgain : texts.scan.again,
})

/** Returns whether an answer is that to a repeated scan, whose admission or exit the server already had. */
export const isRepeatedAnswer = ({ message }: Pick<ScanAnswer, 'message'>) =>
  message === texts.scan.again || message === texts.scan.exitedAgain

/** Returns the red answer to a repeated scan whose admission was undone. The scan is not counted. `invitation` has the current counts. */
export const undoneBeforeAnswer = (invitation: Invitation | undefined): ScanAnswer => ({
  ...answerWithoutAdmission(texts.scan.undoneBefore, 'refused', 'error'),
  ...(invitation && { invitation, scanDetails: scanDetailsOf(invitation) }),
})

/** Returns the yellow answer: the invitation has no places left, or fewer places than the scan requests. */
export function usedAnswer(invitation: Invitation, admissions: { first?: AdmissionSummary; last?: AdmissionSummary }): ScanAnswer {
  const remaining = remainingPlaces(invitation)
  return {
    success: false,
    message: remaining > 0 ? texts.scan.tooFew(remaining) : texts.scan.used,
    playSound: 'warning',
    outcome: 'used',
    alreadyUsed: remaining === 0,
    invitation,
    scanDetails: scanDetailsOf(invitation),
    advice: texts.scan.advice,
    ...admissions,
  }
}

const laterTime = (one: string | null, other: string) => (one !== null && one > other ? one : other)

/** Counts an offline admission without refusing it. Returns a conflict where the invitation is pending or has fewer places left. */
export function countOfflineAdmission(
  invitation: Invitation,
  people: number,
  at: string,
): { invitation: Invitation; returned: number; conflict?: 'double' | 'pending' } {
  const { invitation: counted, returned } = countAdmission(invitation, people)
  const countedInvitation = { ...counted, isScanned: true, scannedAt: laterTime(invitation.scannedAt, at) }
  if (invitation.isPending) return { invitation: countedInvitation, returned, conflict: 'pending' }
  return { invitation: countedInvitation, returned, ...(counted.currentScans > invitation.maxScans && { conflict: 'double' }) }
}

/** Counts an offline exit without refusing it. Returns a conflict where fewer people are inside. */
export function countOfflineExit(invitation: Invitation, people: number): { invitation: Invitation; conflict?: 'exit' } {
  const counted = countExit(invitation, people)
  return { invitation: counted, ...(isOverLeft(counted) && { conflict: 'exit' }) }
}

/** Returns the green answer, without an invitation, to an offline scan of an invitation that is deleted, unknown or not counted. */
export const admittedUnknownAnswer = (people: number): ScanAnswer => ({
  success: true,
  message: texts.scan.admitted,
  playSound: 'success',
  outcome: 'admitted',
  invitation: null,
  scanDetails: null,
  admitted: people,
})

/** When a device scanned: the time by its clock, how far (ms) that clock is behind the server's, and when the server received the request. */
export type DeviceTime = { scannedAt: string | null; clockOffset: number | null; receivedAt: string }

/** How long (ms) after an admission its undo is allowed. */
const UNDO_WINDOW_MS = 15 * 60_000

/** The maximum difference (ms) between two measurements of the offset of one clock. */
const CLOCK_MEASURING_ERROR_MS = 5_000

/** A time by a device's clock. `clockOffset`: by how many ms this clock is behind the server's; null where it was never measured. */
export type DeviceMoment = { at: string; clockOffset: number | null }

/** Returns whether an admission can still be undone. Where only one of the clock offsets was measured, it corrects both times. */
export function canUndo(admitted: DeviceMoment, undone: DeviceMoment) {
  const correctedTime = (one: DeviceMoment, other: DeviceMoment) => Date.parse(one.at) + (one.clockOffset ?? other.clockOffset ?? 0)
  const elapsedMs = correctedTime(undone, admitted) - correctedTime(admitted, undone)
  return elapsedMs >= -CLOCK_MEASURING_ERROR_MS && elapsedMs <= UNDO_WINDOW_MS
}

/** A counted movement of people. `returned`: how many people of an admission had left before. */
export type Movement = { people: number; direction?: Direction | undefined; returned?: number | undefined }

/** Returns the invitation after an admission or an exit was undone. `countsExits`: whether its event does. */
export function revertMovement(invitation: Invitation, { direction, ...movement }: Movement, countsExits: boolean): Invitation {
  const counted =
    direction === 'out' ? revertExitCount(invitation, movement.people) : revertAdmissionCount(invitation, { ...movement, countsExits })
  const isScanned = counted.currentScans > 0
  return { ...counted, isScanned, scannedAt: isScanned ? invitation.scannedAt : null }
}

const answerWithoutAdmission = (
  message: string,
  outcome: 'refused' | 'used' | 'candidates',
  playSound: 'error' | 'warning',
): ScanAnswer => ({
  success: false,
  message,
  playSound,
  outcome,
  invitation: null,
  scanDetails: null,
})

/** Returns the red answer: the actor may see no invitation with this code. */
export const unknownAnswer = () => answerWithoutAdmission(texts.scan.unknown, 'refused', 'error')

/** Returns the yellow answer to a trial card, which admits nobody. */
export const trialAnswer = (): ScanAnswer => ({ ...answerWithoutAdmission(texts.trial.scanned, 'used', 'warning'), isTrial: true })

/** The guest and the event of an invitation. */
type GuestAndEvent = Pick<Invitation, 'guestName' | 'eventName' | 'eventDate'>

/** Returns the red answer to a scan of an invitation of another event than the scanner's event. The scan is not counted. */
export const otherEventAnswer = ({ guestName, eventName, eventDate }: GuestAndEvent): ScanAnswer => ({
  ...answerWithoutAdmission(texts.scan.otherEvent(eventName), 'refused', 'error'),
  refused: { reason: 'other-event', guestName, eventName, eventDate },
})

/** Returns the red answer to a card of another event. `printed` is the event in the text of the card; undefined when it names none. */
export const otherCardAnswer = (printed: Omit<GuestAndEvent, 'guestName'> | undefined): ScanAnswer => ({
  ...answerWithoutAdmission(printed ? texts.scan.cardOf(printed.eventName) : texts.scan.cardOfOwner, 'refused', 'error'),
  refused: { reason: 'other-event', guestName: '', eventName: '', eventDate: '', ...printed },
})

/** Returns the red answer to a scan of a deleted invitation. */
export const deletedAnswer = ({ guestName, eventName, eventDate }: GuestAndEvent): ScanAnswer => ({
  ...answerWithoutAdmission(texts.scan.deleted, 'refused', 'error'),
  refused: { reason: 'deleted', guestName, eventName, eventDate },
})

/** Returns the red answer to a scan of a former code of a reissued invitation, or of a cancelled invitation. */
export const withdrawnAnswer = (
  reason: 'replaced' | 'cancelled',
  { guestName, eventName, eventDate, currentScans, maxScans, scannedAt, table }: Invitation,
): ScanAnswer => ({
  ...answerWithoutAdmission(texts.scan[reason], 'refused', 'error'),
  refused: { reason, guestName, eventName, eventDate, currentScans, maxScans, scannedAt, table },
})

/** Returns the red answer to a scan of a pending invitation, which the owner's balance did not cover. */
export const pendingAnswer = () => answerWithoutAdmission(texts.scan.pending, 'refused', 'error')

/** Returns the red answer to a scan without text, or of the JSON text of a card without an id. */
export const unreadableAnswer = () => answerWithoutAdmission(texts.scan.unreadable, 'refused', 'error')

/** Returns the last three digits of a telephone number, by which namesakes are told apart; null where the guest has none. */
export const phoneEndOf = (phone: string | null) => digitsOf(phone ?? '').slice(-3) || null

/** Returns an invitation as a candidate for the user to choose. */
export function toCandidate({ phone, ...invitation }: Invitation): Candidate {
  const { id, code, guestName, eventName, eventDate, maxScans, currentScans, children, table, side, note } = invitation
  return { id, code, guestName, eventName, eventDate, maxScans, currentScans, children, table, side, note, phoneEnd: phoneEndOf(phone) }
}

/** Returns the answer without a colour to a typed name of several guests, or to a part of one guest's name: the user must choose. */
export const candidatesAnswer = (invitations: readonly Invitation[]): ScanAnswer => ({
  ...answerWithoutAdmission(invitations.length === 1 ? texts.scan.onePartly : texts.scan.several, 'candidates', 'warning'),
  candidates: invitations.slice(0, MAX_CANDIDATES).map(toCandidate),
})

/** A device's time that is this long (ms) or longer before the request arrived is ignored. */
const MAX_SCAN_AGE_MS = 366 * 86_400_000

/** Returns when a scan happened: the device's time plus its clock offset (ms), or `receivedAt` where that is missing or implausible. */
export function correctedScanTime({ scannedAt, clockOffset, receivedAt }: DeviceTime): string {
  const receivedMs = Date.parse(receivedAt)
  const atDevice = scannedAt === null ? Number.NaN : Date.parse(scannedAt) + (clockOffset ?? 0)
  return atDevice <= receivedMs && atDevice > receivedMs - MAX_SCAN_AGE_MS ? new Date(atDevice).toISOString() : receivedAt
}

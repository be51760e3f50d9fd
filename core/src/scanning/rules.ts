import { fold } from '../arabic.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { placesLeft } from '../invitations/rules.ts'
import { texts } from '../texts.ts'
import type { Candidate, Entry, ScanAnswer } from './contract.ts'

/** Fewer letters than this match too much to be offered. */
export const MIN_CANDIDATE_LETTERS = 3
export const MAX_CANDIDATES = 10

/** An event, as far as it is named: its name however spelled, its day, and whose it is. */
export type EventOf = { eventName?: string | undefined; eventDate?: string | undefined; userId?: string | undefined }

/** Whether an invitation is of the event a door is set to. */
export const isOfEvent = (invitation: Invitation, { eventName, eventDate, userId }: EventOf) =>
  (eventName === undefined || fold(eventName) === fold(invitation.eventName)) &&
  (eventDate === undefined || eventDate === invitation.eventDate) &&
  (userId === undefined || userId === invitation.userId)

export type Admission = { outcome: 'admitted'; invitation: Invitation } | { outcome: 'used' }

/** Lets `admit` people in at once, or nobody: the invitation with its count raised, if it has so many places left. */
export function admit(invitation: Invitation, people: number, now: Date): Admission {
  if (people > placesLeft(invitation)) return { outcome: 'used' }
  return {
    outcome: 'admitted',
    invitation: { ...invitation, currentScans: invitation.currentScans + people, isScanned: true, scannedAt: now.toISOString() },
  }
}

const details = ({
  eventName,
  eventDate,
  guestName,
  qrCode,
  currentScans,
  maxScans,
  scannedAt,
  isScanned,
  generationType,
  createdAt,
}: Invitation) => ({
  eventName,
  eventDate,
  guestName,
  qrCode,
  currentScans,
  maxScans,
  scannedAt,
  isScanned,
  createdAt,
  generationType: generationType === 'custom' ? ('manual' as const) : ('automatic' as const),
})

/** Green. `invitation` is as it stands after the admission. */
export const admitted = (invitation: Invitation, people: number): ScanAnswer => ({
  success: true,
  message: texts.scan.admitted,
  playSound: 'success',
  outcome: 'admitted',
  invitation,
  scanDetails: details(invitation),
  admitted: people,
})

/** Green again: the same scan was sent twice, and counted once. */
export const admittedAgain = (first: ScanAnswer): ScanAnswer => ({ ...first, message: texts.scan.again })

/** Red, and not counted: the scan that is sent again was undone. `invitation` is as it stands now. */
export const undoneBefore = (invitation: Invitation | undefined): ScanAnswer => ({
  ...no(texts.scan.undoneBefore, 'refused', 'error'),
  ...(invitation && { invitation, scanDetails: details(invitation) }),
})

/** Yellow: no places left, or fewer than came. */
export function used(invitation: Invitation, entries: { first?: Entry; last?: Entry }): ScanAnswer {
  const left = placesLeft(invitation)
  return {
    success: false,
    message: left > 0 ? texts.scan.tooFew(left) : texts.scan.used,
    playSound: 'warning',
    outcome: 'used',
    alreadyUsed: left === 0,
    invitation,
    scanDetails: details(invitation),
    advice: texts.scan.advice,
    ...entries,
  }
}

const later = (one: string | null, other: string) => (one !== null && one > other ? one : other)

/** What becomes of an invitation whose guest came in without a server: it counts, whatever it says; what exceeds is for people to look at. */
export function countOffline(
  invitation: Invitation,
  people: number,
  at: string,
): { invitation: Invitation; conflict?: 'double' | 'pending' } {
  const counted = {
    ...invitation,
    currentScans: invitation.currentScans + people,
    isScanned: true,
    scannedAt: later(invitation.scannedAt, at),
  }
  if (invitation.isPending) return { invitation: counted, conflict: 'pending' }
  return counted.currentScans > invitation.maxScans ? { invitation: counted, conflict: 'double' } : { invitation: counted }
}

/** Green for what no invitation here explains: the guest is in. */
export const admittedUnknown = (people: number): ScanAnswer => ({
  success: true,
  message: texts.scan.admitted,
  playSound: 'success',
  outcome: 'admitted',
  invitation: null,
  scanDetails: null,
  admitted: people,
})

/** How long (ms) an admission can be undone. */
const UNDO_WITHIN = 15 * 60_000

/** Two measurements of one clock differ by less than this (ms). */
const MEASURING_ERROR = 5_000

/** A moment by a device's clock, and how many milliseconds that clock was measured to be behind the server's; null where it never was. */
export type DeviceMoment = { at: string; clockOffset: number | null }

/**
 * Whether an admission can still be undone: both moments are put right by their measured offsets, and a clock that was measured at one of
 * them only, by that one. When either of them arrived at the server has no influence.
 */
export function canUndo(admitted: DeviceMoment, undone: DeviceMoment) {
  const corrected = (one: DeviceMoment, other: DeviceMoment) => Date.parse(one.at) + (one.clockOffset ?? other.clockOffset ?? 0)
  const passed = corrected(undone, admitted) - corrected(admitted, undone)
  return passed >= -MEASURING_ERROR && passed <= UNDO_WITHIN
}

/** The invitation as it stands when `people` who had come in are undone. */
export function undone(invitation: Invitation, people: number): Invitation {
  const currentScans = Math.max(0, invitation.currentScans - people)
  return { ...invitation, currentScans, isScanned: currentScans > 0, scannedAt: currentScans > 0 ? invitation.scannedAt : null }
}

const no = (message: string, outcome: 'refused' | 'candidates', playSound: 'error' | 'warning'): ScanAnswer => ({
  success: false,
  message,
  playSound,
  outcome,
  invitation: null,
  scanDetails: null,
})

/** Red: no such invitation within the caller's reach. */
export const unknown = () => no(texts.scan.unknown, 'refused', 'error')

/** Whose an invitation is, and for what. */
type GuestOf = Pick<Invitation, 'guestName' | 'eventName' | 'eventDate'>

/** Red, and not counted: the door is set to another event. */
export const otherEvent = ({ guestName, eventName, eventDate }: GuestOf): ScanAnswer => ({
  ...no(texts.scan.otherEvent(eventName), 'refused', 'error'),
  refused: { reason: 'other-event', guestName, eventName, eventDate },
})

/** Red: the invitation was deleted. */
export const deleted = ({ guestName, eventName, eventDate }: GuestOf): ScanAnswer => ({
  ...no(texts.scan.deleted, 'refused', 'error'),
  refused: { reason: 'deleted', guestName, eventName, eventDate },
})

/** Red: the owner's balance did not cover it yet. */
export const pending = () => no(texts.scan.pending, 'refused', 'error')

/** Red: nothing was read. */
export const unreadable = () => no(texts.scan.unreadable, 'refused', 'error')

/** An invitation as it is offered to whoever chooses. */
export const asCandidate = ({ id, guestName, eventName, eventDate, maxScans, currentScans }: Invitation): Candidate => ({
  id,
  guestName,
  eventName,
  eventDate,
  maxScans,
  currentScans,
})

/** No colour: a typed name fits several guests, or is only part of one's; choosing decides. */
export const severalFit = (invitations: readonly Invitation[]): ScanAnswer => ({
  ...no(invitations.length === 1 ? texts.scan.onePartly : texts.scan.several, 'candidates', 'warning'),
  candidates: invitations.slice(0, MAX_CANDIDATES).map(asCandidate),
})

/** A clock that is further off than this (ms) is told to people. */
const FAR_OFF = 2 * 60_000

export const isClockFarOff = (offset: number | null) => offset !== null && Math.abs(offset) > FAR_OFF

/** A clock that is further off than this (ms) tells nothing. */
const WILD = 366 * 86_400_000

/** When a scan happened by the server's clock: the device's time put right by its measured offset (ms), never after it arrived. */
export function happenedAt({
  scannedAt,
  clockOffset,
  receivedAt,
}: {
  scannedAt: string | null
  clockOffset: number | null
  receivedAt: string
}): string {
  const received = Date.parse(receivedAt)
  const told = scannedAt === null ? Number.NaN : Date.parse(scannedAt) + (clockOffset ?? 0)
  return told <= received && told > received - WILD ? new Date(told).toISOString() : receivedAt
}

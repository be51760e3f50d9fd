import type { Invitation } from '../invitations/contract.ts'
import { placesLeft } from '../invitations/rules.ts'
import { texts } from '../texts.ts'
import type { Entry, ScanAnswer } from './contract.ts'

/** Fewer letters than this match too much to be offered. */
export const MIN_CANDIDATE_LETTERS = 3
export const MAX_CANDIDATES = 10

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

/** Green again: the same gesture was sent twice, and counted once. */
export const admittedAgain = (first: ScanAnswer): ScanAnswer => ({ ...first, message: texts.scan.again })

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

/** Red: nothing was read. */
export const unreadable = () => no(texts.scan.unreadable, 'refused', 'error')

/** No colour: a typed name fits several guests, or only part of one; choosing decides. */
export const severalFit = (invitations: readonly Invitation[]): ScanAnswer => ({
  ...no(texts.scan.several, 'candidates', 'warning'),
  candidates: invitations.slice(0, MAX_CANDIDATES).map(({ id, guestName, eventName, eventDate, maxScans, currentScans }) => ({
    id,
    guestName,
    eventName,
    eventDate,
    maxScans,
    currentScans,
  })),
})

/** When a gesture happened by the server's clock: the device's time put right by its measured offset (ms), never after it arrived. */
export function happenedAt({
  scannedAt,
  clockOffset,
  receivedAt,
}: {
  scannedAt: string | null
  clockOffset: number | null
  receivedAt: string
}): string {
  if (scannedAt === null) return receivedAt
  const corrected = new Date(Date.parse(scannedAt) + (clockOffset ?? 0)).toISOString()
  return corrected < receivedAt ? corrected : receivedAt
}

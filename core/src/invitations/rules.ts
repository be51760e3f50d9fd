import { cleanLine, hasLetterOrDigit } from '../arabic.ts'
import * as texts from '../texts.ts'
import type { GenerationType, Invitation, InvitationStats } from './invitation.ts'

const DAY_MS = 86_400_000

/** Returns the starts of the periods in which an invitation is recent and an event is active: 7 and 30 days before `now`, as ISO text. */
export const statsPeriods = (now: Date) => ({
  recentSince: new Date(now.getTime() - 7 * DAY_MS).toISOString(),
  activeSince: new Date(now.getTime() - 30 * DAY_MS).toISOString(),
})

/** The days, relative to today, whose events are in a replica, and how many further events that were opened on the device. */
export const REPLICA_DAYS = { from: -2, to: 30 }
export const MAX_OPENED_EVENTS = 5

/** Returns how many more people this invitation admits. */
export const remainingPlaces = ({ maxScans, currentScans }: Pick<Invitation, 'maxScans' | 'currentScans'>) =>
  Math.max(0, maxScans - currentScans)

/** Returns the invitations that are not cancelled. Pending invitations are included, although scans refuse them. */
export const filterValidInvitations = (invitations: readonly Invitation[]) => invitations.filter(({ state }) => state === 'valid')

/** Returns how many people of an invitation count as invited; of a cancelled one, only the admitted people. */
export const countInvitedPeople = ({ maxScans, currentScans, state }: Pick<Invitation, 'maxScans' | 'currentScans' | 'state'>) =>
  state === 'cancelled' ? Math.min(currentScans, maxScans) : maxScans

/** Returns the guests of a pasted list: each line with text, cleaned, in order. */
export const guestLinesIn = (pasted: string) =>
  pasted
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .map(cleanLine)
    .filter(line => line !== '')

/** Returns the names of a pasted list, and how many of its lines have text without a letter or digit: «—», «🌹», «....». */
export function guestNamesIn(pasted: string) {
  const lines = guestLinesIn(pasted)
  const names = lines.filter(hasLetterOrDigit)
  return { names, skipped: lines.length - names.length }
}

/** Returns the share of the invited people who arrived, from 0 to 1. */
export const attendanceRate = ({ arrived, invited }: Pick<InvitationStats, 'arrived' | 'invited'>) =>
  invited === 0 ? 0 : arrived / invited

/** Returns an event's usage rate: excellent from 70 %, good from 40 %; below that low, or not yet begun while its day is after `today`. */
export function usageLevel(
  event: Pick<InvitationStats, 'arrived' | 'invited'> & { eventDate: string },
  today: string,
): 'excellent' | 'good' | 'low' | 'not-begun' {
  const rate = attendanceRate(event)
  if (rate >= 0.7) return 'excellent'
  if (rate >= 0.4) return 'good'
  return event.eventDate > today ? 'not-begun' : 'low'
}

/** Returns the maximum number of persons of an invitation of this type. */
export const maxPersonsFor = (kind: GenerationType) => (kind === 'count' ? 1000 : 100)

/** How long (ms) after its creation an unused invitation is refunded when it is deleted. */
const REFUND_WINDOW_MS = 3_600_000

/** Returns whether deleting an invitation refunds it: nobody was admitted, it was charged, and its creation is an hour away at most. */
export const isRefundable = (
  { currentScans, isPending, createdAt }: Pick<Invitation, 'currentScans' | 'isPending' | 'createdAt'>,
  now: Date,
) => currentScans === 0 && !isPending && Math.abs(now.getTime() - Date.parse(createdAt)) <= REFUND_WINDOW_MS

/** Returns whether an invitation has the guest's name that its kind needs; `count` needs none. */
export const hasRequiredGuestName = ({ generationType, guestName }: Pick<Invitation, 'generationType' | 'guestName'>) =>
  generationType === 'count' || hasLetterOrDigit(guestName)

/** Returns the label of an invitation in lists and messages: its guest's name, or «دعوة عامة». */
export const guestLabel = ({ guestName }: Pick<Invitation, 'guestName'>) => guestName || texts.namelessGuest

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

/** Returns how many more people this invitation admits. People who have left may come in again. */
export const remainingPlaces = (invitation: Pick<Invitation, 'maxScans' | 'currentScans' | 'outside'>) =>
  Math.max(0, invitation.maxScans - insideOf(invitation))

/** Returns how many children an invitation has after a change of its persons: at most all of them. */
export const boundedChildren = ({ children, maxScans }: Pick<Invitation, 'children' | 'maxScans'>) => Math.min(children, maxScans)

/** Returns the people and the children of the answer for the present day of the event, within the persons; undefined without one. */
export function presentAnswer({ answer, maxScans }: Pick<Invitation, 'answer' | 'maxScans'>) {
  if (!answer || answer.isForFormerDay) return undefined
  const people = Math.min(answer.people, maxScans)
  return { people, children: Math.min(answer.children, people) }
}

/** Returns the people and the children who come according to an answer, or without one, of an invitation that is not cancelled. */
export const expectedGuests = ({ answer, maxScans, children }: Pick<Invitation, 'answer' | 'maxScans' | 'children'>) =>
  presentAnswer({ answer, maxScans }) ?? { people: maxScans, children }

/** Returns the invitations that are not cancelled. Pending invitations are included, although scans refuse them. */
export const filterValidInvitations = (invitations: readonly Invitation[]) => invitations.filter(({ state }) => state === 'valid')

/** Returns whether a guest has declined for the present day of the event. */
export const isDeclined = ({ state, answer }: Pick<Invitation, 'state' | 'answer'>) =>
  state === 'valid' && answer?.attends === false && !answer.isForFormerDay

/** Returns whether an invitation can be given to another guest: its guest has declined, and nobody was admitted. */
export const canBeGivenAway = (invitation: Pick<Invitation, 'state' | 'answer' | 'currentScans'>) =>
  isDeclined(invitation) && invitation.currentScans === 0

/** Returns whether an invitation that can still be used has admitted nobody. A guest who declined counts too, as the gate would admit them. */
export const isUnscanned = ({ currentScans, state }: Pick<Invitation, 'currentScans' | 'state'>) => currentScans === 0 && state === 'valid'

/**
 * Returns whether an invitation is still to be sent: it can be used, it has no sent mark, its guest has not declined, and nobody has arrived
 * with it.
 */
export const isUnsent = ({
  sentAt,
  isPending,
  ...invitation
}: Pick<Invitation, 'answer' | 'currentScans' | 'isPending' | 'sentAt' | 'state'>) =>
  sentAt === null && !isPending && isUnscanned(invitation) && !isDeclined(invitation)

/** Returns whether a guest must be told what has changed since the last message: something has, and nobody has arrived yet. */
export const mustBeTold = ({
  isOutdated,
  isPending,
  ...invitation
}: Pick<Invitation, 'currentScans' | 'isOutdated' | 'isPending' | 'state'>) => isOutdated && !isPending && isUnscanned(invitation)

/** Returns whether somebody has arrived with an invitation that is not cancelled, so that its guest can be thanked. */
export const canBeThanked = ({ currentScans, state }: Pick<Invitation, 'currentScans' | 'state'>) => currentScans > 0 && state === 'valid'

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

/** Whether people come in or leave. A request without a direction is of people who come in. */
export type Direction = 'in' | 'out'

type Counts = Pick<Invitation, 'maxScans' | 'currentScans' | 'outside'>

/**
 * The admissions minus the exits of an invitation. It does not depend on the order in which they are uploaded. It is negative while more
 * people were signed out than were admitted, which is a conflict.
 */
const balanceOf = ({ currentScans, outside = 0 }: Counts) => currentScans - outside

/** Returns how many people of an invitation are inside now. */
export const insideOf = (invitation: Counts) => Math.max(0, balanceOf(invitation))

/** Returns whether more people of an invitation were signed out than had been admitted. */
export const isOverLeft = (invitation: Counts) => balanceOf(invitation) < 0

/**
 * Returns an invitation with these numbers of arrived people and of people inside. Nobody is inside who has not arrived, and only people who
 * are inside exceed the persons of the invitation.
 */
function withCounts<Some extends Counts>(invitation: Some, arrived: number, balance: number): Some {
  const currentScans = Math.min(Math.max(arrived, balance, 0), Math.max(invitation.maxScans, balance))
  const outside = currentScans - balance
  const { outside: _, ...rest } = invitation
  return { ...rest, currentScans, ...(outside > 0 && { outside }) } as Some
}

/** Counts an admission. `returned`: how many of its people had left before. They count as arrived only once. */
export function countAdmission<Some extends Counts>(invitation: Some, people: number): { invitation: Some; returned: number } {
  const { currentScans, outside = 0 } = invitation
  const counted = withCounts(invitation, currentScans + people - Math.min(people, outside, currentScans), balanceOf(invitation) + people)
  return { invitation: counted, returned: people - (counted.currentScans - currentScans) }
}

/** Counts an exit, also of people who are not inside. */
export const countExit = <Some extends Counts>(invitation: Some, people: number): Some =>
  withCounts(invitation, invitation.currentScans, balanceOf(invitation) - people)

/**
 * Undoes an admission, of whose people `returned` had left before. Without exits (`countsExits`), an undo of more people than were counted
 * leaves nobody; otherwise their exits may follow.
 */
export function revertAdmissionCount<Some extends Counts>(
  invitation: Some,
  { people, returned = 0, countsExits = false }: { people: number; returned?: number | undefined; countsExits?: boolean },
): Some {
  const balance = balanceOf(invitation) - people
  const arrived = invitation.currentScans - (people - returned)
  return withCounts(invitation, arrived, countsExits || invitation.outside ? balance : Math.max(0, balance))
}

/** Undoes an exit. */
export const revertExitCount = <Some extends Counts>(invitation: Some, people: number): Some =>
  withCounts(invitation, invitation.currentScans, balanceOf(invitation) + people)

/** Returns whether people of a movement have moved on since, so that it cannot be undone: left again, or come back. */
export const hasMovedOn = (invitation: Counts, people: number, direction: Direction) =>
  direction === 'in' ? (invitation.outside ?? 0) > 0 && people > insideOf(invitation) : people > (invitation.outside ?? 0)

import type { EventSummary } from '@hudur/core/events/contract'
import type { House } from '@hudur/core/events/house'
import type { SideMessage } from '@hudur/core/events/side-messages'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'

export const SEND_GROUPS = ['unsent', 'unopened', 'unanswered', 'outdated', 'thanks', 'selected'] as const
export type SendGroup = (typeof SEND_GROUPS)[number]

/** The fields of an event that sending needs. `userId` is missing if a link and not an account opened the event. */
export type SendingEvent = Pick<EventSummary, 'id' | 'name' | 'date' | 'startsAt' | 'timeWords' | 'place' | 'message' | 'pictureId'> & {
  userId?: string
  thanksMessage?: string | null
  sideMessages?: readonly SideMessage[] | undefined
  house?: House | undefined
}

/**
 * A round of sending to a group. It began at `since`, by the server's clock. In groups other than `unsent` and `thanks`, an invitation counts
 * as done only if it was sent at `since` or later. `ids` are those of the group `selected`.
 */
export type SendingRound = { group: SendGroup; since: string; ids: ReadonlySet<string> }

/** Returns whether a group is written to about an earlier invitation. The text of such a round is not saved with the event. */
export const isReminder = (group: SendGroup) => group === 'unopened' || group === 'unanswered' || group === 'outdated'

/** Returns whether each round to a group continues the previous one, on every device: nobody is sent an invitation or thanked twice. */
export const isContinued = (group: SendGroup) => group === 'unsent' || group === 'thanks'

/** Returns the path of the sending screen for a round that begins at `since`. */
export function roundPath(eventId: string, group: SendGroup, since: string) {
  const path = `/events/${eventId}/send`
  if (group === 'unsent') return path
  return isContinued(group) ? `${path}?to=${group}` : `${path}?to=${group}&since=${encodeURIComponent(since)}`
}

/**
 * Returns an invitation with the mark that a round to this group sets as its sent mark: for `thanks`, the mark that the guest was thanked. Its
 * channel is not known.
 */
export const withMarkOf = (group: SendGroup, invitation: Invitation): Invitation =>
  group === 'thanks' ? { ...invitation, sentAt: invitation.thankedAt, sentVia: null } : invitation

function isInRound(invitation: Invitation, { group, since, ids }: SendingRound) {
  const { id, sentAt, isScanned, openedAt } = invitation
  if (group === 'unsent') return sentAt !== null || invitationRules.isUnsent(invitation)
  if (group === 'selected') return ids.has(id)
  if (group === 'thanks') return invitationRules.canBeThanked(invitation)
  if (group === 'outdated' && invitationRules.mustBeTold(invitation)) return true
  // A guest who opens the page, answers or arrives after the reminder stays in the round and counts as done.
  if (sentAt === null) return false
  if (sentAt >= since) return true
  const isAwaited = group === 'unopened' ? openedAt === null : group === 'unanswered' && !invitationRules.presentAnswer(invitation)
  return !isScanned && isAwaited
}

/** Returns whether an invitation was sent in a round. It is one of `withMarkOf`. */
export const isSentInRound = ({ sentAt }: Invitation, { group, since }: SendingRound) =>
  sentAt !== null && (isContinued(group) || sentAt >= since)

/** The states in which the office's WhatsApp number is about to send an invitation, or Meta has not reported yet what became of it. */
const STATES_IN_PROGRESS: readonly string[] = ['queued', 'sending', 'accepted']

/** Returns whether an invitation of a round is still to be sent: it is not sent, and the office's WhatsApp number is not sending it. */
const isWaiting = (invitation: Invitation, round: SendingRound) =>
  !isSentInRound(invitation, round) && !STATES_IN_PROGRESS.includes(invitation.whatsapp?.state ?? '')

/** Returns the invitations of a round, without pending and cancelled ones. */
export const membersOf = (invitations: readonly Invitation[], round: SendingRound) =>
  invitations.filter(invitation => invitation.state === 'valid' && !invitation.isPending && isInRound(invitation, round))

/**
 * Returns the next invitation of a round among those with a valid number, those without one, the skipped ones, and the numbers of all and of
 * done ones. `members` are the result of `membersOf`; `hasNumber` tells whether an invitation has a valid number.
 */
export function sendingQueueOf(
  members: readonly Invitation[],
  round: SendingRound,
  { skippedIds, hasNumber }: { skippedIds: ReadonlySet<string>; hasNumber: (invitation: Invitation) => boolean },
) {
  const waiting = members.filter(invitation => isWaiting(invitation, round))
  const open = waiting.filter(({ id }) => !skippedIds.has(id))
  return {
    total: members.length,
    done: members.length - waiting.length,
    next: open.find(hasNumber),
    withoutNumber: open.filter(invitation => !hasNumber(invitation)),
    skipped: waiting.filter(({ id }) => skippedIds.has(id)),
  }
}

/** Returns how many invitations of a round are still to be sent. */
export const countWaiting = (invitations: readonly Invitation[], round: SendingRound) =>
  membersOf(invitations, round).filter(invitation => isWaiting(invitation, round)).length

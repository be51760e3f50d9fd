import type { EventSummary } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'

export const SEND_GROUPS = ['unsent', 'unopened', 'unanswered', 'selected'] as const
export type SendGroup = (typeof SEND_GROUPS)[number]

/** The fields of an event that sending needs. `userId` is missing if a link and not an account opened the event. */
export type SendingEvent = Pick<EventSummary, 'id' | 'name' | 'date' | 'startsAt' | 'timeWords' | 'place' | 'message' | 'pictureId'> & {
  userId?: string
}

/**
 * A round of sending to a group. It began at `since`, by the server's clock. In groups other than `unsent`, an invitation counts as done
 * only if it was sent at `since` or later. `ids` are those of the group `selected`.
 */
export type SendingRound = { group: SendGroup; since: string; ids: ReadonlySet<string> }

/** Returns whether a group is reminded of an earlier invitation. The text of a reminder is not saved with the event. */
export const isReminder = (group: SendGroup) => group === 'unopened' || group === 'unanswered'

/** Returns the path of the sending screen for a round that begins at `since`. */
export const roundPath = (eventId: string, group: SendGroup, since: string) =>
  group === 'unsent' ? `/events/${eventId}/send` : `/events/${eventId}/send?to=${group}&since=${encodeURIComponent(since)}`

function isInRound({ id, sentAt, openedAt, answer }: Invitation, { group, since, ids }: SendingRound) {
  if (group === 'unsent') return true
  if (group === 'selected') return ids.has(id)
  // A guest who opens the page or answers after the reminder stays in the round and counts as done.
  if (sentAt === null) return false
  return sentAt >= since || (group === 'unopened' ? openedAt === null : answer === null)
}

const isSentInRound = ({ sentAt }: Invitation, { group, since }: SendingRound) => sentAt !== null && (group === 'unsent' || sentAt >= since)

/** Returns the next invitation of a round, the numbers of all and of done ones, and the skipped ones, without pending or cancelled ones. */
export function sendingQueueOf(invitations: readonly Invitation[], round: SendingRound, skippedIds: ReadonlySet<string>) {
  const members = invitations.filter(invitation => invitation.state === 'valid' && !invitation.isPending && isInRound(invitation, round))
  const waiting = members.filter(invitation => !isSentInRound(invitation, round))
  return {
    total: members.length,
    done: members.length - waiting.length,
    next: waiting.find(({ id }) => !skippedIds.has(id)),
    skipped: waiting.filter(({ id }) => skippedIds.has(id)),
  }
}

import type { EventSummary, Invitation } from '@hudur/core'

export const SEND_GROUPS = ['unsent', 'unopened', 'unanswered', 'selected'] as const
export type SendGroup = (typeof SEND_GROUPS)[number]

/** What sending needs of an event. Without `userId` the event is that of a link. */
export type RoundEvent = Pick<EventSummary, 'id' | 'name' | 'date' | 'startsAt' | 'place' | 'message' | 'pictureId'> & { userId?: string }

/**
 * A round of sending. `since` is the time at which the round began, by the server's clock. Guests of the groups other than `unsent` may
 * have been sent to before: `isDone` counts them as done only when they were sent to at `since` or later.
 */
export type Round = { group: SendGroup; since: string; ids: ReadonlySet<string> }

/** Returns whether a round reminds guests who were sent to before. Its text is not stored with the event. */
export const isReminder = (group: SendGroup) => group === 'unopened' || group === 'unanswered'

/** Returns the address of the screen on which a round is sent that begins at `since`. */
export const roundAddress = (eventId: string, group: SendGroup, since: string) =>
  group === 'unsent' ? `/events/${eventId}/send` : `/events/${eventId}/send?to=${group}&since=${encodeURIComponent(since)}`

function isMember({ id, sentAt, openedAt, answer }: Invitation, { group, since, ids }: Round) {
  if (group === 'unsent') return true
  if (group === 'selected') return ids.has(id)
  // Who opens the page or answers after a reminder stays in the round as done.
  if (sentAt === null) return false
  return sentAt >= since || (group === 'unopened' ? openedAt === null : answer === null)
}

const isDone = ({ sentAt }: Invitation, { group, since }: Round) => sentAt !== null && (group === 'unsent' || sentAt >= since)

/** Returns the next guest of a round, how many are done, and those who were skipped. Pending and cancelled invitations are not sent. */
export function sendQueue(invitations: readonly Invitation[], round: Round, skippedIds: ReadonlySet<string>) {
  const members = invitations.filter(invitation => invitation.state === 'valid' && !invitation.isPending && isMember(invitation, round))
  const waiting = members.filter(invitation => !isDone(invitation, round))
  return {
    total: members.length,
    done: members.length - waiting.length,
    next: waiting.find(({ id }) => !skippedIds.has(id)),
    skipped: waiting.filter(({ id }) => skippedIds.has(id)),
  }
}

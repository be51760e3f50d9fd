import type { Invitation } from '@hudur/core'
import type { SentMark } from '../../../device/sent-marks.ts'

/** The sent mark that this device set on a card, or removed from it, at `at` by the server's clock. */
export type OwnMark = { code: string; at: string } & Pick<Invitation, 'sentAt' | 'sentVia'>

/** The most (ms) by which the time of a press may differ from the server's time of its sent mark. */
const CLOCK_ERROR_MS = 5_000

/** Returns whether the server has saved this sent mark or a newer one. */
export const isSavedMark = ({ sentAt, sentVia }: Invitation, { via, at }: SentMark) =>
  sentAt !== null && (sentAt > at || (sentVia === via && Date.parse(sentAt) >= Date.parse(at) - CLOCK_ERROR_MS))

/**
 * Returns an invitation with the sent mark of this device, which the server's list may not contain yet. A newer mark of the server is kept,
 * and a reissued card gets no mark, because it was not sent.
 */
export function withOwnMark(invitation: Invitation, own: OwnMark | undefined): Invitation {
  if (!own || own.code !== invitation.code || (invitation.sentAt !== null && invitation.sentAt > own.at)) return invitation
  return { ...invitation, sentAt: own.sentAt, sentVia: own.sentVia }
}

/** Returns the invitation that was sent last; with `since`, only among those sent at that time or later. */
export function lastSent(invitations: readonly Invitation[], since: string | undefined) {
  let last: Invitation | undefined
  for (const one of invitations)
    if (one.sentAt !== null && (since === undefined || one.sentAt >= since) && (!last?.sentAt || one.sentAt > last.sentAt)) last = one
  return last
}

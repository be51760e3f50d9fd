import type { Invitation } from '@hudur/core'
import type { SentMark } from '../../../device/sent-marks.ts'

/** What this device knows of the mark of a card: it was set or removed here at `at`, by the server's clock. */
export type OwnMark = { code: string; at: string } & Pick<Invitation, 'sentAt' | 'sentVia'>

/** By how much (ms) the time of a press may differ from the server's time of its mark. */
const CLOCK_ERROR_MS = 5_000

/** Returns whether the server has a mark, or a newer one. */
export const isSavedMark = ({ sentAt, sentVia }: Invitation, { via, at }: SentMark) =>
  sentAt !== null && (sentAt > at || (sentVia === via && Date.parse(sentAt) >= Date.parse(at) - CLOCK_ERROR_MS))

/**
 * Returns an invitation with the mark of this device, which the list may not contain yet. It yields to a newer mark of the server, and to a
 * reissued card, which was not sent.
 */
export function withOwnMark(invitation: Invitation, own: OwnMark | undefined): Invitation {
  if (!own || own.code !== invitation.code || (invitation.sentAt !== null && invitation.sentAt > own.at)) return invitation
  return { ...invitation, sentAt: own.sentAt, sentVia: own.sentVia }
}

/** Returns the invitation that was sent last, since a moment or ever. */
export function lastSent(invitations: readonly Invitation[], since: string | undefined) {
  let last: Invitation | undefined
  for (const one of invitations)
    if (one.sentAt !== null && (since === undefined || one.sentAt >= since) && (!last?.sentAt || one.sentAt > last.sentAt)) last = one
  return last
}

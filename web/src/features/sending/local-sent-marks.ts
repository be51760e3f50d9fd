import type { Invitation } from '@hudur/core/invitations/invitation'
import type { SentMark } from '../../device/sent-marks.ts'

/**
 * A «sent» mark set or removed on this device, at `at` by the server's clock. After a removal, `sentAt` is that of the earlier mark, or
 * null without one. `code` is that of the card.
 */
export type LocalSentMark = { code: string; at: string } & Pick<Invitation, 'sentAt' | 'sentVia'>

/** The maximum time (ms) by which the server's time of a «sent» mark may be earlier than the press that set the mark. */
const MAX_CLOCK_ERROR_MS = 5_000

/** Returns whether the server has saved this «sent» mark or a newer one. */
export const isSavedMark = ({ sentAt, sentVia }: Invitation, { via, at }: SentMark) =>
  sentAt !== null && (sentAt > at || (sentVia === via && Date.parse(sentAt) >= Date.parse(at) - MAX_CLOCK_ERROR_MS))

/** Returns an invitation with this device's «sent» mark, unless the server's is newer. A reissued card gets none: it was not sent. */
export function withLocalSentMark(invitation: Invitation, localMark: LocalSentMark | undefined): Invitation {
  if (!localMark || localMark.code !== invitation.code || (invitation.sentAt !== null && invitation.sentAt > localMark.at))
    return invitation
  return { ...invitation, sentAt: localMark.sentAt, sentVia: localMark.sentVia }
}

/** Returns the invitation that was sent last; with `since`, only among those sent at that time or later. */
export function lastSentInvitation(invitations: readonly Invitation[], since: string | undefined) {
  let last: Invitation | undefined
  for (const one of invitations)
    if (one.sentAt !== null && (since === undefined || one.sentAt >= since) && (!last?.sentAt || one.sentAt > last.sentAt)) last = one
  return last
}

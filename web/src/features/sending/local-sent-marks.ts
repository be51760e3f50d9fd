import type { Invitation } from '@hudur/core/invitations/invitation'
import type { SentMark } from '../../device/sent-marks.ts'

/**
 * A change of an invitation's «sent» mark on this device, at `at` by the server's clock: the mark was set or removed. After a removal,
 * `sentAt` is that of the earlier mark, or null without one. `code` is that of the card. A «sent» mark records when and how the invitation
 * was sent.
 */
export type LocalSentMark = { code: string; at: string } & Pick<Invitation, 'sentAt' | 'sentVia'>

/** The maximum time (ms) by which the server's time of a «sent» mark may be earlier than the press that set the mark. */
const MAX_CLOCK_ERROR_MS = 5_000

/** Returns whether the server has saved this «sent» mark or a newer one. */
export const isSavedMark = ({ sentAt, sentVia }: Invitation, { via, at }: SentMark) =>
  sentAt !== null && (sentAt > at || (sentVia === via && Date.parse(sentAt) >= Date.parse(at) - MAX_CLOCK_ERROR_MS))

/**
 * Returns an invitation with the «sent» mark of this device, which the server's list may not contain yet. A newer mark of the server is
 * kept. A reissued card gets no mark, because it was not sent.
 */
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

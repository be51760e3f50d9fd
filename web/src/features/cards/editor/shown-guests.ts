import { qrCodeText } from '@hudur/core/check-in/card-text'
import type { Invitation } from '@hudur/core/invitations/invitation'

/** The guests whose cards the editor can show, by the length of their names. */
export const SHOWN_GUESTS = ['first', 'longest', 'shortest'] as const
export type ShownGuestKind = (typeof SHOWN_GUESTS)[number]

/** Counts the characters of a name without diacritics, which take no width. */
const countCharacters = (name: string) => Array.from(name.replace(/\p{M}/gu, '')).length

const textEncoder = new TextEncoder()
const countCodeBytes = (invitation: Invitation) => textEncoder.encode(qrCodeText(invitation)).length

/** Returns the first invitation with the greatest `measure`. */
const findInvitationWithGreatest = (invitations: readonly [Invitation, ...Invitation[]], measure: (invitation: Invitation) => number) =>
  invitations.reduce((found, invitation) => (measure(invitation) > measure(found) ? invitation : found))

/** Returns the invitations whose cards are previewed: by the length of their names and, as `fullest`, with the longest code text. */
export function shownGuests(invitations: readonly [Invitation, ...Invitation[]]): Record<ShownGuestKind | 'fullest', Invitation> {
  return {
    first: invitations[0],
    longest: findInvitationWithGreatest(invitations, ({ guestName }) => countCharacters(guestName)),
    shortest: findInvitationWithGreatest(invitations, ({ guestName }) => -countCharacters(guestName)),
    fullest: findInvitationWithGreatest(invitations, countCodeBytes),
  }
}

import type { Invitation } from '@hudur/core/invitations/invitation'
import { text } from '../../text/ar.ts'

/** The guests of an earlier event that are invited again: all, or those who came, did not come, or declined. */
export const EARLIER_GUESTS = ['all', 'arrived', 'absent', 'declined'] as const
export type EarlierGuests = (typeof EARLIER_GUESTS)[number]

const GROUPS: Record<EarlierGuests, (invitation: Invitation) => boolean> = {
  all: () => true,
  arrived: ({ currentScans }) => currentScans > 0,
  absent: ({ currentScans }) => currentScans === 0,
  declined: ({ answer }) => answer?.attends === false,
}

/** Returns the invitations that have a name and belong to a group of guests and to a side; an empty `side` selects every side. */
export const filterEarlierGuests = (invitations: readonly Invitation[], group: EarlierGuests, side: string) =>
  invitations.filter(invitation => invitation.guestName !== '' && (side === '' || invitation.side === side) && GROUPS[group](invitation))

/** Returns the sides of the invitations, each once, in the order of the invitations. */
export const sidesOf = (invitations: readonly Invitation[]) => [...new Set(invitations.flatMap(({ side }) => side ?? []))]

/**
 * Returns the guests as a table of tabs and lines with headings, which the reader of guest lists understands. Tables and notes for the
 * gate belong to the earlier event and are left out.
 */
export function guestsAsTable(invitations: readonly Invitation[]) {
  const { guest, places, children, phone } = text.sheets.columns
  const { isVip, side } = text.guestFields
  const rows = invitations.map(invitation => [
    invitation.guestName,
    invitation.maxScans,
    invitation.children,
    invitation.phone ?? '',
    invitation.isVip ? text.sheets.marked : '',
    invitation.side ?? '',
  ])
  return [[guest, places, children, phone, isVip.heading, side.heading ?? side.label], ...rows].map(row => row.join('\t')).join('\n')
}

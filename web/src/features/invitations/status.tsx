import type { Invitation } from '@hudur/core/invitations/invitation'
import { text } from '../../text/ar.ts'
import { Chip } from '../../ui/chip.tsx'

const statusTones = { used: 'good', unused: 'quiet', pending: 'waiting', cancelled: 'bad' } as const

/** Returns the status of an invitation: cancelled, pending for lack of balance, used or unused. */
export function invitationStatusOf({ state, isPending, isScanned }: Pick<Invitation, 'state' | 'isPending' | 'isScanned'>) {
  if (state === 'cancelled') return 'cancelled'
  if (isPending) return 'pending'
  return isScanned ? 'used' : 'unused'
}

export function InvitationStatusChip({ invitation }: { invitation: Pick<Invitation, 'state' | 'isPending' | 'isScanned'> }) {
  const status = invitationStatusOf(invitation)
  return <Chip tone={statusTones[status]}>{text.data[status]}</Chip>
}

/** Returns «invitation of NAME» in Arabic, or the wording for an invitation without a name. */
export const invitationTitle = ({ guestName }: Pick<Invitation, 'guestName'>) =>
  guestName ? text.data.invitationOf(guestName) : text.data.anyInvitation

import type { Invitation } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { Chip } from '../../../ui/chip.tsx'

const tones = { used: 'good', unused: 'quiet', pending: 'waiting' } as const

/** Returns whether an invitation is used, unused, or pending for lack of balance. */
export const statusOf = ({ isPending, isScanned }: Pick<Invitation, 'isPending' | 'isScanned'>) =>
  isPending ? 'pending' : isScanned ? 'used' : 'unused'

export function InvitationChip({ invitation }: { invitation: Pick<Invitation, 'isPending' | 'isScanned'> }) {
  const status = statusOf(invitation)
  return <Chip tone={tones[status]}>{text.data[status]}</Chip>
}

/** Returns «invitation of NAME» in Arabic, or the wording for an invitation without a name. */
export const invitationName = ({ guestName }: Pick<Invitation, 'guestName'>) =>
  guestName ? text.data.invitationOf(guestName) : text.data.anyInvitation

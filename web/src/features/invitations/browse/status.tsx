import type { Invitation } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { Chip } from '../../../ui/chip.tsx'

const tones = { used: 'good', unused: 'quiet', pending: 'waiting' } as const

/** Used, unused, or waiting for a balance. */
export const statusOf = ({ isPending, isScanned }: Pick<Invitation, 'isPending' | 'isScanned'>) =>
  isPending ? 'pending' : isScanned ? 'used' : 'unused'

export function InvitationChip({ invitation }: { invitation: Pick<Invitation, 'isPending' | 'isScanned'> }) {
  const status = statusOf(invitation)
  return <Chip tone={tones[status]}>{text.data[status]}</Chip>
}

/** An invitation in a sentence: whose it is, or that it is anybody's. */
export const invitationName = ({ guestName }: Pick<Invitation, 'guestName'>) =>
  guestName ? text.data.invitationOf(guestName) : text.data.anyInvitation

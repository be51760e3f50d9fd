import type { MessageStatus } from '@hudur/core/messages/contract'
import { text } from '../../text/ar.ts'
import { Chip } from '../../ui/chip.tsx'

const statusTones = { new: 'waiting', read: 'quiet', replied: 'good' } as const

export function MessageChip({ status }: { status: MessageStatus }) {
  return <Chip tone={statusTones[status]}>{text.messages.statuses[status]}</Chip>
}

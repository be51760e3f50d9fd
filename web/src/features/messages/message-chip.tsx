import type { MessageStatus } from '@hudur/core'
import { text } from '../../text/ar.ts'
import { Chip } from '../../ui/chip.tsx'

const statusTones = { new: 'waiting', read: 'quiet', replied: 'good' } as const

/** Shows the status of a message. */
export function MessageChip({ status }: { status: MessageStatus }) {
  return <Chip tone={statusTones[status]}>{text.messages.statuses[status]}</Chip>
}

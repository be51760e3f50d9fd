import { type Message, MessageStatus } from '@hudur/core'
import { text } from '../../text/ar.ts'
import { invitationMoment } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { OutLink } from '../../ui/out-link.tsx'
import { MessageChip } from './message-chip.tsx'

const words = text.messages

type MessageDialogProps = { message: Message; isPending: boolean; onStatus: (status: MessageStatus) => void; onClose: () => void }

/** A whole message, and what was done about it. */
export function MessageDialog({ message, isPending, onStatus, onClose }: MessageDialogProps) {
  const { fullName, email, subject, status, createdAt } = message
  return (
    <Dialog
      footer={
        <OutLink
          to={`mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(words.replySubject(subject))}`}
          variant="primary"
        >
          {words.reply}
        </OutLink>
      }
      isOpen
      onOpenChange={onClose}
      size="lg"
      title={subject}
    >
      <div className="grid gap-5">
        <div>
          <MessageChip status={status} />
        </div>
        <Facts
          facts={[
            [words.from, fullName],
            [words.email, <Numeric key="email">{email}</Numeric>],
            [words.at, <Numeric key="at">{invitationMoment(createdAt)}</Numeric>],
          ]}
        />
        <p className="whitespace-pre-line break-words rounded-lg bg-surface-secondary p-4" dir="auto">
          {message.message}
        </p>
        <fieldset className="min-w-0">
          <legend className="mb-2 text-sm">{words.setStatus}</legend>
          <div className="flex flex-wrap gap-2">
            {MessageStatus.options.map(option => (
              <Button
                aria-pressed={option === status}
                isDisabled={isPending}
                key={option}
                onPress={() => onStatus(option)}
                variant={option === status ? 'secondary' : 'outline'}
              >
                {words.statuses[option]}
              </Button>
            ))}
          </div>
        </fieldset>
      </div>
    </Dialog>
  )
}

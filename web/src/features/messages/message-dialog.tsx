import { type Message, MessageStatus } from '@hudur/core/messages/contract'
import { findPhoneNumber, quoteText } from '@hudur/core/messages/rules'
import { useCallingCode } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { formatInvitationMoment } from '../../text/format.ts'
import { mailtoUrl } from '../../text/mailto.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { ExternalLinkButton } from '../../ui/out-link.tsx'
import { PhoneLinks } from '../../ui/phone-links.tsx'

const words = text.messages

/** The maximum number of characters of a message that a reply quotes. The reply is part of a `mailto:` or WhatsApp URL. */
const MAX_QUOTE_CHARACTERS = 400

type MessageDialogProps = {
  message: Message
  isPending: boolean
  onStatus: (status: MessageStatus) => void
  /** Marks the message as new again. */
  onUnread: () => void
  onClose: () => void
}

export function MessageDialog({ message, isPending, onStatus, onUnread, onClose }: MessageDialogProps) {
  const { fullName, email, subject, status, createdAt } = message
  const { callingCode } = useCallingCode()
  const phone = findPhoneNumber(`${subject}\n${message.message}`)
  const replyText = words.answer(fullName, quoteText(message.message, MAX_QUOTE_CHARACTERS))
  return (
    <Dialog
      footer={
        <>
          <Button isDisabled={isPending} onPress={onUnread} size="sm" variant="outline">
            {words.markUnread}
          </Button>
          <ExternalLinkButton to={mailtoUrl(email, { subject: words.replySubject(subject), body: replyText })} variant="primary">
            {words.reply}
          </ExternalLinkButton>
        </>
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
        <DescriptionList
          items={[
            [words.from, fullName],
            [words.email, <Numeric key="email">{email}</Numeric>],
            [words.phone, phone && <Numeric key="phone">{phone}</Numeric>],
            [words.at, <Numeric key="at">{formatInvitationMoment(createdAt)}</Numeric>],
          ]}
        />
        <p className="whitespace-pre-line break-words rounded-lg bg-surface-secondary p-4" dir="auto">
          {message.message}
        </p>
        {phone && (
          <div className="flex flex-wrap gap-2">
            <PhoneLinks callingCode={callingCode} message={replyText} name={fullName} phone={phone} />
          </div>
        )}
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

const statusTones = { new: 'waiting', read: 'quiet', replied: 'good' } as const

export function MessageChip({ status }: { status: MessageStatus }) {
  return <Chip tone={statusTones[status]}>{words.statuses[status]}</Chip>
}

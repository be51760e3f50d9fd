import { toInternationalDigits } from '@hudur/core/phone'
import type { Order } from '@hudur/core/requests/contract'
import type { ReplyChannel } from '@hudur/core/requests/timeline'
import { Mail, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useTabDraft } from '../../../backend/hooks/use-draft.ts'
import { useCallingCode } from '../../../backend/hooks/use-installation.ts'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun, formatGregorianDay } from '../../../text/format.ts'
import { mailtoUrl } from '../../../text/mailto.ts'
import { ExternalLinkButton } from '../../../ui/out-link.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { notify } from '../../../ui/toast.tsx'
import { type Subject, useNoteReply } from './queries.ts'

const words = text.conversation

const READY_TEXTS = ['accepted', 'needed', 'rejected'] as const
type ReadyText = (typeof READY_TEXTS)[number]
const readyOptions = READY_TEXTS.map(id => ({ id, label: words.readyTexts[id] }))

/** The maximum length of a reply, which is part of a `mailto:` or WhatsApp URL, in characters. */
const MAX_REPLY_LENGTH = 1000

/** What the user has chosen and typed, which the form keeps while the dialog is closed. A changed text stays while another one is chosen. */
type Reply = { ready: ReadyText; typed: Partial<Record<ReadyText, string>> }

type Customer = { name: string; phone: string; email: string | null }

type ReplyFormProps = {
  subject: Subject
  order: Pick<Order, 'eventName' | 'eventDate' | 'invitationCount'>
  customer: Customer
}

/** Returns a ready text for an order, with the name of its customer. */
function readyTextFor(ready: ReadyText, { eventName, eventDate, invitationCount }: ReplyFormProps['order'], name: string) {
  const count = formatCountedNoun(invitationCount, text.orders.countWord)
  return `${words.greeting(name)}\n${words.bodies[ready](`«${eventName}»، ${formatGregorianDay(eventDate)}، ${count}`)}`
}

/** Renders a reply from a ready text, and links that open it in WhatsApp or in a mail program. An opened reply is noted in the timeline. */
export function ReplyForm({ subject, order, customer }: ReplyFormProps) {
  const { draft = { ready: 'accepted', typed: {} }, keep } = useTabDraft<Reply>(`reply ${Object.values(subject)[0]}`)
  const [{ ready, typed }, setReply] = useState(draft)
  const { callingCode } = useCallingCode()
  const { mutateAsync } = useNoteReply(subject)
  const body = typed[ready] ?? readyTextFor(ready, order, customer.name)
  const isEmpty = body.trim() === ''

  function change(changes: Partial<Reply>) {
    const changed = { ready, typed, ...changes }
    setReply(changed)
    keep(changed)
  }

  /** Notes that the reply was opened. The form then forgets the text for the next time. */
  function note(channel: ReplyChannel) {
    keep({ ready, typed: {} })
    void mutateAsync({ ...subject, channel, body }).catch(() => notify.failure(words.noteFailed))
  }

  return (
    <section aria-label={words.reply} className="grid gap-3">
      <h3 className="font-semibold text-foreground">{words.reply}</h3>
      <SelectField
        className="max-w-60"
        label={words.ready}
        onChange={chosen => change({ ready: chosen as ReadyText })}
        options={readyOptions}
        value={ready}
      />
      <TextAreaField
        description={words.bodyHint}
        label={words.body}
        maxLength={MAX_REPLY_LENGTH}
        onChange={given => change({ typed: { ...typed, [ready]: given } })}
        rows={4}
        value={body}
      />
      {!isEmpty && (
        <div className="flex flex-wrap gap-2">
          {callingCode !== undefined && (
            <ExternalLinkButton
              onFollow={() => note('whatsapp')}
              to={`https://wa.me/${toInternationalDigits(customer.phone, callingCode)}?text=${encodeURIComponent(body)}`}
            >
              <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.7} />
              {words.byWhatsapp}
            </ExternalLinkButton>
          )}
          {customer.email && (
            <ExternalLinkButton
              onFollow={() => note('mail')}
              to={mailtoUrl(customer.email, { subject: words.subject(order.eventName), body })}
            >
              <Mail aria-hidden="true" className="size-4" strokeWidth={1.7} />
              {words.byMail}
            </ExternalLinkButton>
          )}
        </div>
      )}
    </section>
  )
}

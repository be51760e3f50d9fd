import { MAX_MESSAGE_LENGTH } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { fillMessage, MESSAGE_PLACEHOLDERS } from '@hudur/core/invitations/message'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { useRef, useState } from 'react'
import { useUpdateEvent } from '../../backend/hooks/use-event.ts'
import { usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx'
import { messageValues, type SuggestedMessageName, suggestedMessage } from '../invitations/guest-message.ts'
import { MessageWarnings } from './message-gaps.tsx'
import type { SendingEvent } from './send-queue.ts'

const words = text.sending.editor

const SUGGESTED_MESSAGES = Object.keys(words.names) as SuggestedMessageName[]

type MessageDialogProps = {
  event: SendingEvent
  invitation: Invitation
  message: string
  onMessage: (message: string) => void
  /** The field of the event in which the text is saved; undefined if it is only for this round. */
  savedAs: 'message' | 'thanksMessage' | undefined
  onClose: () => void
}

/** Renders the editor of the message text, with placeholders that are filled in for each guest, and a preview for one guest. */
export function MessageDialog({ event, invitation, message, onMessage, savedAs, onClose }: MessageDialogProps) {
  const update = useUpdateEvent()
  const [draft, setDraft] = useState(message)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const values = messageValues(invitation, event, usePublicOrigin())

  function insertPlaceholder(word: string) {
    const { selectionStart: start, selectionEnd: end } = field.current ?? { selectionStart: draft.length, selectionEnd: draft.length }
    setDraft(`${draft.slice(0, start)}{${word}}${draft.slice(end)}`)
    field.current?.focus()
  }

  async function saveMessage() {
    const trimmed = draft.trim()
    if (trimmed === '') return setError(words.empty)
    if (trimmed.length > MAX_MESSAGE_LENGTH) return setError(texts.tooLong(MAX_MESSAGE_LENGTH))
    try {
      if (savedAs !== undefined && trimmed !== event[savedAs]) {
        await update.mutateAsync({ id: event.id, [savedAs]: trimmed })
        notify.done(words.saved)
      }
      onMessage(trimmed)
      onClose()
    } catch (failure) {
      setError(failure instanceof Refusal ? failure.message : text.sending.noAnswer)
    }
  }

  return (
    <UnsavedDialog
      footer={
        <Button className="w-full" isPending={update.isPending} onPress={() => void saveMessage()}>
          {savedAs ? words.save : words.use}
        </Button>
      }
      isChanged={draft !== message}
      isDismissable={false}
      isOpen
      onDiscard={onClose}
      onOpenChange={onClose}
      onSave={() => void saveMessage()}
      title={words.title}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <fieldset>
          <legend className="mb-2 text-muted text-sm">{words.ready}</legend>
          <div className="flex flex-wrap gap-2">
            {SUGGESTED_MESSAGES.map(which => (
              <Button key={which} onPress={() => setDraft(suggestedMessage(which, event))} size="sm" variant="outline">
                {words.names[which]}
              </Button>
            ))}
          </div>
        </fieldset>
        <TextAreaField error={error} label={text.sending.message} onChange={setDraft} ref={field} rows={6} value={draft} />
        <fieldset>
          <legend className="mb-2 text-muted text-sm">{words.words}</legend>
          <div className="flex flex-wrap gap-2">
            {Object.values(MESSAGE_PLACEHOLDERS).map(word => (
              <Button aria-label={words.insert(word)} key={word} onPress={() => insertPlaceholder(word)} size="sm" variant="outline">
                {`{${word}}`}
              </Button>
            ))}
          </div>
        </fieldset>
        <MessageWarnings event={event} isThanks={savedAs === 'thanksMessage'} message={draft} />
        <section aria-label={text.sending.received} className="rounded-lg bg-surface-secondary p-3">
          <h3 className="mb-1 text-muted text-sm">{text.sending.received}</h3>
          <p className="whitespace-pre-line break-words leading-8" dir="auto">
            {fillMessage(draft, values)}
          </p>
        </section>
        {!savedAs && <p className="text-muted text-sm">{words.onlyNow}</p>}
      </div>
    </UnsavedDialog>
  )
}

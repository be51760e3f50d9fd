import { MAX_MESSAGE_LENGTH } from '@hudur/core/events/contract'
import { sideMessageOf } from '@hudur/core/events/side-messages'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { fillMessage, MESSAGE_PLACEHOLDERS } from '@hudur/core/invitations/message'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { useRef, useState } from 'react'
import { useUpdateEvent } from '../../backend/hooks/use-event.ts'
import { usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { FilterButtons } from '../../ui/filter-buttons.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx'
import { initialMessage, messageValues, type SuggestedMessageName, suggestedMessage } from '../invitations/guest-message.ts'
import { MessageWarnings } from './message-gaps.tsx'
import type { SendGroup, SendingEvent } from './send-queue.ts'

const words = text.sending.editor
const sideWords = text.sendingRound.sideMessages

const SUGGESTED_MESSAGES = Object.keys(words.names) as SuggestedMessageName[]

type MessageDialogProps = {
  event: SendingEvent
  invitation: Invitation
  message: string
  group: SendGroup
  onMessage: (message: string) => void
  /** The field of the event in which the text is saved; undefined if it is only for this round. */
  savedAs: 'message' | 'thanksMessage' | undefined
  /** The sides that can have a text of their own in place of the event's `message`. */
  sides: readonly string[]
  onClose: () => void
}

/**
 * Holds the text of the event and the texts of its sides while they are edited. `side` is the side whose text is shown, '' for the event's; at
 * first that of the guest, if it has a text. A side without a text shows that of the event, and gets one only where the two differ. `changes`
 * are the texts to store; an empty one removes the text of its side.
 */
function useDrafts({ event, invitation, message, savedAs }: Pick<MessageDialogProps, 'event' | 'invitation' | 'message' | 'savedAs'>) {
  const storedOf = (of: string) => sideMessageOf(event.sideMessages, of)
  const general = savedAs === 'message' ? initialMessage('unsent', event) : message
  const [side, setSide] = useState(savedAs === 'message' && storedOf(invitation.side ?? '') !== undefined ? invitation.side! : '')
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({})
  const generalDraft = drafts[''] ?? general
  const changes = Object.entries(drafts).flatMap(([of, draft]) => {
    const trimmed = draft.trim()
    if (of === '') return savedAs !== undefined && trimmed === event[savedAs] ? [] : [{ side: of, message: trimmed }]
    const own = trimmed === generalDraft.trim() ? '' : trimmed
    return own === (storedOf(of) ?? '') ? [] : [{ side: of, message: own }]
  })
  return {
    ...{ side, setSide, changes },
    draft: drafts[side] ?? storedOf(side) ?? generalDraft,
    setDraft: (draft: string) => setDrafts(before => ({ ...before, [side]: draft })),
    isChanged: Object.entries(drafts).some(([of, draft]) => draft !== (storedOf(of) ?? general)),
  }
}

/** Renders the editor of the message text, with placeholders that are filled in for each guest, and a preview for one guest. */
export function MessageDialog({ event, invitation, message, group, onMessage, savedAs, sides, onClose }: MessageDialogProps) {
  const update = useUpdateEvent()
  const { side, setSide, draft, setDraft, changes, isChanged } = useDrafts({ event, invitation, message, savedAs })
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
    const bad = changes.find(({ message: changed, side: of }) => (of === '' && changed === '') || changed.length > MAX_MESSAGE_LENGTH)
    if (bad) {
      setSide(bad.side)
      return setError(bad.message === '' ? words.empty : texts.tooLong(MAX_MESSAGE_LENGTH))
    }
    try {
      if (savedAs !== undefined && changes.length > 0) {
        const general = changes.find(change => change.side === '')
        const sideMessages = changes.filter(change => change.side !== '')
        await update.mutateAsync({
          id: event.id,
          ...(general && { [savedAs]: general.message }),
          ...(sideMessages.length > 0 && { sideMessages }),
        })
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
      isChanged={isChanged}
      isDismissable={false}
      isOpen
      onDiscard={onClose}
      onOpenChange={onClose}
      onSave={() => void saveMessage()}
      title={words.title}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {savedAs === 'message' && sides.length > 0 && (
          <FilterButtons
            label={sideWords.label}
            onChange={setSide}
            options={['', ...sides].map(id => ({ id, label: id || sideWords.all, count: undefined }))}
            value={side}
          />
        )}
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
        <TextAreaField
          error={error}
          label={side === '' ? text.sending.message : sideWords.messageOf(side)}
          onChange={setDraft}
          ref={field}
          rows={6}
          value={draft}
        />
        {side !== '' && <p className="text-muted text-sm">{sideWords.hint}</p>}
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
        <MessageWarnings event={event} group={group} message={draft} />
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

import { MAX_ANSWER_NOTE_LENGTH } from '@hudur/core/invitations/answer'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatInvitationMoment } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx'
import { useWriteAnswer } from './queries.ts'
import { invitationTitle } from './status.tsx'

const words = text.data.answer

/** Renders the guest's answer (RSVP), and a button with which the host records an answer that the guest gave by other means. */
export function GuestAnswerSection({ invitation, onChange }: { invitation: Invitation; onChange: (invitation: Invitation) => void }) {
  const [isWriting, setWriting] = useState(false)
  const { answer } = invitation
  return (
    <section aria-label={words.title}>
      <h3 className="mb-1 font-semibold text-sm">{words.title}</h3>
      {answer ? (
        <p className="text-sm">
          {answer.attends ? words.attends(formatCountedNoun(answer.people, text.data.personWord)) : words.declined}
          {answer.note && (
            <bdi className="block break-words" dir="auto">
              «{answer.note}»
            </bdi>
          )}
          <Numeric className="block text-muted text-xs">{formatInvitationMoment(answer.at)}</Numeric>
        </p>
      ) : (
        <p className="text-muted text-sm">{words.none}</p>
      )}
      {invitation.state === 'valid' && (
        <Button className="mt-2" onPress={() => setWriting(true)} size="sm" variant="outline">
          {words.write}
        </Button>
      )}
      {isWriting && (
        <AnswerDialog
          invitation={invitation}
          onClose={() => setWriting(false)}
          onSaved={changed => {
            setWriting(false)
            onChange(changed)
          }}
        />
      )}
    </section>
  )
}

type AnswerDialogProps = { invitation: Invitation; onSaved: (invitation: Invitation) => void; onClose: () => void }

function AnswerDialog({ invitation, onSaved, onClose }: AnswerDialogProps) {
  const { answer, maxScans } = invitation
  const write = useWriteAnswer()
  const [attends, setAttends] = useState<'yes' | 'no'>(answer?.attends === false ? 'no' : 'yes')
  const [people, setPeople] = useState(answer?.attends ? Math.min(answer.people, maxScans) : maxScans)
  const [note, setNote] = useState(answer?.note ?? '')
  const typed = [attends, people, note]
  const [initial] = useState(() => JSON.stringify(typed))
  const isValid = attends === 'no' || (people >= 1 && people <= maxScans)

  const saveAnswer = () =>
    write.mutate(
      { id: invitation.id, attends: attends === 'yes', ...(attends === 'yes' && { people }), note },
      {
        onSuccess(changed) {
          notify.done(words.saved)
          onSaved(changed)
        },
        onError: error => notify.failure(error instanceof Refusal ? error.message : text.data.cardChanges.failed),
      },
    )

  return (
    <UnsavedDialog
      footer={
        <>
          <Button isDisabled={write.isPending} onPress={onClose} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button isDisabled={!isValid} isPending={write.isPending} onPress={saveAnswer}>
            {text.ui.save}
          </Button>
        </>
      }
      isChanged={!write.isPending && JSON.stringify(typed) !== initial}
      isDismissable={false}
      isOpen
      onDiscard={onClose}
      onOpenChange={() => write.isPending || onClose()}
      onSave={() => isValid && saveAnswer()}
      title={words.question(invitationTitle(invitation))}
    >
      <div className="grid gap-5">
        <SegmentedField
          label={words.title}
          onChange={setAttends}
          options={[
            { id: 'yes', label: words.yes },
            { id: 'no', label: words.no },
          ]}
          value={attends}
        />
        {attends === 'yes' && maxScans > 1 && (
          <NumberField label={words.people} maxValue={maxScans} minValue={1} onChange={setPeople} value={people} />
        )}
        <TextField label={words.note} maxLength={MAX_ANSWER_NOTE_LENGTH} onChange={setNote} value={note} />
      </div>
    </UnsavedDialog>
  )
}

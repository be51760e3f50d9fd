import { asksForChildren } from '@hudur/core/events/house-lines'
import { MAX_ANSWER_NOTE_LENGTH } from '@hudur/core/invitations/answer'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { useEvent } from '../../backend/hooks/use-event.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatInvitationMoment, formatWholeNumber } from '../../text/format.ts'
import { formatPeople } from '../../text/people.ts'
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

const GiveAwayDialog = deferredComponent(
  async () => (await import('./give-away-dialog.tsx')).GiveAwayDialog,
  () => null,
)

/** Renders the guest's answer (RSVP), and a button with which the host records an answer that the guest gave by other means. */
export function GuestAnswerSection({ invitation, onChange }: { invitation: Invitation; onChange: (invitation: Invitation) => void }) {
  const [isWriting, setWriting] = useState(false)
  const [isGiving, setGiving] = useState(false)
  const { answer } = invitation
  return (
    <section aria-label={words.title}>
      <h3 className="mb-1 font-semibold text-sm">{words.title}</h3>
      {answer ? (
        <p className="text-sm">
          {answer.attends ? words.attends(formatPeople(answer.people, answer.children, text.data.personWord)) : words.declined}
          {answer.isForFormerDay && <span className="block">{words.forFormerDay}</span>}
          {answer.announced !== null && <span className="block">{words.reduced(formatWholeNumber(answer.announced))}</span>}
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
      {invitationRules.canBeGivenAway(invitation) && (
        <Button className="ms-2 mt-2" onPress={() => setGiving(true)} size="sm" variant="outline">
          {words.giveAway.open}
        </Button>
      )}
      {isGiving && (
        <GiveAwayDialog
          invitation={invitation}
          onClose={() => setGiving(false)}
          onGiven={given => {
            setGiving(false)
            onChange(given)
          }}
        />
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
  const [children, setChildren] = useState(answer?.attends ? answer.children : invitation.children)
  const [note, setNote] = useState(answer?.note ?? '')
  const event = useEvent(invitation.eventId ?? '').data
  const hasChildren = children > 0 || (event !== undefined && asksForChildren(event))
  const typed = [attends, people, children, note]
  const [initial] = useState(() => JSON.stringify(typed))
  const isValid = attends === 'no' || (people >= 1 && people <= maxScans && children <= people)

  function changePeople(now: number) {
    setPeople(now)
    if (now >= 1) setChildren(before => Math.min(before, now))
  }

  async function saveAnswer() {
    try {
      const announced = attends === 'yes' && { people, children }
      const changed = await write.mutateAsync({ id: invitation.id, attends: attends === 'yes', ...announced, note })
      notify.done(words.saved)
      onSaved(changed)
    } catch (error) {
      notify.failure(error instanceof Refusal ? error.message : text.data.cardChanges.failed)
    }
  }

  return (
    <UnsavedDialog
      footer={close => (
        <>
          <Button isDisabled={write.isPending} onPress={close} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button isDisabled={!isValid} isPending={write.isPending} onPress={saveAnswer}>
            {text.ui.save}
          </Button>
        </>
      )}
      isChanged={!write.isPending && JSON.stringify(typed) !== initial}
      isDismissable={false}
      isOpen
      onDiscard={onClose}
      onOpenChange={() => write.isPending || onClose()}
      onSave={() => isValid && void saveAnswer()}
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
          <NumberField label={words.people} maxValue={maxScans} minValue={1} onChange={changePeople} value={people} />
        )}
        {attends === 'yes' && maxScans > 1 && hasChildren && (
          <NumberField label={words.children} maxValue={people} minValue={0} onChange={setChildren} value={children} />
        )}
        <TextField label={words.note} maxLength={MAX_ANSWER_NOTE_LENGTH} onChange={setNote} value={note} />
      </div>
    </UnsavedDialog>
  )
}

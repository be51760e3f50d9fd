import { isClockFarOff } from '@hudur/core/check-in/clock-offset'
import { MAX_UNDO_REASON_LENGTH } from '@hudur/core/check-in/contract'
import type { AdmissionHistoryEntry, Invitation } from '@hudur/core/invitations/invitation'
import { guestLabel } from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatInvitationMoment } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { useUndoAdmission } from './queries.ts'

const words = text.admissions

type AdmissionEntryProps = { admission: AdmissionHistoryEntry; invitation: Invitation; onUndone: (invitation: Invitation) => void }

/** Shows people, gate and device time of an admission, and a button with which the owner undoes it, whenever it was. */
export function AdmissionEntry({ admission: entry, invitation, onUndone }: AdmissionEntryProps) {
  const [isUndoing, setUndoing] = useState(false)
  const people = formatCountedNoun(entry.people, words.personWord)
  return (
    <>
      {words.admitted(people)}
      {' · '}
      <bdi>{entry.gate || words.anyGate}</bdi>
      {entry.isUndone && <span className="font-semibold"> · {words.admissionUndone}</span>}
      {entry.deviceAt && (
        <span className="block text-muted text-xs">
          {words.deviceClock(formatInvitationMoment(entry.deviceAt))}
          {isClockFarOff(Date.parse(entry.at) - Date.parse(entry.deviceAt)) && ` · ${words.clockFarOff}`}
        </span>
      )}
      {!entry.isUndone && entry.admission !== null && (
        <Button className="my-1 block" onPress={() => setUndoing(true)} size="sm" variant="outline">
          {words.undo}
        </Button>
      )}
      {isUndoing && (
        <UndoDialog
          entry={entry}
          invitation={invitation}
          onClose={() => setUndoing(false)}
          onUndone={changed => {
            setUndoing(false)
            notify.done(words.undone)
            if (changed) onUndone(changed)
          }}
          people={people}
        />
      )}
    </>
  )
}

type UndoDialogProps = {
  entry: AdmissionHistoryEntry
  invitation: Invitation
  people: string
  onClose: () => void
  onUndone: (invitation: Invitation | null) => void
}

function UndoDialog({ entry, invitation, people, onClose, onUndone }: UndoDialogProps) {
  const undo = useUndoAdmission()
  // The same key for each attempt, so that an undo whose answer was lost counts once.
  const [nonce] = useState(newIdempotencyKey)
  const [reason, setReason] = useState('')

  const sendUndo = () =>
    undo.mutate(
      {
        nonce,
        admission: entry.admission!,
        qr_code: invitation.id,
        admittedAt: entry.deviceAt ?? entry.at,
        undoneAt: new Date().toISOString(),
        reason,
      },
      {
        onSuccess: ({ invitation: changed }) => onUndone(changed),
        onError: error => notify.failure(error instanceof Refusal ? error.message : words.failed),
      },
    )

  return (
    <Dialog
      footer={
        <>
          <Button isDisabled={undo.isPending} onPress={onClose} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button isDisabled={reason.trim() === ''} isPending={undo.isPending} onPress={sendUndo}>
            {words.undo}
          </Button>
        </>
      }
      isDismissable={false}
      isOpen
      onOpenChange={() => undo.isPending || onClose()}
      title={words.undoQuestion(guestLabel(invitation))}
    >
      <p className="mb-4">{words.undoConsequence(people)}</p>
      <TextField label={words.undoReason} maxLength={MAX_UNDO_REASON_LENGTH} onChange={setReason} value={reason} />
    </Dialog>
  )
}

import { isClockFarOff } from '@hudur/core/check-in/clock-offset'
import { MAX_UNDO_REASON_LENGTH } from '@hudur/core/check-in/contract'
import type { AdmissionHistoryEntry, AttemptHistoryEntry, Invitation } from '@hudur/core/invitations/invitation'
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

/** Shows the gate and the device time of a scan that admitted nobody. */
export const AttemptEntry = ({ attempt }: { attempt: AttemptHistoryEntry }) => (
  <>
    {words.attempts[attempt.outcome]}
    {' · '}
    <bdi>{attempt.gate || words.anyGate}</bdi>
    <DeviceTime entry={attempt} />
  </>
)

/** Shows when a scan was made, by the device's clock. */
const DeviceTime = ({ entry: { at, deviceAt } }: { entry: Pick<AttemptHistoryEntry, 'at' | 'deviceAt'> }) =>
  deviceAt && (
    <span className="block text-muted text-xs">
      {words.deviceClock(formatInvitationMoment(deviceAt))}
      {isClockFarOff(Date.parse(at) - Date.parse(deviceAt)) && ` · ${words.clockFarOff}`}
    </span>
  )

type AdmissionEntryProps = { admission: AdmissionHistoryEntry; invitation: Invitation; onUndone: (invitation: Invitation) => void }

/** Shows people, gate and device time of an admission or an exit. The owner gets a button that undoes it at any time. */
export function AdmissionEntry({ admission: entry, invitation, onUndone }: AdmissionEntryProps) {
  const [isUndoing, setUndoing] = useState(false)
  const people = formatCountedNoun(entry.people, words.personWord)
  const isExit = entry.kind === 'exit'
  const { undo, undone } = isExit ? words.exit : words.admission
  return (
    <>
      {(isExit ? words.exited : words.admitted)(people)}
      {' · '}
      <bdi>{entry.gate || words.anyGate}</bdi>
      {entry.isUndone && <span className="font-semibold"> · {isExit ? words.exitUndone : words.admissionUndone}</span>}
      {entry.undoReason !== null && (
        <span className="block break-words text-muted text-xs">
          {words.undoReason}: <bdi>{entry.undoReason}</bdi>
        </span>
      )}
      <DeviceTime entry={entry} />
      {!entry.isUndone && (
        <Button className="my-1 block" onPress={() => setUndoing(true)} size="sm" variant="outline">
          {undo}
        </Button>
      )}
      {isUndoing && (
        <UndoDialog
          entry={entry}
          invitation={invitation}
          onClose={() => setUndoing(false)}
          onUndone={changed => {
            setUndoing(false)
            notify.done(undone)
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
  const texts = entry.kind === 'exit' ? words.exit : words.admission
  // All attempts have the same key, so that an undo whose answer was lost counts once.
  const [nonce] = useState(newIdempotencyKey)
  const [reason, setReason] = useState('')

  async function sendUndo() {
    try {
      const { invitation: changed } = await undo.mutateAsync({
        nonce,
        admission: entry.admission,
        qr_code: invitation.id,
        admittedAt: entry.deviceAt ?? entry.at,
        undoneAt: new Date().toISOString(),
        reason,
      })
      onUndone(changed)
    } catch (error) {
      notify.failure(error instanceof Refusal ? error.message : words.failed)
    }
  }

  return (
    <Dialog
      footer={
        <>
          <Button isDisabled={undo.isPending} onPress={onClose} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button isDisabled={reason.trim() === ''} isPending={undo.isPending} onPress={sendUndo}>
            {texts.undo}
          </Button>
        </>
      }
      isDismissable={false}
      isOpen
      onOpenChange={() => undo.isPending || onClose()}
      title={texts.undoQuestion(guestLabel(invitation))}
    >
      <p className="mb-4">{texts.undoConsequence(people)}</p>
      <TextField label={words.undoReason} maxLength={MAX_UNDO_REASON_LENGTH} onChange={setReason} value={reason} />
    </Dialog>
  )
}

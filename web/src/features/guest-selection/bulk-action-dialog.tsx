import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { type BulkAction, useBulkAction } from '../../backend/hooks/use-invitations.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/toast.tsx'

const words = text.eventGuests

type BulkActionDialogProps = {
  action: BulkAction
  invitations: readonly Invitation[]
  onClose: () => void
  /** Called with the invitations that were not processed: none, unless an error occurred. */
  onDone: (remaining: readonly Invitation[]) => void
}

/** Asks for confirmation, then reissues, cancels or deletes the invitations, and shows the progress. */
export function BulkActionDialog({ action, invitations: selectedInvitations, onClose, onDone }: BulkActionDialogProps) {
  // Keeps the invitations with which the dialog was opened, because the selection changes when the list is reloaded.
  const [invitations] = useState(selectedInvitations)
  const { run, isPending, doneCount } = useBulkAction(action)
  const [failure, setFailure] = useState<{ remaining: readonly Invitation[]; why: string }>()
  const actionWords = words.many[action]
  const total = invitations.length

  async function runConfirmedAction() {
    const { doneCount: done, error } = await run(invitations.map(({ id }) => id))
    if (error === undefined) {
      notify.done(actionWords.done(formatCountedNoun(done, words.genitiveGuestWord)))
      return onDone([])
    }
    setFailure({ remaining: invitations.slice(done), why: error instanceof Refusal ? error.message : text.generator.noAnswer })
  }

  return (
    <>
      <ConfirmDialog
        confirm={actionWords.label}
        dismiss={actionWords.dismiss}
        isDanger={action !== 'reissue'}
        isOpen
        isPending={isPending}
        onConfirm={() => void runConfirmedAction()}
        onOpenChange={onClose}
        title={actionWords.question(formatCountedNoun(total, words.genitiveGuestWord))}
      >
        {actionWords.means}
        <span className="mt-2 block font-medium" role="status">
          {isPending && words.many.progress(formatWholeNumber(doneCount), formatWholeNumber(total))}
        </span>
      </ConfirmDialog>
      <AlertBox
        onClose={() => onDone(failure?.remaining ?? [])}
        title={failure && actionWords.failed(formatCountedNoun(failure.remaining.length, words.guestWord))}
      >
        {failure?.why} {failure && words.many.leftSelected}
      </AlertBox>
    </>
  )
}

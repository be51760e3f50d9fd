import { type Invitation, Refusal } from '@hudur/core'
import { useState } from 'react'
import { text } from '../../text/ar.ts'
import { counted, wholeNumber } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { say } from '../../ui/toast.tsx'
import { type ManyAction, useManyInvitations } from './queries.ts'

const words = text.events.guests

type ManyDialogProps = {
  action: ManyAction
  invitations: readonly Invitation[]
  onClose: () => void
  /** Called with the invitations that remain to be done: none, except after an error. */
  onDone: (left: readonly Invitation[]) => void
}

/** Asks for confirmation with the number of guests, then acts on their invitations, says how far it is, and after an error how many are left. */
export function ManyDialog({ action, invitations: given, onClose, onDone }: ManyDialogProps) {
  // The selection changes while the list is read again.
  const [invitations] = useState(given)
  const { run, isPending, doneCount } = useManyInvitations(action)
  const [failure, setFailure] = useState<{ left: readonly Invitation[]; why: string }>()
  const said = words.many[action]
  const total = invitations.length

  async function confirm() {
    const { doneCount: done, error } = await run(invitations.map(({ id }) => id))
    if (error === undefined) {
      say.done(said.done(counted(done, words.guestWord)))
      return onDone([])
    }
    setFailure({ left: invitations.slice(done), why: error instanceof Refusal ? error.message : text.generator.noAnswer })
  }

  return (
    <>
      <ConfirmDialog
        confirm={said.label}
        dismiss={said.dismiss}
        isDanger={action !== 'reissue'}
        isOpen
        isPending={isPending}
        onConfirm={() => void confirm()}
        onOpenChange={onClose}
        title={said.question(counted(total, words.guestWord))}
      >
        {said.means}
        <span className="mt-2 block font-medium" role="status">
          {isPending && words.many.progress(wholeNumber(doneCount), wholeNumber(total))}
        </span>
      </ConfirmDialog>
      <AlertBox onClose={() => onDone(failure?.left ?? [])} title={failure && said.failed(counted(failure.left.length, words.guestWord))}>
        {failure?.why} {failure && words.many.leftSelected}
      </AlertBox>
    </>
  )
}

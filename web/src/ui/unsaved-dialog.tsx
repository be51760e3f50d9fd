import { useState } from 'react'
import { text } from '../text/ar.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-window.tsx'

const words = text.unsaved

type UnsavedDialogProps = DialogProps & { isChanged: boolean; onSave: () => void; onDiscard: () => void }

/** Renders a dialog whose changes are not saved yet. Closing it asks whether to save or to discard them, and does not ask without changes. */
export function UnsavedDialog({ isChanged, onSave, onDiscard, ...dialog }: UnsavedDialogProps) {
  const [isAsking, setAsking] = useState(false)
  function answer(act: () => void) {
    setAsking(false)
    act()
  }
  return (
    <>
      <Dialog {...dialog} onOpenChange={isOpen => (isChanged && !isOpen ? setAsking(true) : dialog.onOpenChange(isOpen))} />
      <ConfirmDialog
        confirm={words.save}
        dismiss={words.discard}
        isOpen={isAsking}
        onConfirm={() => answer(onSave)}
        onDismiss={() => answer(onDiscard)}
        onOpenChange={setAsking}
        title={words.question}
      >
        {words.means}
      </ConfirmDialog>
    </>
  )
}

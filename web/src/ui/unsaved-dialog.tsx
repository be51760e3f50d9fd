import { type ReactNode, useState } from 'react'
import { text } from '../text/ar.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { useLeaveQuestion } from './use-leave-question.ts'

const words = text.unsaved

type UnsavedDialogProps = Omit<DialogProps, 'footer'> & {
  isChanged: boolean
  /** Whether the changes stay on the device when the page is reloaded. */
  isDraft?: boolean
  onSave: () => void
  onDiscard: () => void
  /** A function gets one that closes the dialog as its close button does. */
  footer?: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * Renders a dialog whose changes are not saved yet. Closing it asks whether to save or to discard them, and the browser asks before the page
 * is reloaded or left; neither asks without changes.
 */
export function UnsavedDialog({ isChanged, isDraft = false, onSave, onDiscard, footer, ...dialog }: UnsavedDialogProps) {
  const [isAsking, setAsking] = useState(false)
  useLeaveQuestion(isChanged && !isDraft && dialog.isOpen)
  const changeOpen = (isOpen: boolean) => (isChanged && !isOpen ? setAsking(true) : dialog.onOpenChange(isOpen))
  function answer(act: () => void) {
    setAsking(false)
    act()
  }
  return (
    <>
      <Dialog {...dialog} footer={typeof footer === 'function' ? footer(() => changeOpen(false)) : footer} onOpenChange={changeOpen} />
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

import { laterDialog } from '../loading/later.tsx'
import { useDialogHistory } from './dialog-history.ts'
import type { DialogProps } from './dialog-window.tsx'

const Window = laterDialog<DialogProps>(async () => (await import('./dialog-window.tsx')).DialogWindow)

/** A dialog over the page. Escape, the close button and the browser's Back close it, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  useDialogHistory(props.isOpen, () => props.onOpenChange(false))
  return <Window {...props} />
}

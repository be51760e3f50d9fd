import { deferredDialog } from './deferred-dialog.tsx'
import { useDialogHistory } from './dialog-history.ts'
import type { DialogProps } from './dialog-window.tsx'

const LazyDialogWindow = deferredDialog(async () => (await import('./dialog-window.tsx')).DialogWindow)

/** Renders a dialog. Escape, the close button and the browser's Back close it. The focus then returns to the element that had it. */
export function Dialog(props: DialogProps) {
  useDialogHistory(props.isOpen, () => props.onOpenChange(false))
  return <LazyDialogWindow {...props} />
}

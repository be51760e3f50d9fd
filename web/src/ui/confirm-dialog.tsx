import type { ConfirmDialogProps } from './confirm-window.tsx'
import { deferredDialog } from './deferred-dialog.tsx'
import { useDialogHistory } from './dialog-history.ts'

const LazyConfirmWindow = deferredDialog(async () => (await import('./confirm-window.tsx')).ConfirmWindow)

/** Asks for confirmation. While the action is pending the user cannot close the dialog, so that the user sees the outcome. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const changeUnlessPending = (isOpen: boolean) => {
    if (!props.isPending) props.onOpenChange(isOpen)
  }
  useDialogHistory(props.isOpen, () => changeUnlessPending(false))
  return <LazyConfirmWindow {...props} onOpenChange={changeUnlessPending} />
}

import type { ConfirmDialogProps } from './confirm-window.tsx'
import { deferredDialog } from './deferred-dialog.tsx'
import { useDialogHistory } from './dialog-history.ts'

const LazyConfirmWindow = deferredDialog<ConfirmDialogProps>(async () => (await import('./confirm-window.tsx')).ConfirmWindow)

/**
 * Renders a dialog that asks for confirmation. The parent component closes it. While the action is pending the user cannot close it, so
 * that the user sees the outcome.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const changeUnlessPending = (isOpen: boolean) => {
    if (!props.isPending) props.onOpenChange(isOpen)
  }
  useDialogHistory(props.isOpen, () => changeUnlessPending(false))
  return <LazyConfirmWindow {...props} onOpenChange={changeUnlessPending} />
}

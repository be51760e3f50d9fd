import { laterDialog } from '../loading/later.tsx'
import type { ConfirmDialogProps } from './confirm-window.tsx'
import { useDialogHistory } from './dialog-history.ts'

const Window = laterDialog<ConfirmDialogProps>(async () => (await import('./confirm-window.tsx')).ConfirmWindow)

/**
 * Asks for confirmation. It stays open until its owner closes it. While the action is pending it cannot be closed, because the outcome
 * would go unnoticed.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const change = (isOpen: boolean) => {
    if (!props.isPending) props.onOpenChange(isOpen)
  }
  useDialogHistory(props.isOpen, () => change(false))
  return <Window {...props} onOpenChange={change} />
}

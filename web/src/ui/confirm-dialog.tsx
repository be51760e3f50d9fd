import { AlertDialog } from '@heroui/react'
import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import { useDialogHistory } from './dialog-history.ts'

type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The question, naming the thing: «حذف دعوة خالد؟». */
  title: string
  /** What follows from a yes. */
  children: ReactNode
  /** The verb. */
  confirm: string
  onConfirm: () => void
  /** The verb cannot be undone. */
  isDanger?: boolean
  isPending?: boolean
}

/** Asks before something is done. It stays until its opener closes it, and while it is done nothing else does: nobody would hear how it went. */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  children,
  confirm,
  onConfirm,
  isDanger = false,
  isPending = false,
}: ConfirmDialogProps) {
  const change = (open: boolean) => {
    if (!isPending) onOpenChange(open)
  }
  useDialogHistory(isOpen, () => change(false))
  return (
    <AlertDialog.Backdrop isKeyboardDismissDisabled={false} isOpen={isOpen} onOpenChange={change}>
      <AlertDialog.Container size="sm">
        <AlertDialog.Dialog>
          <AlertDialog.Header>
            <AlertDialog.Heading className="display text-2xl">{title}</AlertDialog.Heading>
          </AlertDialog.Header>
          <AlertDialog.Body>{children}</AlertDialog.Body>
          <AlertDialog.Footer>
            <Button isDisabled={isPending} onPress={() => change(false)} variant="outline">
              {text.ui.cancel}
            </Button>
            <Button isPending={isPending} onPress={onConfirm} variant={isDanger ? 'danger' : 'primary'}>
              {confirm}
            </Button>
          </AlertDialog.Footer>
        </AlertDialog.Dialog>
      </AlertDialog.Container>
    </AlertDialog.Backdrop>
  )
}

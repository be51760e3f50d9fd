import { AlertDialog } from '@heroui/react'
import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'

export type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The question as the title of the dialog. It names the object: «حذف دعوة خالد؟». */
  title: string
  /** The text of the dialog: the consequences of confirming. */
  children: ReactNode
  /** The label of the button that confirms. It is a verb. */
  confirm: string
  /** The label of the button that closes the dialog. It is «إلغاء» unless the action itself is a cancellation. */
  dismiss?: string
  onConfirm: () => void
  /** What the button `dismiss` does instead of closing the dialog only. */
  onDismiss?: () => void
  /** Whether the action cannot be undone. The button that confirms is then red. */
  isDanger?: boolean
  isPending?: boolean
}

/** Renders the content of a `ConfirmDialog`. Its script is loaded when the dialog first opens, or earlier when the browser is idle. */
export function ConfirmWindow({
  isOpen,
  onOpenChange,
  title,
  children,
  confirm,
  dismiss = text.ui.cancel,
  onConfirm,
  onDismiss = () => onOpenChange(false),
  isDanger = false,
  isPending = false,
}: ConfirmDialogProps) {
  return (
    <AlertDialog.Backdrop isKeyboardDismissDisabled={false} isOpen={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Container size="sm">
        <AlertDialog.Dialog>
          <AlertDialog.Header>
            <AlertDialog.Heading className="display text-2xl">{title}</AlertDialog.Heading>
          </AlertDialog.Header>
          <AlertDialog.Body>{children}</AlertDialog.Body>
          <AlertDialog.Footer>
            <Button isDisabled={isPending} onPress={onDismiss} variant="outline">
              {dismiss}
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

import { AlertDialog } from '@heroui/react'
import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'

export type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The question, which names the object: «حذف دعوة خالد؟». */
  title: string
  /** The consequences of confirming. */
  children: ReactNode
  /** The label of the confirming button: a verb. */
  confirm: string
  /** The label of the other button; «إلغاء» unless the action itself is a cancellation. */
  dismiss?: string
  onConfirm: () => void
  /** Whether the action cannot be undone. */
  isDanger?: boolean
  isPending?: boolean
}

/** The window of a `ConfirmDialog`. */
export function ConfirmWindow({
  isOpen,
  onOpenChange,
  title,
  children,
  confirm,
  dismiss = text.ui.cancel,
  onConfirm,
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
            <Button isDisabled={isPending} onPress={() => onOpenChange(false)} variant="outline">
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

import { AlertDialog } from '@heroui/react'
import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import { useDialogHistory } from './dialog-history.ts'

type AlertBoxProps = {
  /** The text of the error. When it is undefined, the dialog is closed. */
  title: string | undefined
  children?: ReactNode
  onClose: () => void
}

/** Renders a dialog with an error, which stays open until the user closes it. */
export function AlertBox({ title, children, onClose }: AlertBoxProps) {
  useDialogHistory(title !== undefined, onClose)
  return (
    <AlertDialog.Backdrop isKeyboardDismissDisabled={false} isOpen={title !== undefined} onOpenChange={onClose}>
      <AlertDialog.Container size="sm">
        <AlertDialog.Dialog>
          <AlertDialog.Header>
            <AlertDialog.Heading className="font-semibold text-lg">{title}</AlertDialog.Heading>
          </AlertDialog.Header>
          {children && <AlertDialog.Body>{children}</AlertDialog.Body>}
          <AlertDialog.Footer>
            <Button autoFocus onPress={onClose}>
              {text.ui.understood}
            </Button>
          </AlertDialog.Footer>
        </AlertDialog.Dialog>
      </AlertDialog.Container>
    </AlertDialog.Backdrop>
  )
}

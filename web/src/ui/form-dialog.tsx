import { type FormEventHandler, type ReactNode, useId } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { Notice } from './notice.tsx'

type FormDialogProps = Pick<DialogProps, 'title' | 'children' | 'size'> & {
  isOpen?: boolean
  onClose: () => void
  onSubmit: FormEventHandler<HTMLFormElement>
  isSaving: boolean
  submitLabel?: string
  isSubmitDisabled?: boolean
  /** Why saving failed; shown below the fields. */
  failure?: { title: string; text: string } | undefined
  alert?: ReactNode
}

/** Renders a form in a dialog. A press beside the dialog does not close it, nor does anything while saving. */
export function FormDialog({
  isOpen = true,
  onClose,
  onSubmit,
  isSaving,
  submitLabel = text.ui.save,
  isSubmitDisabled = false,
  failure,
  alert,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button isDisabled={isSaving} onPress={onClose} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button form={id} isDisabled={isSubmitDisabled} isPending={isSaving} type="submit">
            {submitLabel}
          </Button>
        </>
      }
      isDismissable={false}
      isOpen={isOpen}
      onOpenChange={() => isSaving || onClose()}
    >
      <form className="grid grid-cols-[minmax(0,1fr)] gap-5" id={id} noValidate onSubmit={onSubmit}>
        {children}
        {failure && (
          <Notice tone="danger">
            <p className="font-medium">{failure.title}</p>
            <p>{failure.text}</p>
          </Notice>
        )}
      </form>
      {alert}
    </Dialog>
  )
}

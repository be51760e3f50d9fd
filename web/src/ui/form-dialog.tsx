import { type FormEventHandler, type ReactNode, useId, useRef } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { Notice } from './notice.tsx'
import { UnsavedDialog } from './unsaved-dialog.tsx'

type FormDialogProps = Pick<DialogProps, 'title' | 'children' | 'size'> & {
  isOpen?: boolean
  onClose: () => void
  /** Whether the form has input that is not saved. Closing the dialog then asks. */
  isChanged: boolean
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
  isChanged,
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
  const form = useRef<HTMLFormElement>(null)
  return (
    <UnsavedDialog
      {...dialog}
      footer={close => (
        <>
          <Button isDisabled={isSaving} onPress={close} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button form={id} isDisabled={isSubmitDisabled} isPending={isSaving} type="submit">
            {submitLabel}
          </Button>
        </>
      )}
      isChanged={isChanged && !isSaving}
      isDismissable={false}
      isOpen={isOpen}
      onDiscard={onClose}
      onOpenChange={() => isSaving || onClose()}
      onSave={() => isSubmitDisabled || form.current?.requestSubmit()}
    >
      <form className="grid grid-cols-[minmax(0,1fr)] gap-5" id={id} noValidate onSubmit={onSubmit} ref={form}>
        {children}
        {failure && (
          <Notice tone="danger">
            <p className="font-medium">{failure.title}</p>
            <p>{failure.text}</p>
          </Notice>
        )}
      </form>
      {alert}
    </UnsavedDialog>
  )
}

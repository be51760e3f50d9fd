import { Modal } from '@heroui/react'
import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'

export type DialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: ReactNode
  children: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'cover' | 'full'
  /** Set this to false if input would be lost when a press beside the dialog closes it. */
  isDismissable?: boolean
}

/** Renders the content of a `Dialog`. Its script is loaded when the dialog first opens, or earlier when the browser is idle. */
export function DialogWindow({ isOpen, onOpenChange, title, children, footer, size = 'md', isDismissable = true }: DialogProps) {
  return (
    <Modal.Backdrop isDismissable={isDismissable} isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal.Container className="short:p-2" scroll="inside" size={size}>
        <Modal.Dialog className="short:max-w-4xl short:p-3">
          <Modal.CloseTrigger aria-label={text.ui.close} className="end-2 top-2 size-11 bg-transparent" />
          <Modal.Header className="pe-8">
            <Modal.Heading className="display text-[min(1.75rem,10vw)]">{title}</Modal.Heading>
          </Modal.Header>
          <Modal.Body>{children}</Modal.Body>
          {footer && <Modal.Footer>{footer}</Modal.Footer>}
        </Modal.Dialog>
      </Modal.Container>
    </Modal.Backdrop>
  )
}

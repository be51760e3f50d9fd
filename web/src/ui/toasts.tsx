import { Toast, toast } from '@heroui/react'
import { text } from '../text/ar.ts'

export { toast }

/** Renders the toasts at the bottom of the screen. `base.css` then makes the page longer, so that no content stays below them. */
export function ToastRegion() {
  return (
    <Toast.Provider className="max-md:bottom-[calc(5rem+env(safe-area-inset-bottom))]" placement="bottom">
      {({ toast: { content, ...shown } }) => (
        <Toast toast={{ content, ...shown }} variant={content.variant ?? 'default'}>
          <Toast.Indicator variant={content.variant ?? 'default'} />
          <Toast.Content>
            <Toast.Title>{content.title}</Toast.Title>
            {content.description && <Toast.Description>{content.description}</Toast.Description>}
          </Toast.Content>
          <Toast.CloseButton aria-label={text.ui.close} />
        </Toast>
      )}
    </Toast.Provider>
  )
}

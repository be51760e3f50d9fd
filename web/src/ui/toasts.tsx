import { Toast, toast } from '@heroui/react'
import { text } from '../text/ar.ts'

export { toast }

/**
 * Renders the toasts at the bottom of the screen, above the navigation of phones. While a toast is visible, `base.css` makes the page
 * longer, so that the user can scroll any content to a position above the toast.
 */
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

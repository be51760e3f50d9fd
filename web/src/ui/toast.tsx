import { Toast, toast } from '@heroui/react'
import { text } from '../text/ar.ts'

/** Shows a message for a few seconds; failures stay longer. */
export const say = {
  done: (message: string) => void toast.success(message),
  news: (message: string) => void toast.info(message),
  warning: (message: string) => void toast.warning(message, { timeout: FAILURE_MS }),
  /** `why` is shown below the message. */
  failure: (message: string, why?: string) => void toast.danger(message, { timeout: FAILURE_MS, ...(why && { description: why }) }),
}

const FAILURE_MS = 8000

/**
 * Shows the toasts; rendered once, at the root. They appear at the foot, above the navigation of phones, and the page is longer while they
 * are shown (`base.css`).
 */
export function Toasts() {
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

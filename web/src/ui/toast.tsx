import { Toast, toast } from '@heroui/react'
import { text } from '../text/ar.ts'

/** Says something that has happened, for a few seconds; a failure stays longer. */
export const say = {
  done: (message: string) => void toast.success(message),
  news: (message: string) => void toast.info(message),
  warning: (message: string) => void toast.warning(message, { timeout: LONGER }),
  /** `why` stands beneath, where somebody gave a reason. */
  failure: (message: string, why?: string) => void toast.danger(message, { timeout: LONGER, ...(why && { description: why }) }),
}

const LONGER = 8000

/** Where the toasts stand: once, at the root. At the foot, above the navigation of phones; the page is longer meanwhile (`base.css`). */
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

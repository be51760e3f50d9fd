import { type ComponentType, useEffect, useState } from 'react'

type Toasts = typeof import('./toasts.tsx')

const FAILURE_MS = 8000

/** The first view of a screen needs no toasts, so they are loaded after it. */
const loadToasts = () => import('./toasts.tsx')

const show = (use: (toast: Toasts['toast']) => void) => void loadToasts().then(({ toast }) => use(toast))

/** Shows a message for a few seconds; failures stay longer. */
export const say = {
  done: (message: string) => show(toast => toast.success(message)),
  news: (message: string) => show(toast => toast.info(message)),
  warning: (message: string) => show(toast => toast.warning(message, { timeout: FAILURE_MS })),
  /** `why` is shown below the message. */
  failure: (message: string, why?: string) =>
    show(toast => toast.danger(message, { timeout: FAILURE_MS, ...(why && { description: why }) })),
}

/** Shows the toasts; rendered once, at the root. */
export function Toasts() {
  const [Region, setRegion] = useState<ComponentType>()
  useEffect(() => {
    void loadToasts().then(({ ToastRegion }) => setRegion(() => ToastRegion))
  }, [])
  return Region && <Region />
}

import { useEffect, useSyncExternalStore } from 'react'
import { waitForFirstView } from '../loading/idle.ts'
import { LONG_RETRY_PAUSES_MS, withRetries } from '../loading/retry.ts'

type ToastsModule = typeof import('./toasts.tsx')

const FAILURE_TOAST_DURATION_MS = 8000

let loadedToasts: ToastsModule | undefined
const listeners = new Set<() => void>()

// The connection is often lost when a message has to be shown. The message then waits until the script of the toasts has been fetched.
const loadToasts = withRetries(async () => {
  loadedToasts = await import('./toasts.tsx')
  for (const listener of listeners) listener()
  return loadedToasts
}, LONG_RETRY_PAUSES_MS)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const showToast = (use: (toast: ToastsModule['toast']) => void) => void loadToasts().then(({ toast }) => use(toast), reportError)

/** Shows a message as a toast for a few seconds. Warnings and failures stay longer. */
export const notify = {
  done: (message: string) => showToast(toast => toast.success(message)),
  news: (message: string) => showToast(toast => toast.info(message)),
  warning: (message: string) => showToast(toast => toast.warning(message, { timeout: FAILURE_TOAST_DURATION_MS })),
  /** `why`, the reason of the failure, is shown below the message. */
  failure: (message: string, why?: string) =>
    showToast(toast => toast.danger(message, { timeout: FAILURE_TOAST_DURATION_MS, ...(why && { description: why }) })),
}

/** Renders the current toasts. The root of the application renders this component once. */
export function Toasts() {
  // The first view of a screen needs no toasts, so their script is fetched after it. Slow lines are no exception, because toasts report
  // failed requests.
  useEffect(() => void waitForFirstView().then(() => loadToasts().catch(() => {})), [])
  const Region = useSyncExternalStore(subscribe, () => loadedToasts?.ToastRegion)
  return Region && <Region />
}

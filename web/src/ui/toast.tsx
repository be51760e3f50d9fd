import { useSyncExternalStore } from 'react'
import { afterFirstView } from '../loading/idle.ts'
import { PATIENT_PAUSES_MS, retrying } from '../loading/retry.ts'

type Toasts = typeof import('./toasts.tsx')

const FAILURE_MS = 8000

let loaded: Toasts | undefined
const listeners = new Set<() => void>()

// The connection is often lost when a message has to be shown: the message then waits until the toasts have been fetched.
const loadToasts = retrying(async () => {
  loaded = await import('./toasts.tsx')
  for (const listener of listeners) listener()
  return loaded
}, PATIENT_PAUSES_MS)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// The first view of a screen needs no toasts. They are fetched after it also on a slow line, because they say that a request has failed.
void afterFirstView().then(() => loadToasts().catch(() => {}))

const show = (use: (toast: Toasts['toast']) => void) => void loadToasts().then(({ toast }) => use(toast), reportError)

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
  const Region = useSyncExternalStore(subscribe, () => loaded?.ToastRegion)
  return Region && <Region />
}

/** How often an open page checks for a newer version of the product (ms). */
const UPDATE_CHECK_INTERVAL_MS = 3_600_000
/** Pauses before the product is stored again after that failed, in milliseconds; the last one repeats. */
const RETRY_PAUSES_MS = [5_000, 15_000, 60_000]

/** A newer version of the product that is stored on this device, and the function that activates it; null when there is none. */
type NewerVersion = { activate: () => void } | null

/** Resolves to whether a service worker stored every file of the product; false when a file could not be fetched. */
const hasStored = (worker: ServiceWorker) =>
  new Promise<boolean>(resolve => {
    const resolveWhenDone = () => {
      if (worker.state !== 'installing') resolve(worker.state !== 'redundant')
    }
    worker.addEventListener('statechange', resolveWhenDone)
    resolveWhenDone()
  })

/** Registers the service worker until it has stored the product: the browser itself retries only when the next page opens. */
export async function storeProduct(workers: Pick<ServiceWorkerContainer, 'register'>) {
  for (let failures = 0; ; failures++) {
    try {
      // A browser that blocks service workers may resolve without a registration.
      const { installing } = (await workers.register('/service-worker.js')) ?? {}
      if (!installing || (await hasStored(installing))) return
    } catch {
      // The service worker's script could not be fetched: try again after the pause.
    }
    await new Promise(resolve => setTimeout(resolve, RETRY_PAUSES_MS[failures] ?? RETRY_PAUSES_MS.at(-1)))
  }
}

/** Stores the product's files on this device, so that it opens without a server. A newer version waits until the user activates it. */
function createShell() {
  const listeners = new Set<() => void>()
  let newer: NewerVersion = null
  let isStarted = false

  function offer(worker: ServiceWorker) {
    newer = {
      activate() {
        navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
        worker.postMessage({ type: 'SKIP_WAITING' })
      },
    }
    for (const listener of listeners) listener()
  }

  function watch(worker: ServiceWorker) {
    worker.addEventListener('statechange', () => {
      // The first service worker activates by itself.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker)
    })
  }

  return {
    get: () => newer,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Starts storing the product. Does nothing on pages without https. When storing fails, the product still works with a server. */
    async start() {
      if (isStarted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
      isStarted = true
      void storeProduct(navigator.serviceWorker)
      const registration = await navigator.serviceWorker.ready
      if (registration.waiting) offer(registration.waiting)
      if (registration.installing) watch(registration.installing)
      registration.addEventListener('updatefound', () => registration.installing && watch(registration.installing))
      setInterval(() => {
        if (navigator.onLine) registration.update().catch(() => {})
      }, UPDATE_CHECK_INTERVAL_MS)
    },
  }
}

export const shell = createShell()

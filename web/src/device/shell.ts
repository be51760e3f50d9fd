/** How often a page that is never left asks whether there is a newer product, in milliseconds. */
const ASK_EVERY = 3_600_000
/** Pauses before the product is stored again after that failed, in milliseconds; the last one repeats. */
const RETRY_AFTER = [5_000, 15_000, 60_000]

/** Whether a newer product lies ready on this device, and the way to take it. */
type Newer = { take: () => void } | null

/** Whether a service worker stored every file of the product: false where one did not arrive. */
const hasStored = (worker: ServiceWorker) =>
  new Promise<boolean>(resolve => {
    const look = () => {
      if (worker.state !== 'installing') resolve(worker.state !== 'redundant')
    }
    worker.addEventListener('statechange', look)
    look()
  })

/** Registers the service worker, again until it has stored the product: a browser itself tries no second time before the next page. */
export async function storeProduct(workers: Pick<ServiceWorkerContainer, 'register'>) {
  for (let failures = 0; ; failures++) {
    try {
      // A browser that blocks service workers may resolve without a registration.
      const { installing } = (await workers.register('/service-worker.js')) ?? {}
      if (!installing || (await hasStored(installing))) return
    } catch {
      // Its script did not arrive either.
    }
    await new Promise(resolve => setTimeout(resolve, RETRY_AFTER[failures] ?? RETRY_AFTER.at(-1)))
  }
}

/** Keeps the product itself on this device, so that it opens without a server. A newer one lies ready until somebody takes it. */
function createShell() {
  const listeners = new Set<() => void>()
  let newer: Newer = null
  let isStarted = false

  function offer(worker: ServiceWorker) {
    newer = {
      take() {
        navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
        worker.postMessage({ type: 'SKIP_WAITING' })
      },
    }
    for (const listener of listeners) listener()
  }

  function watch(worker: ServiceWorker) {
    worker.addEventListener('statechange', () => {
      // The first one takes its place by itself.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker)
    })
  }

  return {
    get: () => newer,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Pages without https store nothing; where storing fails, the product works with a server as before. */
    async start() {
      if (isStarted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
      isStarted = true
      void storeProduct(navigator.serviceWorker)
      const kept = await navigator.serviceWorker.ready
      if (kept.waiting) offer(kept.waiting)
      if (kept.installing) watch(kept.installing)
      kept.addEventListener('updatefound', () => kept.installing && watch(kept.installing))
      setInterval(() => {
        if (navigator.onLine) kept.update().catch(() => {})
      }, ASK_EVERY)
    },
  }
}

export const shell = createShell()

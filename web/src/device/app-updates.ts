/** The interval (ms) at which an open page checks for a newer version of the app. */
const UPDATE_CHECK_INTERVAL_MS = 3_600_000
/** The pauses before failed installations are repeated, in milliseconds. The last pause repeats. */
const RETRY_PAUSES_MS = [5_000, 15_000, 60_000]

/** A newer version of the app that is installed but not active, with a function that activates it; null when there is none. */
type NewerVersion = { activate: () => void } | null

/** Resolves when the installation of a service worker ends. The value is whether it stored every file of the app. */
const waitForInstallation = (worker: ServiceWorker) =>
  new Promise<boolean>(resolve => {
    const resolveWhenDone = () => {
      if (worker.state !== 'installing') resolve(worker.state !== 'redundant')
    }
    worker.addEventListener('statechange', resolveWhenDone)
    resolveWhenDone()
  })

/** Registers the service worker until it has stored the app. The browser itself would retry only when the next page opens. */
export async function installServiceWorker(workers: Pick<ServiceWorkerContainer, 'register'>) {
  for (let failures = 0; ; failures++) {
    try {
      // A browser that blocks service workers may resolve without a registration.
      const { installing } = (await workers.register('/service-worker.js')) ?? {}
      if (!installing || (await waitForInstallation(installing))) return
    } catch {
      // The script of the service worker could not be fetched. The next attempt follows after the pause.
    }
    await new Promise(resolve => setTimeout(resolve, RETRY_PAUSES_MS[failures] ?? RETRY_PAUSES_MS.at(-1)))
  }
}

/** Installs the app with a service worker, so that it opens without a server. The user decides when a newer version is activated. */
function createAppInstallation() {
  const listeners = new Set<() => void>()
  let newer: NewerVersion = null
  let isStarted = false

  function offerNewerVersion(worker: ServiceWorker) {
    newer = {
      activate() {
        navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
        worker.postMessage({ type: 'SKIP_WAITING' })
      },
    }
    for (const listener of listeners) listener()
  }

  function watchInstallation(worker: ServiceWorker) {
    worker.addEventListener('statechange', () => {
      // The first service worker activates without being asked, so it is not offered as a newer version.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offerNewerVersion(worker)
    })
  }

  return {
    get: () => newer,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Starts the installation, in production and where the browser has service workers, which needs https. */
    async start() {
      if (isStarted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
      isStarted = true
      void installServiceWorker(navigator.serviceWorker)
      const registration = await navigator.serviceWorker.ready
      if (registration.waiting) offerNewerVersion(registration.waiting)
      if (registration.installing) watchInstallation(registration.installing)
      registration.addEventListener('updatefound', () => registration.installing && watchInstallation(registration.installing))
      setInterval(() => {
        if (navigator.onLine) registration.update().catch(() => {})
      }, UPDATE_CHECK_INTERVAL_MS)
    },
  }
}

export const appInstallation = createAppInstallation()

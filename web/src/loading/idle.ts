/** The pause (ms) before code that may be needed next is downloaded, so that the screen has network and processor for itself. */
const START_DELAY_MS = 4_000

/** The functions that download code that may be needed next, the most likely first. */
const queuedPartLoaders: (() => Promise<unknown>)[] = []

let isFetching = false
let isFetchingAllowed = false

type NetworkInformation = { saveData?: boolean; effectiveType?: string }

/** Returns whether code may be downloaded before it is needed, by what the browser reports about the connection. */
function isPrefetchAllowed(onSlowLines: boolean) {
  const { connection } = navigator as { connection?: NetworkInformation }
  return connection?.saveData !== true && (onSlowLines || !/2g|3g/.test(connection?.effectiveType ?? ''))
}

/** Waits until the browser is idle. Safari does not report that, so there it waits for one second. */
export const waitUntilIdle = () =>
  new Promise<void>(resolve => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5_000 })
    else setTimeout(resolve, 1_000)
  })

const FIRST_VIEW_DURATION_MS = 2_000

/** Waits until the first screen has probably been shown and the browser is idle. */
export const waitForFirstView = () => new Promise(resolve => setTimeout(resolve, FIRST_VIEW_DURATION_MS)).then(waitUntilIdle)

async function fetchQueuedParts() {
  if (isFetching || !isFetchingAllowed) return
  isFetching = true
  for (let load = queuedPartLoaders.shift(); load; load = queuedPartLoaders.shift()) {
    await waitUntilIdle()
    // The failure is ignored: the code is downloaded again when it is needed.
    await load().catch(() => {})
  }
  isFetching = false
}

/** Adds a function that downloads code to the queue of `startIdleFetching`. */
export function fetchPartWhenIdle(load: () => Promise<unknown>) {
  queuedPartLoaders.push(load)
  void fetchQueuedParts()
}

/**
 * Downloads the queued code, one part after another, whenever the browser is idle. Does nothing when the user asked to save data, or on a
 * slow connection unless `onSlowLines`; the code is then downloaded when it is needed.
 */
export function startIdleFetching({ onSlowLines }: { onSlowLines: boolean }) {
  if (!isPrefetchAllowed(onSlowLines)) return
  setTimeout(() => {
    isFetchingAllowed = true
    void fetchQueuedParts()
  }, START_DELAY_MS)
}

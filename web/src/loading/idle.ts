/** Pause between the first view and fetching what may be needed next (ms), so that the view itself gets the line and the processor. */
const PAUSE_MS = 4_000

/** The parts of the product that may be needed next, the likeliest first. */
const parts: (() => Promise<unknown>)[] = []

let isFetching = false
let mayFetch = false

type Line = { saveData?: boolean; effectiveType?: string }

/** Returns whether the connection, as far as the browser knows, allows fetching parts before they are needed. */
function isAllowed(onSlowLines: boolean) {
  const { connection } = navigator as { connection?: Line }
  return connection?.saveData !== true && (onSlowLines || !/2g|3g/.test(connection?.effectiveType ?? ''))
}

/** Waits until the browser has nothing else to do. Safari cannot say so, and waits for a moment. */
export const idle = () =>
  new Promise<void>(resolve => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5_000 })
    else setTimeout(resolve, 1_000)
  })

/** How long (ms) the first view has the line and the processor for itself. */
const FIRST_VIEW_MS = 2_000

/** Waits until the first view has most likely been shown and the browser has nothing else to do. */
export const afterFirstView = () => new Promise(resolve => setTimeout(resolve, FIRST_VIEW_MS)).then(idle)

async function fetchParts() {
  if (isFetching || !mayFetch) return
  isFetching = true
  for (let load = parts.shift(); load; load = parts.shift()) {
    await idle()
    // A part that cannot be fetched now is fetched when it is needed.
    await load().catch(() => {})
  }
  isFetching = false
}

/** Fetches a part of the product once the browser is idle, after `fetchWhenIdle` was called. */
export function nextPart(load: () => Promise<unknown>) {
  parts.push(load)
  void fetchParts()
}

/**
 * Fetches what may be needed next, one part after another, whenever the browser is idle. Called when nothing more important needs the line.
 * Does nothing where the user asked to save data, nor on a slow line unless `onSlowLines`: parts are then fetched when they are needed.
 */
export function fetchWhenIdle({ onSlowLines }: { onSlowLines: boolean }) {
  if (!isAllowed(onSlowLines)) return
  setTimeout(() => {
    mayFetch = true
    void fetchParts()
  }, PAUSE_MS)
}

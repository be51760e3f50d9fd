import { useSyncExternalStore } from 'react'

/** The width from which tables have enough room. */
const WIDE = '(min-width: 48rem)'

let isWide: boolean | undefined

/**
 * Returns whether the window is wide, and renders again when that changes. While printing, the screen's value stays, because browsers
 * measure the pages before anything is rendered again.
 */
export function useIsWide() {
  return useSyncExternalStore(watch, read)
}

function read() {
  if (isWide === undefined || !window.matchMedia('print').matches) isWide = window.matchMedia(WIDE).matches
  return isWide
}

function watch(onChange: () => void) {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

import { useSyncExternalStore } from 'react'

/** The media query for windows that are wide enough for tables. */
const WIDE_MEDIA_QUERY = '(min-width: 48rem)'

let isWide: boolean | undefined

/**
 * Returns whether the window is wide enough for tables, and re-renders the component when that changes. While the browser prints, the value
 * of the screen stays, because browsers lay out the printed pages before React renders again.
 */
export function useIsWide() {
  return useSyncExternalStore(subscribeToWidth, readIsWide)
}

function readIsWide() {
  if (isWide === undefined || !window.matchMedia('print').matches) isWide = window.matchMedia(WIDE_MEDIA_QUERY).matches
  return isWide
}

function subscribeToWidth(onChange: () => void) {
  const query = window.matchMedia(WIDE_MEDIA_QUERY)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

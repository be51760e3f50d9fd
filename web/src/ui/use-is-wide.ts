import { useSyncExternalStore } from 'react'

const WIDE_MEDIA_QUERY = '(min-width: 48rem)'

let isWide: boolean | undefined

/** Returns whether the window is wide enough for tables. Printing keeps the value: pages are laid out before React renders. */
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

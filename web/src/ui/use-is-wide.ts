import { useSyncExternalStore } from 'react'

/** Where tables have room to be tables: the middle widths and up. */
const WIDE = '(min-width: 48rem)'

/** Whether the window is wide, now and whenever it changes. */
export function useIsWide() {
  return useSyncExternalStore(watch, () => window.matchMedia(WIDE).matches)
}

function watch(onChange: () => void) {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

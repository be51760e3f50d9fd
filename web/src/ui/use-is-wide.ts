import { useSyncExternalStore } from 'react'

/** Where tables have room to be tables: the middle widths and up. */
const WIDE = '(min-width: 48rem)'

let isWide: boolean | undefined

/** Whether the window is wide, now and whenever it changes. On paper the answer of the screen stays: browsers measure the pages before anything is rendered anew. */
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

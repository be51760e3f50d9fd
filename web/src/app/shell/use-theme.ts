import { useSyncExternalStore } from 'react'

const KEY = 'theme'
/** `theme.js` listens for it and puts the theme on the page. */
const CHANGE = 'themechange'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const isTheme = (value: unknown): value is Theme => themes.some(theme => theme === value)

/** What was chosen, also where storage is forbidden: then it holds for this page. */
let current: Theme = 'system'

function read() {
  try {
    const stored = localStorage.getItem(KEY)
    current = isTheme(stored) ? stored : 'system'
  } catch {
    // Storage is forbidden.
  }
  return current
}

function choose(theme: Theme) {
  current = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage is forbidden.
  }
  window.dispatchEvent(new Event(CHANGE))
}

function subscribe(listener: () => void) {
  for (const event of [CHANGE, 'storage']) window.addEventListener(event, listener)
  return () => {
    for (const event of [CHANGE, 'storage']) window.removeEventListener(event, listener)
  }
}

export function useTheme() {
  return { theme: useSyncExternalStore(subscribe, read), choose }
}

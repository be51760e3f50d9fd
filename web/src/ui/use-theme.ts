import { useSyncExternalStore } from 'react'

const KEY = 'theme'
/** The event that carries the chosen theme to `theme.js`, which applies it to the page. */
const CHANGE = 'themechange'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const isTheme = (value: unknown): value is Theme => themes.some(theme => theme === value)

/** The chosen theme if it could not be stored; it lasts until the page reloads. */
let unstored: Theme | undefined

function read() {
  if (unstored) return unstored
  try {
    const stored = localStorage.getItem(KEY)
    return isTheme(stored) ? stored : 'system'
  } catch {
    return 'system'
  }
}

function choose(theme: Theme) {
  try {
    localStorage.setItem(KEY, theme)
    unstored = undefined
  } catch {
    unstored = theme
  }
  window.dispatchEvent(new CustomEvent(CHANGE, { detail: theme }))
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

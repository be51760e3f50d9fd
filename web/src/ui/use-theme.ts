import { useSyncExternalStore } from 'react'

const THEME_STORAGE_KEY = 'theme'
/** The name of the DOM event that passes the chosen theme to `theme.js`, which applies it to the page. */
const THEME_CHANGE_EVENT = 'themechange'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const isTheme = (value: unknown): value is Theme => themes.some(theme => theme === value)

/** The chosen theme if the browser could not store it. It is lost when the page reloads. */
let unstoredTheme: Theme | undefined

function readTheme() {
  if (unstoredTheme) return unstoredTheme
  try {
    const stored = localStorage.getItem(THEME_STORAGE_KEY)
    return isTheme(stored) ? stored : 'system'
  } catch {
    return 'system'
  }
}

function chooseTheme(theme: Theme) {
  try {
    localStorage.setItem(THEME_STORAGE_KEY, theme)
    unstoredTheme = undefined
  } catch {
    unstoredTheme = theme
  }
  window.dispatchEvent(new CustomEvent(THEME_CHANGE_EVENT, { detail: theme }))
}

function subscribe(listener: () => void) {
  for (const event of [THEME_CHANGE_EVENT, 'storage']) window.addEventListener(event, listener)
  return () => {
    for (const event of [THEME_CHANGE_EVENT, 'storage']) window.removeEventListener(event, listener)
  }
}

export function useTheme() {
  return { theme: useSyncExternalStore(subscribe, readTheme), choose: chooseTheme }
}

import { toWesternDigits } from '@hudur/core/arabic'

/**
 * Returns a `ref` for an element around a field. It calls `insert` with the digits 0-9 in place of an input with ٠-٩, because React Aria
 * accepts only the digits of its locale.
 */
export const convertTypedDigits = (insert: (digits: string, field: EventTarget) => void) => (element: HTMLElement | null) => {
  if (!element) return
  const leaving = new AbortController()
  element.addEventListener(
    'beforeinput',
    event => {
      const typed = event.data ?? ''
      const digits = toWesternDigits(typed)
      // The browser does not let a script cancel the input of an input method editor (IME).
      if (digits === typed || !event.cancelable || !event.target) return
      event.preventDefault()
      event.stopImmediatePropagation()
      insert(digits, event.target)
    },
    { capture: true, signal: leaving.signal },
  )
  return () => leaving.abort()
}

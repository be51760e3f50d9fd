import { type RefObject, useEffect } from 'react'

const isInputElement = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/**
 * Focuses `field` when a character is typed while no input has the focus, because a hardware scanner types wherever the focus is. Space and
 * Enter keep their effect on buttons.
 */
export function useFocusOnTyping(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const unmount = new AbortController()
    const focusField = (event: KeyboardEvent) => {
      const isCharacter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      const isDialogOpen = document.querySelector('[role=dialog], [role=alertdialog]') !== null
      if (isCharacter && !isDialogOpen && !isInputElement(event.target)) field.current?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', focusField, { signal: unmount.signal })
    return () => unmount.abort()
  }, [field])
}

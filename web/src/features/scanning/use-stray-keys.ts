import { type RefObject, useEffect } from 'react'

const isWritable = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/**
 * Focuses `field` when a character is typed while no field has the focus, because a hardware scanner types wherever the focus is. Space and
 * Enter keep their effect on buttons.
 */
export function useStrayKeys(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const leaving = new AbortController()
    const take = (event: KeyboardEvent) => {
      const isCharacter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      const isInWindow = document.querySelector('[role=dialog], [role=alertdialog]') !== null
      if (isCharacter && !isInWindow && !isWritable(event.target)) field.current?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', take, { signal: leaving.signal })
    return () => leaving.abort()
  }, [field])
}

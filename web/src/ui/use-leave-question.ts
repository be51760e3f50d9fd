import { useEffect } from 'react'

/** Makes the browser ask before the page is reloaded or left while something typed is not saved. Changes of the screen do not ask. */
export function useLeaveQuestion(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { text } from '../text/ar.ts'
import { Spinner } from './spinner.tsx'

type DialogLoadingProps = { title?: ReactNode; onClose: () => void }

/** Renders the placeholder of a dialog whose script is being fetched. The focus stays, so that the dialog can later return it. */
export function LoadingDialog({ title = text.ui.loading, onClose }: DialogLoadingProps) {
  const id = useId()
  const closeByEscape = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => closeByEscape(event)
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
  return (
    <div aria-busy="true" aria-labelledby={id} className="fixed inset-0 z-50 grid place-items-center bg-backdrop" role="dialog">
      <div className="rounded-2xl bg-overlay p-8 text-foreground shadow-overlay">
        <h2 className="sr-only" id={id}>
          {title}
        </h2>
        <Spinner look="spinner--lg spinner--current" />
      </div>
    </div>
  )
}

import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { CloudOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { text } from '../../text/ar.ts'
import { RepeatIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'

/**
 * Shows that a scan failed without a verdict, in a style unlike a verdict. The button sends the scan again with the same idempotency key,
 * so that it counts once.
 */
export function ScanFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isRefusal = error instanceof Refusal
  const isUnreachable = error instanceof UnreachableError
  const retry = useRef<HTMLButtonElement>(null)

  // The button receives the focus, so that Enter repeats the scan. If the next code is being typed, the focus stays in the field, because
  // the rest of the code would be lost.
  useEffect(() => {
    const focused = document.activeElement
    const isTyping = focused instanceof HTMLInputElement && focused.value !== ''
    if (!isTyping) retry.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-3 border-danger border-y-2 border-dashed bg-danger-soft px-5 py-10 text-center text-danger-soft-foreground lg:rounded-xl lg:border-x-2">
      <CloudOff aria-hidden="true" className="size-16" strokeWidth={1.5} />
      <p className="max-w-80 font-semibold text-xl">
        {isRefusal ? error.message : isUnreachable ? text.scanner.unreachable : text.scanner.failed}
      </p>
      {isUnreachable && <p className="max-w-80">{text.scanner.unreachableAdvice}</p>}
      <Button className="mt-3" onPress={onRetry} ref={retry} size="lg">
        <RepeatIcon aria-hidden="true" className="size-5" strokeWidth={1.7} />
        {text.ui.retry}
      </Button>
    </div>
  )
}

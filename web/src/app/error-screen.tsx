import { UnreachableError } from '@hudur/core'
import { text } from '../text/ar.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'

/** Renders an error message in place of the whole page, with a button that calls `onRetry`. */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isUnreachable = error instanceof UnreachableError
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10 text-center">
      <div className="max-w-md">
        <span className="text-accent">
          <Logo size="lg" />
        </span>
        <h1 className="display mt-8 text-3xl">{isUnreachable ? text.errors.unreachable : text.errors.screen}</h1>
        <p className="mt-2 text-muted">{isUnreachable ? text.errors.unreachableAdvice : text.errors.advice}</p>
        <Button className="mt-7" onPress={onRetry}>
          {text.ui.retry}
        </Button>
      </div>
    </main>
  )
}

/**
 * Renders the error of a screen that threw while it was rendered. Its button reloads the page, which also fetches scripts whose file names
 * changed in a newer version.
 */
export function BrokenScreen({ error }: { error: unknown }) {
  return <ErrorScreen error={error} onRetry={() => window.location.reload()} />
}

import { Unreachable } from '@hudur/core'
import { useRouteError } from 'react-router'
import { text } from '../text/ar.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'

/** A whole page that could not be shown, and the way to try again. */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isUnreachable = error instanceof Unreachable
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

/** What the router shows when a screen throws. Loading the page anew also fetches what a newer version has moved. */
export function BrokenScreen() {
  return <ErrorScreen error={useRouteError()} onRetry={() => window.location.reload()} />
}

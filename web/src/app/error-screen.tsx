import { UnreachableError } from '@hudur/core/http-backend'
import { text } from '../text/ar.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { RepeatLater } from '../ui/repeat-later.tsx'

type ErrorScreenProps = { error: unknown; at?: number; onRetry: () => void; isBroken?: boolean }

/**
 * Renders an error, which arrived at the time `at` (ms), in place of the page. With `isBroken`, `public/start.js` may reload the page once
 * the missing files of the screen have arrived.
 */
export function ErrorScreen({ error, at, onRetry, isBroken }: ErrorScreenProps) {
  const isUnreachable = error instanceof UnreachableError
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10 text-center" data-broken={isBroken}>
      <div className="max-w-md">
        <span className="text-accent">
          <Logo size="lg" />
        </span>
        <h1 className="display mt-8 text-3xl">{isUnreachable ? text.errors.unreachable : text.errors.screen}</h1>
        <p className="mt-2 text-muted">{isUnreachable ? text.errors.unreachableAdvice : text.errors.advice}</p>
        <Button className="mt-7" onPress={onRetry}>
          {text.ui.retry}
        </Button>
        <RepeatLater at={at} error={error} repeat={onRetry} />
      </div>
    </main>
  )
}

/** Renders the error of a screen that threw. Its button reloads the page, which also fetches scripts renamed in a newer version. */
export function BrokenScreen({ error }: { error: unknown }) {
  return <ErrorScreen error={error} isBroken onRetry={() => window.location.reload()} />
}

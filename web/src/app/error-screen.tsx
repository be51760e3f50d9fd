import { UnreachableError } from '@hudur/core/http-backend'
import { text } from '../text/ar.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'

type ErrorScreenProps = { error: unknown; onRetry: () => void; isBroken?: boolean }

/** Renders an error in place of the page. `isBroken` lets `public/start.js` reload the page once the screen's missing files arrived. */
export function ErrorScreen({ error, onRetry, isBroken }: ErrorScreenProps) {
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
      </div>
    </main>
  )
}

/** Renders the error of a screen that threw. Its button reloads the page, which also fetches scripts renamed in a newer version. */
export function BrokenScreen({ error }: { error: unknown }) {
  return <ErrorScreen error={error} isBroken onRetry={() => window.location.reload()} />
}

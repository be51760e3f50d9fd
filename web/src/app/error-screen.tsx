import { UnreachableError } from '@hudur/core/http-backend'
import { useConnection } from '../backend/hooks/use-connection.ts'
import { text } from '../text/ar.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { RepeatLater } from '../ui/repeat-later.tsx'

/** Returns whether an error is that of a file of the app that could not be fetched. Each browser words it in another way. */
const isMissingFile = (error: unknown) => error instanceof TypeError && /fetch|import|load/i.test(error.message)

type ErrorScreenProps = { error: unknown; at?: number; onRetry: () => void; isBroken?: boolean }

/**
 * Renders an error, which arrived at the time `at` (ms), in place of the page. With `isBroken`, `public/start.js` may reload the page once
 * the missing files of the screen have arrived.
 */
export function ErrorScreen({ error, at, onRetry, isBroken }: ErrorScreenProps) {
  const { state } = useConnection()
  const isUnreachable = error instanceof UnreachableError || (state === 'disconnected' && isMissingFile(error))
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

/**
 * Renders the error of a screen that threw. Its button reloads the page, which also fetches scripts renamed in a newer version; without a
 * server only where the app is stored on this device, because the browser would otherwise leave the app.
 */
export function BrokenScreen({ error }: { error: unknown }) {
  const { state, retest } = useConnection()
  async function reload() {
    if (state !== 'disconnected' || navigator.serviceWorker?.controller || (await retest())) window.location.reload()
  }
  return <ErrorScreen error={error} isBroken onRetry={() => void reload()} />
}

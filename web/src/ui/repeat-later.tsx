import { retryAfterMsOf } from '@hudur/core/http-backend'
import { Suspense } from 'react'
import { fetchPartWhenIdle } from '../loading/idle.ts'
import { lazyComponent } from '../loading/lazy-component.tsx'

const RepeatCountdown = lazyComponent(async () => (await import('./repeat-countdown.tsx')).RepeatCountdown)
fetchPartWhenIdle(RepeatCountdown.load)

/** `at`: when the error arrived (ms). A new time restarts the countdown. */
type RepeatLaterProps = { error: unknown; at: number | undefined; repeat: () => void }

/** Says when a call is repeated that the server has refused for now, and repeats it then. Renders nothing for other errors. */
export function RepeatLater({ error, at, repeat }: RepeatLaterProps) {
  const waitMs = retryAfterMsOf(error)
  if (waitMs === undefined) return null
  return (
    <Suspense>
      <RepeatCountdown key={at} repeat={repeat} waitMs={waitMs} />
    </Suspense>
  )
}

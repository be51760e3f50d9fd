import { texts } from '@hudur/core'
import { RefreshCw } from 'lucide-react'
import { useConnection } from '../../backend/hooks/use-connection.ts'
import { useDevice } from '../../backend/hooks/use-device.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/toast.tsx'

const dots = {
  testing: 'bg-muted animate-pulse',
  connected: 'bg-success',
  disconnected: 'bg-danger',
  local: 'bg-warning',
  unkept: 'bg-warning',
} as const

export type DisplayedState = keyof typeof dots

/** Shows the state of the connection: a coloured dot and a word. */
export function ConnectionState({ state }: { state: DisplayedState }) {
  return (
    <>
      <span aria-hidden="true" className={`size-2.5 rounded-full ${dots[state]}`} />
      {text.connection[state]}
    </>
  )
}

/** Returns a function that tests the connection, says the result, and syncs if the server can be reached. */
export function useConnectionTest() {
  const { retest } = useConnection()
  const { sync } = useDevice()
  return async () => {
    if (!(await retest())) return say.failure(texts.connection.fails)
    say.done(texts.connection.works)
    await sync()
  }
}

/** Shows whether the server can be reached. A press tests it again. */
export function ConnectionButton() {
  const { state } = useConnection()
  const test = useConnectionTest()
  return (
    <Button
      aria-label={`${text.connection[state]}، ${text.connection.retest}`}
      className="min-h-11! gap-2 px-1 font-normal"
      onPress={() => void test()}
      size="sm"
      variant="ghost"
    >
      <ConnectionState state={state} />
      <RefreshCw aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
    </Button>
  )
}

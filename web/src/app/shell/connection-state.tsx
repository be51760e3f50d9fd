import * as texts from '@hudur/core/texts'
import { RefreshCw } from 'lucide-react'
import { useConnection } from '../../backend/hooks/use-connection.ts'
import { useDevice } from '../../backend/hooks/use-device.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/toast.tsx'

const dotClasses = {
  testing: 'bg-muted animate-pulse',
  connected: 'bg-success',
  disconnected: 'bg-danger',
  local: 'bg-warning',
  notStoring: 'bg-warning',
} as const

export type DisplayedConnectionState = keyof typeof dotClasses

export function ConnectionState({ state }: { state: DisplayedConnectionState }) {
  return (
    <>
      <span aria-hidden="true" className={`size-2.5 rounded-full ${dotClasses[state]}`} />
      {text.connection[state]}
    </>
  )
}

/** Returns a function that tests the connection and shows the result in a toast. If the server can be reached, the function also syncs. */
export function useConnectionTest() {
  const { retest } = useConnection()
  const { sync } = useDevice()
  return async () => {
    if (!(await retest())) return notify.failure(texts.connectionTest.fails)
    notify.done(texts.connectionTest.works)
    await sync()
  }
}

/** Renders a button that shows whether the server can be reached. Pressing it tests the connection again. */
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

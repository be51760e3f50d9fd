import { Dropdown, Label } from '@heroui/react'
import { texts } from '@hudur/core'
import { MoonStar, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useConnection } from '../../backend/hooks/use-connection.ts'
import { useDevice } from '../../backend/hooks/use-device.ts'
import { text } from '../../text/ar.ts'
import { counted, wholeNumber } from '../../text/format.ts'
import { Numeric } from '../../ui/numeric.tsx'
import { say } from '../../ui/toast.tsx'
import { DeviceDialog } from './device-dialog.tsx'

const dots = {
  testing: 'bg-muted animate-pulse',
  connected: 'bg-success',
  disconnected: 'bg-danger',
  local: 'bg-warning',
  unkept: 'bg-warning',
} as const

/**
 * Returns the state to show on a screen where a user works. A disconnected device that can store data goes on without a server («local»). A
 * connected device that cannot store data shows a warning of its own («unkept»).
 */
function workStateOf(state: ReturnType<typeof useConnection>['state'], canKeep: boolean): keyof typeof dots {
  if (state === 'disconnected' && canKeep) return 'local'
  return state === 'connected' && !canKeep ? 'unkept' : state
}

type ConnectionBadgeProps = {
  /**
   * Whether a user works on this screen: the badge then also shows whether the device can go on without a server, and the number of entries
   * not uploaded yet.
   */
  isAtWork?: boolean
}

/**
 * Shows whether the server can be reached, and on work screens the number of entries not uploaded yet. Its menu tests the connection again
 * and opens the state of this device.
 */
export function ConnectionBadge({ isAtWork = false }: ConnectionBadgeProps) {
  const { state, retest } = useConnection()
  const { status, sync } = useDevice()
  const [isOpen, setOpen] = useState(false)
  const displayedState = isAtWork ? workStateOf(state, status.canKeep) : state
  const waiting = isAtWork ? status.waiting : 0

  async function testConnection() {
    if (!(await retest())) return say.failure(texts.connection.fails)
    say.done(texts.connection.works)
    await sync()
  }

  return (
    <>
      <Dropdown>
        <Dropdown.Trigger className="inline-flex min-h-11 items-center gap-2 rounded-lg px-1 text-sm">
          <span aria-hidden="true" className={`size-2.5 rounded-full ${dots[displayedState]}`} />
          {text.connection[displayedState]}
          {waiting > 0 && (
            <span className="rounded-full bg-warning-soft px-2 text-warning-soft-foreground">
              <span className="sr-only">{text.connection.waiting(counted(waiting, text.device.actWord))}</span>
              <span aria-hidden="true">
                <Numeric>{wholeNumber(waiting)}</Numeric>
              </span>
            </span>
          )}
        </Dropdown.Trigger>
        <Dropdown.Popover>
          <Dropdown.Menu aria-label={text.connection.menu} onAction={key => (key === 'ready' ? setOpen(true) : void testConnection())}>
            <Dropdown.Item id="retest" textValue={text.connection.retest}>
              <RefreshCw aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
              <Label>{text.connection.retest}</Label>
            </Dropdown.Item>
            {isAtWork ? (
              <Dropdown.Item id="ready" textValue={text.connection.ready}>
                <MoonStar aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
                <Label>{text.connection.ready}</Label>
              </Dropdown.Item>
            ) : null}
          </Dropdown.Menu>
        </Dropdown.Popover>
      </Dropdown>
      {isAtWork && <DeviceDialog isOpen={isOpen} onOpenChange={setOpen} />}
    </>
  )
}

import { useState } from 'react'
import { useConnection } from '../../backend/hooks/use-connection.ts'
import { useDevice } from '../../backend/hooks/use-device.ts'
import { later, laterDialog } from '../../loading/later.tsx'
import { text } from '../../text/ar.ts'
import { counted, wholeNumber } from '../../text/format.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import type { ConnectionListProps } from './connection-list.tsx'
import { ConnectionState, type DisplayedState, useConnectionTest } from './connection-state.tsx'
import type { DeviceDialogProps } from './device-dialog.tsx'

const ConnectionList = later<ConnectionListProps>(async () => (await import('./connection-list.tsx')).ConnectionList)
const DeviceDialog = laterDialog<DeviceDialogProps>(async () => (await import('./device-dialog.tsx')).DeviceDialog)

/**
 * Returns the state to show on a screen where a user works. A disconnected device that can store data goes on without a server («local»). A
 * connected device that cannot store data shows a warning of its own («unkept»).
 */
function workStateOf(state: ReturnType<typeof useConnection>['state'], canKeep: boolean): DisplayedState {
  if (state === 'disconnected' && canKeep) return 'local'
  return state === 'connected' && !canKeep ? 'unkept' : state
}

/**
 * Shows whether the server can be reached, whether the device goes on without it, and the number of entries not uploaded yet. Its menu tests
 * the connection again and opens the state of this device.
 */
export function ConnectionBadge() {
  const { state } = useConnection()
  const { status } = useDevice()
  const { canKeep, waiting } = status
  const [isOpen, setOpen] = useState(false)
  const test = useConnectionTest()
  return (
    <>
      <MenuButton
        className="dropdown__trigger inline-flex min-h-11 items-center gap-2 rounded-lg px-1 text-sm"
        menu={opened => <ConnectionList onReady={() => setOpen(true)} onRetest={() => void test()} opened={opened} />}
      >
        <ConnectionState state={workStateOf(state, canKeep)} />
        {waiting > 0 && (
          <span className="rounded-full bg-warning-soft px-2 text-warning-soft-foreground">
            <span className="sr-only">{text.connection.waiting(counted(waiting, text.device.actWord))}</span>
            <span aria-hidden="true">
              <Numeric>{wholeNumber(waiting)}</Numeric>
            </span>
          </span>
        )}
      </MenuButton>
      <DeviceDialog isOpen={isOpen} onOpenChange={setOpen} />
    </>
  )
}

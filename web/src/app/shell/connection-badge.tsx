import { useState } from 'react'
import { useConnection } from '../../backend/hooks/use-connection.ts'
import { useDeviceStatus } from '../../backend/hooks/use-device.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { ConnectionState, type DisplayedConnectionState, useConnectionTest } from './connection-state.tsx'

const ConnectionList = deferredComponent(async () => (await import('./connection-list.tsx')).ConnectionList)
const DeviceDialog = deferredDialog(async () => (await import('./device-dialog.tsx')).DeviceDialog)

/** Returns the state to display for signed-in users, which depends on whether this device can store data for work without a server. */
function displayedConnectionStateOf(state: ReturnType<typeof useConnection>['state'], canStoreData: boolean): DisplayedConnectionState {
  if (state === 'disconnected' && canStoreData) return 'local'
  return state === 'connected' && !canStoreData ? 'notStoring' : state
}

/** Renders the state of the connection and the number of entries not uploaded yet. Its menu tests again, or opens the device dialog. */
export function ConnectionBadge() {
  const { state } = useConnection()
  const { canStoreData, waiting, download } = useDeviceStatus(status => status)
  const [isOpen, setOpen] = useState(false)
  const test = useConnectionTest()
  return (
    <>
      <MenuButton
        className="dropdown__trigger inline-flex min-h-11 items-center gap-2 rounded-lg px-1 text-sm"
        menu={opened => <ConnectionList onReady={() => setOpen(true)} onRetest={() => void test()} opened={opened} />}
      >
        <ConnectionState state={displayedConnectionStateOf(state, canStoreData)} />
        {download && (
          <span className="text-muted">
            <span className="sr-only">{text.connection.downloading}</span>{' '}
            {text.connection.downloaded(formatWholeNumber(download.stored), formatWholeNumber(download.total))}
          </span>
        )}
        {waiting > 0 && (
          <span className="rounded-full bg-warning-soft px-2 text-warning-soft-foreground">
            <span className="sr-only">{text.connection.waiting(formatCountedNoun(waiting, text.device.actWord))}</span>
            <span aria-hidden="true">
              <Numeric>{formatWholeNumber(waiting)}</Numeric>
            </span>
          </span>
        )}
      </MenuButton>
      <DeviceDialog isOpen={isOpen} onOpenChange={setOpen} />
    </>
  )
}

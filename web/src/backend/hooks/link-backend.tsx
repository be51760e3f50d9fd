import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { composeDoor, type Door } from '../door.ts'
import { BackendContext } from './use-backend.ts'
import { ConnectionContext } from './use-connection.ts'
import { DeviceContext } from './use-device.ts'
import { LiveContext } from './use-live.ts'

/** How often a door syncs its replica, and how often while something waits for the upload, in milliseconds. */
const SYNC_INTERVAL_MS = 60_000
const UPLOAD_INTERVAL_MS = 4_000

function useDeviceOfAccount() {
  const device = use(DeviceContext)
  if (!device) throw new Error('no device: the tree is not under <App>')
  return device
}

// `always`: whether the server can be reached is judged by its answers, not by the browser's network state.
const newQueries = () =>
  new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } } })

type LinkBackendProps = { linkId: string; children: ReactNode }

/**
 * Calls the server as a device with a link, for everything inside it. It has a cache of its own, so that nothing that an account has read is
 * shown.
 */
export function LinkBackend({ linkId, children }: LinkBackendProps) {
  const device = useDeviceOfAccount()
  const { backend, live } = useMemo(() => device.withLink(linkId), [device, linkId])
  const [queries] = useState(newQueries)
  return (
    <QueryClientProvider client={queries}>
      <BackendContext value={backend}>
        <LiveContext value={live}>{children}</LiveContext>
      </BackendContext>
    </QueryClientProvider>
  )
}

/** Calls the server or this device as a door, for everything inside it, and keeps the replica of the door up to date. */
export function DoorBackend({ linkId, children }: LinkBackendProps) {
  const device = useDeviceOfAccount()
  const door = useMemo(() => device.withDoor(linkId, composeDoor), [device, linkId])
  const [queries] = useState(newQueries)
  useSync(door)
  const context = useMemo(() => ({ ...device, status: door.status, sync: door.sync }), [device, door])
  return (
    <QueryClientProvider client={queries}>
      <DeviceContext value={context}>
        <BackendContext value={door.backend}>
          <LiveContext value={door.live}>{children}</LiveContext>
        </BackendContext>
      </DeviceContext>
    </QueryClientProvider>
  )
}

/** Syncs a door at an interval, as soon as the server is back, and often while something waits for the upload. */
function useSync({ sync, status }: Door) {
  const connection = use(ConnectionContext)
  useEffect(() => {
    const timers = [
      setInterval(sync.run, SYNC_INTERVAL_MS),
      setInterval(() => void ((status.get().waiting > 0 || sync.isUnfinished()) && sync.run()), UPLOAD_INTERVAL_MS),
    ]
    const unsubscribe = connection?.subscribe(() => void (connection.get() === 'connected' && sync.run()))
    return () => {
      for (const timer of timers) clearInterval(timer)
      unsubscribe?.()
    }
  }, [sync, status, connection])
}

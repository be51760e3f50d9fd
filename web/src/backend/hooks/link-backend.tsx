import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { composeDoorBackend, type DoorServices } from '../door.ts'
import { InvalidatingQueryClient } from './query-client.ts'
import { BackendContext } from './use-backend.ts'
import { ConnectionContext } from './use-connection.ts'
import { DeviceContext } from './use-device.ts'
import { LiveFeedsContext } from './use-live.ts'

/** The interval (ms) between two syncs of a door link, and the one while the outbox has waiting entries or a sync is unfinished. */
const SYNC_INTERVAL_MS = 60_000
const UPLOAD_INTERVAL_MS = 4_000

function useDeviceServices() {
  const device = use(DeviceContext)
  if (!device) throw new Error('no device: the tree is not under <App>')
  return device
}

// `always`: only the server's answers decide whether the server is reachable, not the browser's report that it is offline.
const createLinkQueryClient = () =>
  new InvalidatingQueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } },
  })

type LinkBackendProps = { linkId: string; children: ReactNode }

/** Provides the backend of a link, which only the server answers. Its query cache does not display what an account has read. */
export function LinkBackend({ linkId, children }: LinkBackendProps) {
  const device = useDeviceServices()
  const { backend, live } = useMemo(() => device.withLink(linkId), [device, linkId])
  const [queries] = useState(createLinkQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <BackendContext value={backend}>
        <LiveFeedsContext value={live}>{children}</LiveFeedsContext>
      </BackendContext>
    </QueryClientProvider>
  )
}

/** Provides the backend of a door link, which the server or this device answers, and keeps its replica up to date. */
export function DoorBackend({ linkId, children }: LinkBackendProps) {
  const device = useDeviceServices()
  const doorServices = useMemo(() => device.withDoor(linkId, composeDoorBackend), [device, linkId])
  const [queries] = useState(createLinkQueryClient)
  useDoorSync(doorServices)
  useEffect(() => {
    // Reads the link again, which stores it and syncs; while the server is unreachable, the stored link is now available.
    void doorServices.openedLate.then(isLate => void (isLate && queries.invalidateQueries()))
  }, [doorServices, queries])
  const context = useMemo(() => ({ ...device, ...doorServices }), [device, doorServices])
  return (
    <QueryClientProvider client={queries}>
      <DeviceContext value={context}>
        <BackendContext value={doorServices.backend}>
          <LiveFeedsContext value={doorServices.live}>{children}</LiveFeedsContext>
        </BackendContext>
      </DeviceContext>
    </QueryClientProvider>
  )
}

/** Syncs a door link at intervals and when the connection is restored. */
function useDoorSync({ sync, status }: DoorServices) {
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

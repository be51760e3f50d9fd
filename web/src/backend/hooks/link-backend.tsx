import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { createJsonStorage } from '../../device/json-storage.ts'
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

// With `always`, requests are sent although the browser reports that it is offline: only the server's answers decide.
const createLinkQueryClient = () =>
  new InvalidatingQueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } },
  })

type EnterLinkInput = { token: string; pin?: string }

/**
 * Opens a link with its token, and with its PIN if it has one. The device of a door link stores a verifier of the PIN. Neither the token
 * nor the PIN is cached, and they are sent again only if the user retries.
 */
export function useEnterLink({ isDoor }: { isDoor: boolean }) {
  const device = useDeviceServices()
  return useMutation({
    gcTime: 0,
    async mutationFn({ token, pin }: EnterLinkInput) {
      const link = await device.enterLink(token, pin)
      if (isDoor && pin !== undefined) {
        await device.withDoor(link.id, composeDoorBackend).pin.keep(pin)
        unlockedDoors.add(link.id)
      }
      return link
    },
  })
}

/** The door links whose PIN was entered in this tab. A reload does not ask again, because a phone may reload while a guest waits. */
const unlockedDoors = {
  storage: createJsonStorage('sessionStorage'),
  has(linkId: string) {
    return this.storage.read(`hudur-unlocked ${linkId}`) === true
  },
  add(linkId: string) {
    this.storage.write(`hudur-unlocked ${linkId}`, true)
  },
}

/** Returns whether the page of a door must ask for the PIN; undefined until that is known. */
function useDoorLock({ pin }: DoorServices, linkId: string) {
  const [isLocked, setLocked] = useState(() => (unlockedDoors.has(linkId) ? false : undefined))
  useEffect(() => {
    if (isLocked === undefined) void pin.isSet().then(setLocked)
  }, [isLocked, pin])
  return {
    isLocked,
    async unlock(entered: string) {
      await pin.check(entered)
      unlockedDoors.add(linkId)
      setLocked(false)
    },
  }
}

type LinkBackendProps = { linkId: string; children: ReactNode }

type DoorBackendProps = LinkBackendProps & {
  /** Rendered until it is known whether the page asks for the PIN. */
  waiting: ReactNode
  /** Renders the page that asks for the PIN. `unlock` rejects with `wrong-pin` or `busy`. */
  locked: (unlock: (pin: string) => Promise<void>) => ReactNode
}

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
export function DoorBackend({ linkId, waiting, locked, children }: DoorBackendProps) {
  const device = useDeviceServices()
  const doorServices = useMemo(() => device.withDoor(linkId, composeDoorBackend), [device, linkId])
  const [queries] = useState(createLinkQueryClient)
  useDoorSync(doorServices)
  const { isLocked, unlock } = useDoorLock(doorServices, linkId)
  useEffect(() => {
    // Reads the link again, which stores it and syncs; while the server is unreachable, the stored link is now available.
    void doorServices.openedLate.then(isLate => void (isLate && queries.invalidateQueries()))
  }, [doorServices, queries])
  const context = useMemo(() => ({ ...device, ...doorServices }), [device, doorServices])
  if (isLocked === undefined) return waiting
  if (isLocked) return locked(unlock)
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
function useDoorSync({ sync }: DoorServices) {
  const connection = use(ConnectionContext)
  useEffect(() => {
    const timers = [setInterval(sync.run, SYNC_INTERVAL_MS), setInterval(() => void (sync.isDue() && sync.run()), UPLOAD_INTERVAL_MS)]
    const unsubscribe = connection?.subscribe(() => void (connection.get() === 'connected' && sync.run()))
    return () => {
      for (const timer of timers) clearInterval(timer)
      unsubscribe?.()
    }
  }, [sync, connection])
}

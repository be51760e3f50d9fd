import { createContext, use, useSyncExternalStore } from 'react'
import type { Composition } from '../compose.ts'
import type { DeviceStatus } from '../sync/status.ts'

export { isPending } from '../store/outbox.ts'

/** An outbox entry that the server rejected. */
export type RejectedEntry = DeviceStatus['rejected'][number]

export type DeviceSide = Pick<Composition, 'status' | 'sync' | 'takeOver' | 'withLink' | 'withDoor' | 'enterLink'>

export const DeviceContext = createContext<DeviceSide | null>(null)

/** Returns the status of this device, and the functions to sync now, to add an event to the replica and to take over local invitations. */
export function useDevice() {
  const device = use(DeviceContext)
  if (!device) throw new Error('no device: the tree is not under <App>')
  const status = useSyncExternalStore(device.status.subscribe, device.status.get)
  return {
    status,
    sync: device.sync.run,
    isDownloadPending: device.sync.isDownloadPending,
    open: device.sync.open,
    takeOver: device.takeOver,
    enterLink: device.enterLink,
  }
}

/** Returns a function that returns the present time of the server as ISO text, by this device's clock and its measured offset. */
export function useServerTime() {
  const { clockOffset } = useDevice().status
  return () => new Date(Date.now() + (clockOffset ?? 0)).toISOString()
}

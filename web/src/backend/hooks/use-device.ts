import { createContext, use, useSyncExternalStore } from 'react'
import type { BackendComposition } from '../compose.ts'
import type { DeviceStatus } from '../sync/status.ts'

export { isPendingCreation } from '../store/outbox.ts'

/** An outbox entry that the server rejected. */
export type RejectedEntry = DeviceStatus['rejected'][number]

export type DeviceServices = Pick<BackendComposition, 'status' | 'sync' | 'takeOver' | 'withLink' | 'withDoor' | 'enterLink'>

export const DeviceContext = createContext<DeviceServices | null>(null)

/**
 * Returns the status of this device, and functions that sync it, add an opened event to its replica, take over the entries of the fallback
 * administrator and open a link.
 */
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

/**
 * Returns a function that returns the present time of the server as an ISO string. It is computed from the clock of this device and the
 * measured clock offset.
 */
export function useServerTime() {
  const { clockOffset } = useDevice().status
  return () => new Date(Date.now() + (clockOffset ?? 0)).toISOString()
}

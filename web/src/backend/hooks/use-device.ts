import { createContext, use, useSyncExternalStore } from 'react'
import type { BackendComposition } from '../compose.ts'
import type { DeviceStatus } from '../sync/status.ts'

export { isPendingCreation } from '../store/outbox.ts'

export type RejectedEntry = DeviceStatus['rejected'][number]

export type DeviceServices = Pick<BackendComposition, 'status' | 'sync' | 'device' | 'takeOver' | 'withLink' | 'withDoor' | 'enterLink'>

export const DeviceContext = createContext<DeviceServices | null>(null)

/** Returns the status of this device, and functions that sync it and change what it stores. */
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
  }
}

/** Returns a function that returns the server's time as an ISO string, now or at `at` (ms) by this device's clock, by the measured offset. */
export function useServerTime() {
  const { clockOffset } = useDevice().status
  return (at = Date.now()) => new Date(at + (clockOffset ?? 0)).toISOString()
}

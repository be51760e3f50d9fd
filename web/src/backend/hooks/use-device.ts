import { createContext, use, useSyncExternalStore } from 'react'
import type { BackendComposition } from '../compose.ts'
import type { DeviceStatus } from '../sync/status.ts'

export { isPendingCreation } from '../store/outbox.ts'
export type { DeviceStatus } from '../sync/status.ts'

export type RejectedEntry = DeviceStatus['rejected'][number]

export type DeviceServices = Pick<BackendComposition, 'status' | 'sync' | 'device' | 'takeOver' | 'withLink' | 'withDoor' | 'enterLink'>

export const DeviceContext = createContext<DeviceServices | null>(null)

function useServices() {
  const services = use(DeviceContext)
  if (!services) throw new Error('no device: the tree is not under <App>')
  return services
}

/** Returns the functions that sync this device and change what it stores. */
export function useDevice() {
  const { sync, takeOver } = useServices()
  return { sync: sync.run, isDownloadPending: sync.isDownloadPending, open: sync.open, takeOver }
}

/** Returns what `select` reads from the status of this device. The component is rendered again only when that changes. */
export function useDeviceStatus<Selected>(select: (status: DeviceStatus) => Selected): Selected {
  const { status } = useServices()
  return useSyncExternalStore(status.subscribe, () => select(status.get()))
}

/** Returns a function that returns the server's time as an ISO string, now or at `at` (ms) by this device's clock, by the measured offset. */
export function useServerTime() {
  const clockOffset = useDeviceStatus(status => status.clockOffset)
  return (at = Date.now()) => new Date(at + (clockOffset ?? 0)).toISOString()
}

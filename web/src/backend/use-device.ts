import { createContext, use, useSyncExternalStore } from 'react'
import type { Composition } from './compose.ts'
import type { DeviceStatus } from './device-status.ts'

export { isPending } from './device/outbox.ts'

/** Something done here that the server would not have. */
export type Unsent = DeviceStatus['unsent'][number]

export type DeviceSide = Pick<Composition, 'status' | 'sync' | 'takeOver'>

export const DeviceContext = createContext<DeviceSide | null>(null)

/** How this device stands to the server: what waits, what was not taken, the replica; and the ways to sync now, to keep an event or to take over. */
export function useDevice() {
  const device = use(DeviceContext)
  if (!device) throw new Error('no device: the tree is not under <App>')
  const status = useSyncExternalStore(device.status.subscribe, device.status.get)
  return { status, sync: device.sync.run, open: device.sync.open, takeOver: device.takeOver }
}

import type { Device } from '../store/device.ts'
import { storeServerAdmission, storeServerRefusal, storeServerUndo } from './check-in-store.ts'
import { createDeviceBackend } from './device-backend.ts'
import { takeOverLocalEntries } from './take-over.ts'

/** Returns the backend that answers calls on this device, and the functions that store effects of server answers or take over entries. */
export const createLocalPart = (device: Device) => ({
  backend: createDeviceBackend(device),
  storeServerAdmission,
  storeServerRefusal,
  storeServerUndo,
  takeOverLocalEntries,
})

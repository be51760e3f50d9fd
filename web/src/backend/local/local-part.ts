import type { Device } from '../store/device.ts'
import { storeServerScan, storeServerUndo } from './check-in-store.ts'
import { createDeviceBackend } from './device-backend.ts'
import { takeOverLocalEntries } from './take-over.ts'

/** Returns the backend that answers calls on this device, and further functions that change or read what it stores. */
export const createLocalPart = (device: Device) => ({
  backend: createDeviceBackend(device),
  storeServerScan,
  storeServerUndo,
  takeOverLocalEntries,
})

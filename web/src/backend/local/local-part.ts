import { readCode } from '@hudur/core/check-in/code'
import type { Device } from '../store/device.ts'
import { readWaitingScans } from './check-in.ts'
import { storeServerScan, storeServerUndo } from './check-in-store.ts'
import { createDeviceBackend } from './device-backend.ts'
import { readPlacesLeft } from './known-guest.ts'
import { takeOverLocalEntries } from './take-over.ts'
import { storeServerWalkIn } from './walk-ins.ts'

/** Returns the backend that answers calls on this device, and the other functions of the code that is downloaded with it. */
export const createLocalPart = (device: Device) => ({
  backend: createDeviceBackend(device),
  storeServerScan,
  storeServerUndo,
  storeServerWalkIn,
  takeOverLocalEntries,
  readCode,
  readWaitingScans,
  readPlacesLeft,
})

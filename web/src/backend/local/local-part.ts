import { readCode } from '@hudur/core/check-in/code'
import type { Device } from '../store/device.ts'
import { sendWaitingScans } from './check-in.ts'
import { storeServerScan, storeServerUndo } from './check-in-store.ts'
import { createDeviceBackend } from './device-backend.ts'
import { readPlacesLeft } from './known-guest.ts'
import { takeOverLocalEntries } from './take-over.ts'
import { storeServerWalkIn } from './walk-ins.ts'

const buildLocalPart = (device: Device) => ({
  backend: createDeviceBackend(device),
  storeServerScan,
  storeServerUndo,
  storeServerWalkIn,
  takeOverLocalEntries,
  readCode,
  sendWaitingScans,
  readPlacesLeft,
})

const parts = new WeakMap<Device, ReturnType<typeof buildLocalPart>>()

/**
 * Returns the backend that answers calls on this device, and the other functions of the code that is downloaded with it. The backend has a
 * function for each call of the contract, so it is made once: a verdict would wait for it.
 */
export function createLocalPart(device: Device) {
  const part = parts.get(device) ?? buildLocalPart(device)
  parts.set(device, part)
  return part
}

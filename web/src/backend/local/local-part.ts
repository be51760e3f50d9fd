import type { Device } from '../store/device.ts'
import { deviceBackend } from './device-backend.ts'
import { keepAdmission, keepUndo } from './scanning.ts'
import { takeOverLocal } from './take-over.ts'

/** Returns what this device does itself: the calls that it answers, and the effects of the server's answers on its data. */
export const localPart = (device: Device) => ({ backend: deviceBackend(device), keepAdmission, keepUndo, takeOverLocal })

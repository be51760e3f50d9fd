import 'fake-indexeddb/auto'
import type { User } from '@hudur/core'
import { openDevice } from '../src/backend/store/device.ts'

let devices = 0
let accounts = 0

/** Opens the device of a new browser. Its verifiers use few hash rounds, so that tests are fast. */
export const newDevice = (options: Partial<Parameters<typeof openDevice>[0]> = {}) =>
  openDevice({ name: `device ${devices++}`, timeZone: 'Asia/Aden', rounds: 1_000, ...options })

/** Returns a new account of the server. */
export const anAccount = ({ limit = 100, isAdmin = false } = {}): User => ({
  id: `account ${accounts}`,
  fullName: `حساب ${accounts}`,
  username: `host${accounts++}`,
  phone: null,
  email: null,
  generationLimit: limit,
  usedGenerations: 0,
  isAdmin,
  createdAt: '2026-11-01T00:00:00.000Z',
  passwordChangedAt: '2026-11-01T00:00:00.000Z',
})

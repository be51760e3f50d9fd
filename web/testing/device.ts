import 'fake-indexeddb/auto'
import type { User } from '@hudur/core'
import { openDevice } from '../src/backend/device/device.ts'

let devices = 0
let accounts = 0

/** A browser that has never been here. Its passwords are kept by few rounds: what takes long is not what is tested. */
export const newDevice = (options: Partial<Parameters<typeof openDevice>[0]> = {}) =>
  openDevice({ name: `device ${devices++}`, timeZone: 'Asia/Aden', rounds: 1_000, ...options })

/** Somebody the server knows. */
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

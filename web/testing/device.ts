import 'fake-indexeddb/auto'
import { draftOf, type EventDetails, type Invitation, type User } from '@hudur/core'
import { openDevice } from '../src/backend/store/device.ts'

let devices = 0
let accounts = 0

/** Opens the device of a new browser. Its verifiers use few hash rounds, so that tests are fast. */
export const newDevice = (options: Partial<Parameters<typeof openDevice>[0]> = {}) =>
  openDevice({ name: `device ${devices++}`, timeZone: () => 'Asia/Aden', rounds: 1_000, ...options })

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

/** Returns an event as the server sends it, by default of the account `host`. */
export const anEvent = ({ id, ...fields }: Partial<EventDetails> & Pick<EventDetails, 'id'>): EventDetails => ({
  ...{ id, userId: 'host', name: 'زفاف', date: '2026-12-01' },
  ...{ startsAt: null, place: null, mapUrl: null, hosts: null, note: null, phone: null, message: null },
  ...{ hidesNames: false, answers: 'on', answersUntil: null },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', changedAt: '2026-11-01T00:00:00.000Z' },
  ...fields,
})

/** Returns an invitation as the server sends it. */
export const anInvitation = (id: string, fields: Partial<Invitation> = {}): Invitation => ({
  ...draftOf(
    { id, userId: 'host', guestName: 'سارة', generationType: 'names', maxScans: 1 },
    { id: 'event', name: 'زفاف', date: '2026-12-01', designId: null },
    '2026-11-01T00:00:00.000Z',
  ),
  ...fields,
})

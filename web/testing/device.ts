import 'fake-indexeddb/auto'
import type { User } from '@hudur/core/accounts/contract'
import type { EventDetails } from '@hudur/core/events/contract'
import { EMPTY_HOUSE } from '@hudur/core/events/house'
import { createdInvitation } from '@hudur/core/invitations/create/created-invitation'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { openDevice } from '../src/backend/store/device.ts'

let deviceCount = 0
let accountCount = 0

/** Opens the storage of a device as a new browser has it. Its verifiers use few hash rounds, so that tests are fast. */
export const openTestDevice = (options: Partial<Parameters<typeof openDevice>[0]> = {}) =>
  openDevice({ name: `device ${deviceCount++}`, timeZone: () => 'Asia/Aden', rounds: 1_000, ...options })

/** Returns an account in the form in which the server sends it, with a new id and username. */
export const buildAccount = ({ limit = 100, isAdmin = false } = {}): User => ({
  id: `account ${accountCount}`,
  fullName: `حساب ${accountCount}`,
  username: `host${accountCount++}`,
  phone: null,
  email: null,
  generationLimit: limit,
  usedGenerations: 0,
  isAdmin,
  createdAt: '2026-11-01T00:00:00.000Z',
  passwordChangedAt: '2026-11-01T00:00:00.000Z',
})

/** Returns an event in the form in which the server sends it, by default of the account `host`. */
export const buildEvent = ({ id, ...fields }: Partial<EventDetails> & Pick<EventDetails, 'id'>): EventDetails => ({
  ...{ id, userId: 'host', name: 'زفاف', date: '2026-12-01' },
  ...{
    startsAt: null,
    timeWords: null,
    place: null,
    mapUrl: null,
    hosts: null,
    note: null,
    phone: null,
    message: null,
    sideMessages: [],
    thanksMessage: null,
  },
  ...{ hidesNames: false, answers: 'on', answersUntil: null, asksChildren: false, countsExits: false, capacity: null, house: EMPTY_HOUSE },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', changedAt: '2026-11-01T00:00:00.000Z' },
  ...fields,
})

/** Returns an invitation in the form in which the server sends it. */
export const buildInvitation = (id: string, fields: Partial<Invitation> = {}): Invitation => ({
  ...createdInvitation(
    { id, userId: 'host', guestName: 'سارة', generationType: 'names', maxScans: 1 },
    { id: 'event', name: 'زفاف', date: '2026-12-01', designId: null },
    '2026-11-01T00:00:00.000Z',
  ),
  ...fields,
})

import { createUserSessions, type UserSessions } from './accounts.ts'
import { type Clock, createClock } from './clock.ts'
import { isStorageFailure, openStore, type Store, type StorePage } from './store.ts'
import { createVerifiers, type Verifiers } from './verifiers.ts'

/** What this browser needs to answer calls itself: storage, clock and time zone. */
export type Device = {
  store: Store
  people: UserSessions
  verifiers: Verifiers
  clock: Clock
  now: () => Date
  /** Returns the time zone that determines where days and weeks begin in figures. */
  timeZone: () => string
  /** Whether this is the storage of a door link, in which the SHA-256 of the code identifies an invitation. */
  isDoor: boolean
}

type DeviceOptions = { name?: string; page?: StorePage; now?: () => Date; timeZone: () => string; rounds?: number; isDoor?: boolean }

/** Deletes expired verifiers. A failure of the storage is ignored, because the next start tries again. */
async function deleteExpiredVerifiers(verifiers: Verifiers) {
  try {
    await verifiers.forgetLapsed()
  } catch (error) {
    if (!isStorageFailure(error)) throw error
  }
}

/** Opens the storage of this device. Rejects when the browser has no storage. */
export async function openDevice({ name, page, now = () => new Date(), timeZone, rounds, isDoor = false }: DeviceOptions): Promise<Device> {
  const store = await openStore(name, page)
  const verifiers = createVerifiers(store, { now, rounds })
  // Not awaited: the first calls wait for the storage.
  void deleteExpiredVerifiers(verifiers)
  return {
    store,
    people: createUserSessions(store),
    verifiers,
    clock: await createClock(store, now),
    now,
    timeZone,
    isDoor,
  }
}

/** How long (ms) opening the storage may take. After that only the server answers, until the storage is open. */
const OPENING_TIMEOUT_MS = 2_000

/** Limits how long calls wait for the storage. `device` resolves to undefined where the browser has no storage, or opens it slowly. */
export function limitOpeningTime(opening: Promise<Device>) {
  const opened = opening.catch(() => undefined)
  let isOverdue = false
  const overdue = new Promise<undefined>(resolve => {
    setTimeout(() => {
      isOverdue = true
      resolve(undefined)
    }, OPENING_TIMEOUT_MS)
  })
  return {
    device: () => Promise.race([opened, overdue]),
    /** Resolves when the storage has opened or failed. The value is whether it opened after `OPENING_TIMEOUT_MS`. */
    openedLate: opened.then(device => device !== undefined && isOverdue),
  }
}

export type DeviceOpening = ReturnType<typeof limitOpeningTime>

import { type Clock, clockOf } from './clock.ts'
import { type People, peopleOf } from './people.ts'
import { type Replica, removeSentNames, replicaOf } from './replica.ts'
import { isStorageFailure, openStore, type Page, type Store } from './store.ts'
import { type Verifiers, verifiersOf } from './verifiers.ts'

/** This browser as a backend: its storage, clock and time zone. */
export type Device = {
  store: Store
  replica: Replica
  people: People
  verifiers: Verifiers
  clock: Clock
  now: () => Date
  /** The time zone by whose days and weeks this device counts figures. */
  timeZone: () => string
  /** Whether this is the storage of a door: its invitations are named by the SHA-256 of their codes. */
  isDoor: boolean
}

type DeviceOptions = { name?: string; page?: Page; now?: () => Date; timeZone: () => string; rounds?: number; isDoor?: boolean }

/** Deletes expired verifiers, and codes and names in uploaded scans. When the storage fails, the next start tries again. */
async function deleteExpired(store: Store, verifiers: Verifiers) {
  try {
    await verifiers.forgetLapsed()
    await removeSentNames(store)
  } catch (error) {
    if (!isStorageFailure(error)) throw error
  }
}

/** Opens this device. Rejects when the browser has no storage. */
export async function openDevice({ name, page, now = () => new Date(), timeZone, rounds, isDoor = false }: DeviceOptions): Promise<Device> {
  const store = await openStore(name, page)
  const verifiers = verifiersOf(store, { now, rounds })
  await deleteExpired(store, verifiers)
  return {
    store,
    replica: replicaOf(store),
    people: peopleOf(store),
    verifiers,
    clock: await clockOf(store, now),
    now,
    timeZone,
    isDoor,
  }
}

/** How long (ms) the device's storage may take to open before only the server answers. */
const OPENING_MS = 2_000

/**
 * Waits for the device for `OPENING_MS`. `device` resolves to undefined where the browser has no storage, and after `OPENING_MS` until the
 * storage has opened.
 */
export function limitOpening(opening: Promise<Device>) {
  const opened = opening.catch(() => undefined)
  let isOverdue = false
  const overdue = new Promise<undefined>(resolve => {
    setTimeout(() => {
      isOverdue = true
      resolve(undefined)
    }, OPENING_MS)
  })
  return {
    device: () => Promise.race([opened, overdue]),
    /** Resolves to whether the storage opened only after `OPENING_MS`; pending until the storage has opened or failed to open. */
    openedLate: opened.then(device => device !== undefined && isOverdue),
  }
}

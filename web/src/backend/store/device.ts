import { type Clock, clockOf } from './clock.ts'
import { type People, peopleOf } from './people.ts'
import { type Replica, removeSentCodes, replicaOf } from './replica.ts'
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
  timeZone: string
}

type DeviceOptions = { name?: string; page?: Page; now?: () => Date; timeZone: string; rounds?: number }

/** Deletes expired verifiers, and codes and names in uploaded scans. When the storage fails, the next start tries again. */
async function deleteExpired(store: Store, verifiers: Verifiers) {
  try {
    await verifiers.forgetLapsed()
    await removeSentCodes(store)
  } catch (error) {
    if (!isStorageFailure(error)) throw error
  }
}

/** Opens this device. Rejects when the browser has no storage. */
export async function openDevice({ name, page, now = () => new Date(), timeZone, rounds }: DeviceOptions): Promise<Device> {
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
  }
}

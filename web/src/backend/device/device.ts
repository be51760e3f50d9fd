import type { Endpoint, Handlers, Resource } from '@hudur/core'
import { type Clock, clockOf } from './clock.ts'
import { type People, peopleOf } from './people.ts'
import { type Replica, reduceSent, replicaOf } from './replica.ts'
import { isStorageFailure, openStore, type Page, type Store } from './store.ts'
import { type Verifiers, verifiersOf } from './verifiers.ts'

/** What of a noun this device can answer: the rows of the contract that say so. */
type Answered<R extends Resource> = { [O in keyof R as R[O] extends Endpoint & { offline: 'answer' } ? O : never]: R[O] }
export type DeviceHandlers<R extends Resource> = Handlers<Answered<R>>

/** This browser as somebody who answers: what it keeps, and the hard edges of it. */
export type Device = {
  store: Store
  replica: Replica
  people: People
  verifiers: Verifiers
  clock: Clock
  now: () => Date
  /** The zone in whose days and weeks figures are counted here. */
  timeZone: string
}

type DeviceOptions = { name?: string; page?: Page; now?: () => Date; timeZone: string; rounds?: number }

/** Deletes what this device need not hold any longer. Where the browser cannot write just now, the next start does. */
async function forgetAtStart(store: Store, verifiers: Verifiers) {
  try {
    await verifiers.forgetLapsed()
    await reduceSent(store)
  } catch (error) {
    if (!isStorageFailure(error)) throw error
  }
}

/** Opens this device. Rejects where the browser keeps nothing. */
export async function openDevice({ name, page, now = () => new Date(), timeZone, rounds }: DeviceOptions): Promise<Device> {
  const store = await openStore(name, page)
  const verifiers = verifiersOf(store, { now, rounds })
  await forgetAtStart(store, verifiers)
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

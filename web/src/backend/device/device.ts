import type { Endpoint, Handlers, Resource } from '@hudur/core'
import { type Clock, clockOf } from './clock.ts'
import { type Copy, copyOf } from './copy.ts'
import { type People, peopleOf } from './people.ts'
import { openStore, type Store } from './store.ts'
import { type Verifiers, verifiersOf } from './verifiers.ts'

/** What of a noun this device can answer: the rows of the contract that say so. */
type Answered<R extends Resource> = { [O in keyof R as R[O] extends Endpoint & { offline: 'answer' } ? O : never]: R[O] }
export type DeviceHandlers<R extends Resource> = Handlers<Answered<R>>

/** This browser as somebody who answers: what it keeps, and the hard edges of it. */
export type Device = {
  store: Store
  copy: Copy
  people: People
  verifiers: Verifiers
  clock: Clock
  now: () => Date
  /** The zone in whose days and weeks figures are counted here. */
  timeZone: string
}

type DeviceOptions = { name?: string; now?: () => Date; timeZone: string; rounds?: number }

/** Opens this device. Rejects where the browser keeps nothing. */
export async function openDevice({ name, now = () => new Date(), timeZone, rounds }: DeviceOptions): Promise<Device> {
  const store = await openStore(name)
  return {
    store,
    copy: copyOf(store),
    people: peopleOf(store),
    verifiers: verifiersOf(store, { now, rounds }),
    clock: await clockOf(store, now),
    now,
    timeZone,
  }
}

import type { Endpoint, Handlers, Resource } from '@hudur/core/endpoint'

/** The handlers of the endpoints of a resource that this device can answer: those with `offline: 'answer'` in the contract. */
type OfflineEndpoints<R extends Resource> = { [O in keyof R as R[O] extends Endpoint & { offline: 'answer' } ? O : never]: R[O] }
export type DeviceHandlers<R extends Resource> = Handlers<OfflineEndpoints<R>>

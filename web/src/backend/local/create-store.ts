import type { EventDetails } from '@hudur/core/events/contract'
import * as eventRules from '@hudur/core/events/rules'
import { groupBy } from '@hudur/core/group-by'
import type { CreationStore } from '@hudur/core/invitations/create/decide'
import { type CreationRequest, creationFingerprint, eventStateKey, type RequestedInvitation } from '@hudur/core/invitations/create/request'
import type { CreationState, OwnerQuota, RequestedEvent } from '@hudur/core/invitations/create/state'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { type NewOutboxEntry, outboxInTransaction, withChargedQuota } from '../store/outbox.ts'
import { replicaInTransaction } from '../store/replica.ts'
import { metaInTransaction, type WriteTransaction } from '../store/store.ts'

export const CREATION_OBJECT_STORES = ['accounts', 'invitations', 'events', 'scans', 'outbox', 'meta'] as const

/** The outbox entry of a creation, before the charged invitations are known. Each of its invitations has an id. */
type UnchargedCreationEntry = NewOutboxEntry & { operation: 'create' }

/** Returns a function that finds the event of a requested invitation, by id or else by name and day. A new event has no id yet. */
function createEventFinder(events: readonly EventDetails[]) {
  const byId = new Map(events.map(event => [event.id, event]))
  const eventKeyOf = (userId: string, name: string, date: string) =>
    `${userId}\n${eventRules.eventKey({ eventName: name, eventDate: date })}`
  const byKey = new Map(events.map(event => [eventKeyOf(event.userId, event.name, event.date), event]))
  return ({ userId, eventId, eventName, eventDate }: RequestedInvitation): RequestedEvent | undefined => {
    const chosen = eventId === undefined ? undefined : byId.get(eventId)
    if (chosen?.userId === userId) return { id: chosen.id, name: chosen.name, date: chosen.date, designId: null, isNew: false }
    if (eventName === undefined || eventDate === undefined) return undefined
    const named = byKey.get(eventKeyOf(userId, eventName, eventDate))
    return { id: named?.id ?? null, name: named?.name ?? eventName, date: eventDate, designId: null, isNew: false }
  }
}

/** Adds the name and the day of each event. The server needs them if an event that the entry names by its id was deleted meanwhile. */
function withEventNames(entry: UnchargedCreationEntry, created: readonly Invitation[]): UnchargedCreationEntry {
  const byId = new Map(created.map(invitation => [invitation.id, invitation]))
  const invitations = entry.input.invitations.map(one => {
    const { eventName = one.eventName, eventDate = one.eventDate } = byId.get(one.id ?? '') ?? {}
    return one.eventId === undefined ? one : { ...one, eventName, eventDate }
  })
  return { ...entry, input: { ...entry.input, invitations } }
}

/**
 * Returns the `CreationStore` of this device, inside one transaction. The quota of an owner is the one that the server last sent, less the
 * charges of waiting entries. A device has no designs, and only the server counts pending invitations.
 */
export function creationStoreInTransaction(
  trx: WriteTransaction<(typeof CREATION_OBJECT_STORES)[number]>,
  entry: UnchargedCreationEntry,
): CreationStore {
  const outbox = outboxInTransaction(trx)
  const replica = replicaInTransaction(trx)

  async function loadEarlierCreation(): Promise<CreationState['earlier']> {
    const earlierEntry = await outbox.find(entry.account, entry.idempotencyKey)
    if (earlierEntry?.operation !== 'create') return earlierEntry && { fingerprint: earlierEntry.operation, ids: [] }
    return {
      fingerprint: creationFingerprint(earlierEntry.input.invitations),
      ids: earlierEntry.input.invitations.flatMap(({ id }) => id ?? []),
    }
  }

  async function loadExistingInvitations({ invitations }: CreationRequest): Promise<CreationState['existing']> {
    const found = await Promise.all(invitations.map(({ id }) => replica.get(id)))
    return new Map(found.flatMap(invitation => (invitation ? [[invitation.id, invitation]] : [])))
  }

  async function loadOwners({ invitations }: CreationRequest): Promise<CreationState['owners']> {
    const found = new Map<string, OwnerQuota>()
    for (const userId of new Set(invitations.map(one => one.userId))) {
      const user = await trx.objectStore('accounts').get(userId)
      if (user) found.set(userId, { ...withChargedQuota(user, await outbox.chargedInvitations(userId)), pending: 0 })
    }
    return found
  }

  async function loadEvents({ invitations }: CreationRequest): Promise<CreationState['events']> {
    const findEvent = createEventFinder(await trx.objectStore('events').getAll())
    const found = new Map<string, RequestedEvent>()
    for (const [reference, [requested]] of groupBy(invitations, eventStateKey)) {
      const event = findEvent(requested!)
      if (event) found.set(reference, event)
    }
    return found
  }

  return {
    load: async request => ({
      earlier: await loadEarlierCreation(),
      existing: await loadExistingInvitations(request),
      tombstones: new Set((await metaInTransaction(trx).get('deleted'))?.map(({ id }) => id)),
      owners: await loadOwners(request),
      events: await loadEvents(request),
    }),

    async save(_, { add, charges }) {
      if (add.length === 0) return
      await replica.put(add, { isMade: true })
      await outbox.add({ ...withEventNames(entry, add), spends: Object.fromEntries(charges) })
    },
  }
}

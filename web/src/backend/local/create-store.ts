import {
  type CreateEvent,
  type CreateOwner,
  type CreateRequest,
  type CreateState,
  type CreateStore,
  createFingerprint,
  type EventDetails,
  eventReference,
  eventRules,
  groupBy,
  type Invitation,
  type RequestedInvitation,
} from '@hudur/core'
import { type NewEntry, outboxIn, withCharges } from '../store/outbox.ts'
import { replicaIn } from '../store/replica.ts'
import { metaIn, type Writing } from '../store/store.ts'

/** The object stores that a creation reads or changes. */
export const CREATE_STORES = ['accounts', 'invitations', 'events', 'scans', 'outbox', 'meta'] as const

/** A creation's outbox entry before its charges are decided. Each invitation has an id. */
type CreateEntry = NewEntry & { operation: 'create' }

/**
 * Returns a function that finds the event of a requested invitation among the replica's events: by its id, otherwise by its name and day. An
 * event that this device does not know has no id until the upload: devices create no events.
 */
function findEvents(events: readonly EventDetails[]) {
  const byId = new Map(events.map(event => [event.id, event]))
  const keyOf = (userId: string, name: string, date: string) => `${userId}\n${eventRules.eventKey({ eventName: name, eventDate: date })}`
  const byKey = new Map(events.map(event => [keyOf(event.userId, event.name, event.date), event]))
  return ({ userId, eventId, eventName, eventDate }: RequestedInvitation): CreateEvent | undefined => {
    const chosen = eventId === undefined ? undefined : byId.get(eventId)
    if (chosen?.userId === userId) return { id: chosen.id, name: chosen.name, date: chosen.date, designId: null, isNew: false }
    if (eventName === undefined || eventDate === undefined) return undefined
    const named = byKey.get(keyOf(userId, eventName, eventDate))
    return { id: named?.id ?? null, name: named?.name ?? eventName, date: eventDate, designId: null, isNew: false }
  }
}

/** Returns an entry with the name and the day of each event: at the upload the server may have deleted an event that has only its id. */
function withEventNames(entry: CreateEntry, created: readonly Invitation[]): CreateEntry {
  const byId = new Map(created.map(invitation => [invitation.id, invitation]))
  const invitations = entry.input.invitations.map(one => {
    const { eventName = one.eventName, eventDate = one.eventDate } = byId.get(one.id ?? '') ?? {}
    return one.eventId === undefined ? one : { ...one, eventName, eventDate }
  })
  return { ...entry, input: { ...entry.input, invitations } }
}

/**
 * Returns the store that `createInvitations` uses, inside one transaction of this device. An owner's quota is the one the server last sent,
 * reduced by the charges of waiting entries. This device has no designs and counts no pending invitations: only the server does.
 */
export function createStoreIn(trx: Writing<(typeof CREATE_STORES)[number]>, entry: CreateEntry): CreateStore {
  const outbox = outboxIn(trx)
  const replica = replicaIn(trx)

  async function loadEarlier(): Promise<CreateState['earlier']> {
    const earlierEntry = await outbox.find(entry.account, entry.nonce)
    if (earlierEntry?.operation !== 'create') return earlierEntry && { fingerprint: earlierEntry.operation, ids: [] }
    return {
      fingerprint: createFingerprint(earlierEntry.input.invitations),
      ids: earlierEntry.input.invitations.flatMap(({ id }) => id ?? []),
    }
  }

  async function loadExisting({ invitations }: CreateRequest): Promise<CreateState['existing']> {
    const found = await Promise.all(invitations.map(({ id }) => replica.get(id)))
    return new Map(found.flatMap(invitation => (invitation ? [[invitation.id, invitation]] : [])))
  }

  async function loadOwners({ invitations }: CreateRequest): Promise<CreateState['owners']> {
    const found = new Map<string, CreateOwner>()
    for (const userId of new Set(invitations.map(one => one.userId))) {
      const user = await trx.objectStore('accounts').get(userId)
      if (user) found.set(userId, { ...withCharges(user, await outbox.chargedInvitations(userId)), pending: 0 })
    }
    return found
  }

  async function loadEvents({ invitations }: CreateRequest): Promise<CreateState['events']> {
    const findEvent = findEvents(await trx.objectStore('events').getAll())
    const found = new Map<string, CreateEvent>()
    for (const [reference, [requested]] of groupBy(invitations, eventReference)) {
      const event = findEvent(requested!)
      if (event) found.set(reference, event)
    }
    return found
  }

  return {
    load: async request => ({
      earlier: await loadEarlier(),
      existing: await loadExisting(request),
      tombstones: new Set((await metaIn(trx).get('deleted'))?.map(({ id }) => id)),
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

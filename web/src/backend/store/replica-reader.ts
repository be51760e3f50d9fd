import { isInScope, type Scope } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import { addPendingAdmissions } from '@hudur/core/check-in/pending-admissions'
import type { EventDetails } from '@hudur/core/events/contract'
import { groupBy } from '@hudur/core/group-by'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { Device } from './device.ts'
import { pendingAdmissionOf, withCurrentEvent } from './replica.ts'
import type { Store, StoredReplicaRow } from './store.ts'

/** A row of the replica with the present name and day of its event. `eventKey` is the event name in its normalised spelling. */
export type ReplicaRow = StoredReplicaRow & { eventKey: string }

/** Compares two rows in list order: by creation time, the newest first, then by `position`. */
const compareRows = (a: ReplicaRow, b: ReplicaRow) => {
  if (a.invitation.createdAt !== b.invitation.createdAt) return a.invitation.createdAt < b.invitation.createdAt ? 1 : -1
  return a.position - b.position
}

function toReplicaRows(stored: readonly StoredReplicaRow[], events: readonly EventDetails[]): ReplicaRow[] {
  const byId = new Map(events.map(event => [event.id, event]))
  const keys = new Map<string, string>()
  return stored.map(row => {
    const invitation = withCurrentEvent(row.invitation, byId.get(row.invitation.eventId ?? ''))
    const { eventName } = invitation
    const eventKey = keys.get(eventName) ?? foldSpelling(eventName)
    keys.set(eventName, eventKey)
    return { ...row, invitation, eventKey }
  })
}

/** How many rows are read by one request. While the browser delivers them, it does nothing else. */
const READ_PART_SIZE = 400

/** Reads all invitations of the replica in parts, between which the page reacts to the user. */
async function readInvitationParts(invitations: { getAll: (after: IDBKeyRange | null, count: number) => Promise<StoredReplicaRow[]> }) {
  const parts: StoredReplicaRow[][] = []
  for (let last: StoredReplicaRow | undefined; ; ) {
    const part = await invitations.getAll(last ? IDBKeyRange.lowerBound(last.id, true) : null, READ_PART_SIZE)
    parts.push(part)
    last = part.at(-1)
    if (part.length < READ_PART_SIZE) return parts
  }
}

/** Returns the functions that read the replica. Its rows are cached, because every key press in a search field reads them. */
function createReplicaReader(store: Store) {
  let cache: { version: number; rows: ReplicaRow[] } | undefined

  return {
    /** Returns the rows of the invitations in scope. The counts include scans of this device that the server has not counted yet. */
    async rows(scope: Scope): Promise<ReplicaRow[]> {
      const trx = store.transaction(['invitations', 'events', 'scans', 'meta'])
      const version = ((await trx.objectStore('meta').get('replica-version')) ?? 0) as number
      if (cache?.version !== version) {
        const events = await trx.objectStore('events').getAll()
        const parts = await readInvitationParts(trx.objectStore('invitations'))
        cache = { version, rows: toReplicaRows(parts.flat(), events).sort(compareRows) }
      }
      const open = groupBy(await trx.objectStore('scans').index('open').getAll(), ({ invitationId }) => invitationId)
      await trx.done
      return cache.rows
        .filter(({ invitation }) => isInScope(scope, invitation))
        .map(row => {
          const scans = open.get(row.id)
          return scans ? { ...row, invitation: addPendingAdmissions(row.invitation, scans.map(pendingAdmissionOf)) } : row
        })
    },

    async invitations(scope: Scope): Promise<Invitation[]> {
      return (await this.rows(scope)).map(({ invitation }) => invitation)
    },

    async events(scope: Scope): Promise<EventDetails[]> {
      return (await store.getAll('events')).filter(({ id, userId }) => isInScope(scope, { userId, eventId: id }))
    },
  }
}

type ReplicaReader = ReturnType<typeof createReplicaReader>

const readers = new WeakMap<Store, ReplicaReader>()

/** Returns the reader of a device's replica. Its code is not loaded at the start of the app. */
export function replicaOf({ store }: Pick<Device, 'store'>): ReplicaReader {
  const reader = readers.get(store) ?? createReplicaReader(store)
  readers.set(store, reader)
  return reader
}

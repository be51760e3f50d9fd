import { isInScope, type Scope } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import { addPendingAdmissions } from '@hudur/core/check-in/pending-admissions'
import type { EventDetails } from '@hudur/core/events/contract'
import { groupBy } from '@hudur/core/group-by'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { Device } from './device.ts'
import { changedRows, pendingAdmissionOf, withCurrentEvent } from './replica.ts'
import type { DeviceScan, Store, StoredReplicaRow } from './store.ts'

/** A row of the replica with the present name and day of its event. `eventKey` is the event name in its normalised spelling. */
export type ReplicaRow = StoredReplicaRow & { eventKey: string }

/** Compares two rows in list order: by creation time, the newest first, then by `position`. */
const compareRows = (a: ReplicaRow, b: ReplicaRow) => {
  if (a.invitation.createdAt !== b.invitation.createdAt) return a.invitation.createdAt < b.invitation.createdAt ? 1 : -1
  return a.position - b.position
}

/** Returns the function that adds the present name and day of their events to stored rows. */
function createRowMapper(events: readonly EventDetails[]) {
  const byId = new Map(events.map(event => [event.id, event]))
  const keys = new Map<string, string>()
  return (row: StoredReplicaRow): ReplicaRow => {
    const invitation = withCurrentEvent(row.invitation, byId.get(row.invitation.eventId ?? ''))
    const { eventName } = invitation
    const eventKey = keys.get(eventName) ?? foldSpelling(eventName)
    keys.set(eventName, eventKey)
    return { ...row, invitation, eventKey }
  }
}

/** How many rows are read by one request. While the browser delivers them, it does nothing else. */
const READ_PART_SIZE = 400

/** How many times the rows are read in several transactions before one transaction reads them all, because they change all the time. */
const MAX_READS_IN_PARTS = 2

/** The most changed rows that are read one by one. Reading all rows in parts is faster than reading more. */
const MAX_CHANGED_ROWS = 1_000

/**
 * Returns the ids of the rows that changed between two versions of the replica. Returns undefined when they are unknown or too many:
 * another tab has changed rows, or an event has changed.
 */
function changedRowsBetween(store: Store, from: number, to: number): string[] | undefined {
  const ids = new Set<string>()
  for (let version = from + 1; version <= to; version++) {
    const changed = changedRows.get(store)?.get(version)
    if (!changed || ids.size > MAX_CHANGED_ROWS) return undefined
    for (const id of changed) ids.add(id)
  }
  return [...ids]
}

type RowReader = { getAll: (after: IDBKeyRange | null, count: number) => Promise<StoredReplicaRow[]> }

/** Reads all rows of the replica in parts, between which the page reacts to the user. */
async function readRows(source: RowReader, toRow: (row: StoredReplicaRow) => ReplicaRow) {
  const rows: ReplicaRow[] = []
  for (;;) {
    const last = rows.at(-1)
    const part = await source.getAll(last ? IDBKeyRange.lowerBound(last.id, true) : null, READ_PART_SIZE)
    rows.push(...part.map(toRow))
    if (part.length < READ_PART_SIZE) return rows.sort(compareRows)
  }
}

/** The rows of the replica in list order. `version`: the version of the replica from which on changes may be missing. */
type CachedRows = { version: number; rows: readonly ReplicaRow[]; toRow: (row: StoredReplicaRow) => ReplicaRow }

/** Returns the rows in scope, with counts that include the open scans: those of this device that the server has not counted yet. */
function addOpenScans(rows: readonly ReplicaRow[], scope: Scope, openScans: readonly DeviceScan[]): ReplicaRow[] {
  const open = groupBy(openScans, ({ invitationId }) => invitationId)
  return rows
    .filter(({ invitation }) => isInScope(scope, invitation))
    .map(row => {
      const scans = open.get(row.id)
      return scans ? { ...row, invitation: addPendingAdmissions(row.invitation, scans.map(pendingAdmissionOf)) } : row
    })
}

/** Returns the functions that read the replica. Its rows are cached, because every key press in a search field reads them. */
function createReplicaReader(store: Store) {
  let cache: CachedRows | undefined

  /** Reads all rows, each part in a transaction of its own: a scan that this device stores or decides waits for one part at most. */
  async function readInParts(version: number): Promise<CachedRows> {
    const toRow = createRowMapper(await store.getAll('events'))
    return { version, toRow, rows: await readRows({ getAll: (after, count) => store.getAll('invitations', after, count) }, toRow) }
  }

  /** Returns the cached rows with the rows `ids` as `get` reads them. */
  async function readAgain(
    { rows, toRow }: CachedRows,
    version: number,
    ids: string[],
    get: (id: string) => Promise<StoredReplicaRow | undefined>,
  ) {
    const read = new Map(await Promise.all(ids.map(async id => [id, await get(id)] as const)))
    const others = rows.filter(({ id }) => !read.has(id))
    const changed = [...read.values()].flatMap(row => (row ? [toRow(row)] : []))
    return { version, toRow, rows: [...others, ...changed].sort(compareRows) }
  }

  return {
    /** Returns the rows of the invitations in scope. The counts include scans of this device that the server has not counted yet. */
    async rows(scope: Scope): Promise<ReplicaRow[]> {
      for (let reads = 0; ; reads++) {
        const trx = store.transaction(['invitations', 'events', 'scans', 'meta'])
        const invitations = trx.objectStore('invitations')
        const version = ((await trx.objectStore('meta').get('replica-version')) ?? 0) as number
        const ids = cache && changedRowsBetween(store, cache.version, version)
        if (!ids && reads < MAX_READS_IN_PARTS) {
          cache = await readInParts(version)
          continue
        }
        if (!cache || !ids) {
          const toRow = createRowMapper(await trx.objectStore('events').getAll())
          cache = { version, toRow, rows: await readRows(invitations, toRow) }
        } else if (ids.length > 0) cache = await readAgain(cache, version, ids, id => invitations.get(id))
        const { rows } = cache
        const openScans = await trx.objectStore('scans').index('open').getAll()
        await trx.done
        return addOpenScans(rows, scope, openScans)
      }
    },

    /** Returns those of the rows `ids` that are in scope, in no order. Reads no other rows. */
    async rowsOf(ids: ReadonlySet<string>, scope: Scope): Promise<ReplicaRow[]> {
      const trx = store.transaction(['invitations', 'events', 'scans'])
      const stored = await Promise.all([...ids].map(id => trx.objectStore('invitations').get(id)))
      const toRow = createRowMapper(await trx.objectStore('events').getAll())
      const openScans = await trx.objectStore('scans').index('open').getAll()
      return addOpenScans(
        stored.flatMap(row => (row ? [toRow(row)] : [])),
        scope,
        openScans,
      )
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

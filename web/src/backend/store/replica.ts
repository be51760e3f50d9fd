import { isInScope, type Scope } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import { readCode } from '@hudur/core/check-in/code'
import { addPendingAdmissions, type PendingAdmission } from '@hudur/core/check-in/pending-admissions'
import type { EventDetails } from '@hudur/core/events/contract'
import { groupBy } from '@hudur/core/group-by'
import { isDoorId } from '@hudur/core/id'
import { type DeletedInvitation, MAX_TOMBSTONES } from '@hudur/core/invitations/contract'
import { EMPTY_GUEST } from '@hudur/core/invitations/guest-values'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { indexWords } from '@hudur/core/names/index-words'
import { type DeviceScan, metaInTransaction, type Store, type StoredReplicaRow, type WriteTransaction } from './store.ts'

/** Returns the fields of a scan that `addPendingAdmissions` needs. */
const pendingAdmissionOf = ({ people, at, isListed, undo }: DeviceScan): PendingAdmission => ({
  people,
  at,
  isCounted: isListed,
  undo: undo && { isCounted: undo.isListed },
})

export const isScanUncounted = ({ isListed, undo }: Pick<DeviceScan, 'isListed' | 'undo'>) =>
  !isListed || (undo !== undefined && !undo.isListed)

/**
 * Removes the typed name and the texts of the QR code from an uploaded scan and undo. The code stays, or the id of the invitation when a
 * name was typed, for an upload to a server restored from a backup.
 */
function withoutTypedNames({ code, undo, ...scan }: DeviceScan): DeviceScan {
  const { invitationId } = scan
  const read = readCode(code)
  const sent = read.is === 'id' ? read.id : invitationId
  // The server does not accept the SHA-256 of a code from every door link, so the undo contains the code.
  const undone = isDoorId(invitationId) ? sent : invitationId
  const reduced = undo?.isSent ? { ...undo, input: { ...undo.input, qr_code: undone } } : undo
  return { ...scan, code: scan.isSent ? sent : code, ...(reduced && { undo: reduced }) }
}

/** Returns a scan as it is stored: `open` while the count in the replica does not include it, and without names after the upload. */
export function toStoredScan({ open: _, ...scan }: DeviceScan): DeviceScan {
  return isScanUncounted(scan) ? { ...withoutTypedNames(scan), open: 1 } : withoutTypedNames(scan)
}

/** A row of the replica with the present name and day of its event. `eventKey` is the event name in its normalised spelling. */
export type ReplicaRow = StoredReplicaRow & { eventKey: string }

/** Compares two rows in list order: by creation time, the newest first, then by `position`. */
const compareRows = (a: ReplicaRow, b: ReplicaRow) => {
  if (a.invitation.createdAt !== b.invitation.createdAt) return a.invitation.createdAt < b.invitation.createdAt ? 1 : -1
  return a.position - b.position
}

/** Returns a stored invitation with the present name and day of its event. When the replica lacks the event, the stored ones stay. */
const withCurrentEvent = (stored: Invitation, event: EventDetails | undefined): Invitation => ({
  // A row that an earlier version stored lacks newer fields.
  ...EMPTY_GUEST,
  ...stored,
  ...(event && { eventName: event.name, eventDate: event.date }),
})

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

/** Returns the functions that read the replica. Its rows are cached, because every key press in a search field reads them. */
export function createReplicaReader(store: Store) {
  let cache: { version: number; rows: ReplicaRow[] } | undefined

  return {
    /** Returns the rows of the invitations in scope. The counts include scans of this device that the server has not counted yet. */
    async rows(scope: Scope): Promise<ReplicaRow[]> {
      const trx = store.transaction(['invitations', 'events', 'scans', 'meta'])
      const version = ((await trx.objectStore('meta').get('replica-version')) ?? 0) as number
      if (cache?.version !== version) {
        const stored = await trx.objectStore('invitations').getAll()
        cache = { version, rows: toReplicaRows(stored, await trx.objectStore('events').getAll()).sort(compareRows) }
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
      return (await store.getAll('events')).filter(event => isInScope(scope, event))
    },
  }
}

export type ReplicaReader = ReturnType<typeof createReplicaReader>

export const replicaInTransaction = (trx: WriteTransaction<'invitations' | 'events' | 'scans' | 'meta'>) => {
  const invitations = trx.objectStore('invitations')
  const events = trx.objectStore('events')
  const scans = trx.objectStore('scans')
  const meta = metaInTransaction(trx)

  return {
    /** Returns an invitation with the count of the server. Scans of this device that the server has not counted are left out. */
    async get(id: string): Promise<Invitation | undefined> {
      const row = await invitations.get(id)
      return row && withCurrentEvent(row.invitation, row.invitation.eventId ? await events.get(row.invitation.eventId) : undefined)
    },

    /** Returns the id of the invitation with this present or former code. Returns the code itself when no row has it. */
    async idOfCode(code: string): Promise<string> {
      return (await invitations.index('codes').getKey(code)) ?? code
    },

    /** Returns an invitation in scope, with a count that includes all scans of this device, and these scans. */
    async find(id: string, scope: Scope): Promise<{ invitation: Invitation; scans: DeviceScan[] } | undefined> {
      const invitation = await this.get(id)
      if (!invitation || !isInScope(scope, invitation)) return undefined
      const scansOfInvitation = await scans.index('invitation').getAll(id)
      return { invitation: addPendingAdmissions(invitation, scansOfInvitation.map(pendingAdmissionOf)), scans: scansOfInvitation }
    },

    /** Adds or replaces invitations. A replaced invitation keeps its `position`. */
    async put(
      given: readonly (Invitation & Pick<StoredReplicaRow, 'sealed'>)[],
      { isMade, formerCodes = [] }: { isMade: boolean; formerCodes?: readonly { code: string; invitationId: string }[] },
    ) {
      const former = groupBy(formerCodes, ({ invitationId }) => invitationId)
      let position = (await meta.get('position')) ?? 0
      // Requests that wait for each other take several times as long.
      const existingRows = await Promise.all(given.map(({ id }) => invitations.get(id)))
      const rows = given.map(({ sealed, ...invitation }, n) => {
        const { id, code } = invitation
        return {
          id,
          invitation,
          guestKey: foldSpelling(invitation.guestName),
          guestWords: indexWords(invitation.guestName, invitation.phone).join(' '),
          position: existingRows[n]?.position ?? position++,
          isMade,
          ...(sealed !== undefined && { sealed }),
          ...(code !== id && { codes: [code, ...(former.get(id) ?? []).map(one => one.code)] }),
        }
      })
      await Promise.all(rows.map(row => invitations.put(row)))
      await meta.set('position', position)
      await this.changed()
    },

    async remove(ids: readonly string[]) {
      await Promise.all(ids.map(id => invitations.delete(id)))
      if (ids.length > 0) await this.changed()
    },

    async putEvents(given: readonly EventDetails[]) {
      for (const event of given) await events.put(event)
      if (given.length > 0) await this.changed()
    },

    async removeEvents(ids: readonly string[]) {
      for (const id of ids) await events.delete(id)
      if (ids.length > 0) await this.changed()
    },

    /** Returns the tombstone of a deleted invitation in scope; undefined when the server sent none. */
    async findDeleted(id: string, scope: Scope): Promise<DeletedInvitation | undefined> {
      return (await meta.get('deleted'))?.find(one => one.id === id && isInScope(scope, one))
    },

    /** Adds tombstones before the stored ones. Deletes the oldest beyond `MAX_TOMBSTONES`. */
    async putDeleted(given: readonly DeletedInvitation[]) {
      if (given.length === 0) return
      const ids = new Set(given.map(({ id }) => id))
      const others = ((await meta.get('deleted')) ?? []).filter(({ id }) => !ids.has(id))
      await meta.set('deleted', [...given, ...others].slice(0, MAX_TOMBSTONES))
    },

    /** Deletes all tombstones, events and invitations. A download that is being stored ends. */
    async clear() {
      await meta.remove('replica')
      await meta.remove('download')
      await meta.remove('deleted')
      await events.clear()
      await invitations.clear()
      await this.changed()
    },

    async changed() {
      await meta.set('replica-version', ((await meta.get('replica-version')) ?? 0) + 1)
    },
  }
}

import { isInScope, type Scope } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import { addPendingAdmissions, type PendingAdmission } from '@hudur/core/check-in/pending-admissions'
import type { EventDetails } from '@hudur/core/events/contract'
import { groupBy } from '@hudur/core/group-by'
import { isDoorId, isId } from '@hudur/core/id'
import { type DeletedInvitation, MAX_TOMBSTONES } from '@hudur/core/invitations/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { BLANK_INVITATION } from '@hudur/core/invitations/views'
import { indexWords } from '@hudur/core/names/index-words'
import { type DeviceScan, metaInTransaction, type StoredReplicaRow, type WriteTransaction } from './store.ts'

/** Returns the fields of a scan that `addPendingAdmissions` needs. */
export const pendingAdmissionOf = ({ people, direction, returned, at, isListed, undo }: DeviceScan): PendingAdmission => ({
  people,
  direction,
  returned,
  at,
  isCounted: isListed,
  undo: undo && { isCounted: undo.isListed },
})

export const isScanUncounted = ({ isListed, undo }: Pick<DeviceScan, 'isListed' | 'undo'>) =>
  !isListed || (undo !== undefined && !undo.isListed)

/**
 * Removes the typed name from an uploaded scan and undo. The code stays, or the id of the invitation when a name was typed, for an upload to
 * a server restored from a backup.
 */
function withoutTypedNames({ code, undo, ...scan }: DeviceScan): DeviceScan {
  const { invitationId } = scan
  const sent = isId(code) || isDoorId(code) ? code : invitationId
  // The server does not accept the SHA-256 of a code from every door link, so the undo contains the code.
  const undone = isDoorId(invitationId) ? sent : invitationId
  const reduced = undo?.isSent ? { ...undo, input: { ...undo.input, qr_code: undone } } : undo
  return { ...scan, code: scan.isSent ? sent : code, ...(reduced && { undo: reduced }) }
}

/**
 * Returns a scan in the form in which it is stored: with `open` while the count in the replica does not include it, and without a typed
 * name after the upload.
 */
export function toStoredScan({ open: _, ...scan }: DeviceScan): DeviceScan {
  return isScanUncounted(scan) ? { ...withoutTypedNames(scan), open: 1 } : withoutTypedNames(scan)
}

/** Returns a stored invitation with the present name and day of its event. When the replica lacks the event, the stored ones stay. */
export const withCurrentEvent = (stored: Invitation, event: EventDetails | undefined): Invitation => ({
  // A row that an earlier version stored lacks newer fields.
  ...BLANK_INVITATION,
  ...stored,
  ...(event && { eventName: event.name, eventDate: event.date }),
})

/** The most changes of a replica whose rows are remembered. */
const MAX_REMEMBERED_CHANGES = 50

/** For each database the ids of the rows that this page changed, by the version of the replica with the change. */
export const changedRows = new WeakMap<object, Map<number, readonly string[]>>()

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

    /** Adds or replaces invitations. A replaced invitation keeps its `position`. Rows that are stored already are not written again. */
    async put(
      given: readonly (Invitation & Pick<StoredReplicaRow, 'sealed'>)[],
      { isMade, formerCodes = [] }: { isMade: boolean; formerCodes?: readonly { code: string; invitationId: string }[] },
    ) {
      const former = groupBy(formerCodes, ({ invitationId }) => invitationId)
      const firstPosition = (await meta.get('position')) ?? 0
      let position = firstPosition
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
      // A download lists again what changed in the minute before the download before it.
      const changed = rows.filter((row, n) => !existingRows[n] || JSON.stringify(row) !== JSON.stringify(existingRows[n]))
      await Promise.all(changed.map(row => invitations.put(row)))
      if (position !== firstPosition) await meta.set('position', position)
      if (changed.length > 0) await this.changed(changed.map(({ id }) => id))
    },

    async remove(ids: readonly string[]) {
      await Promise.all(ids.map(id => invitations.delete(id)))
      if (ids.length > 0) await this.changed(ids)
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

    /** Records a change of the replica: of the invitations `ids` only, or without them of any part. */
    async changed(ids?: readonly string[]) {
      const version = ((await meta.get('replica-version')) ?? 0) + 1
      await meta.set('replica-version', version)
      const { db, done } = invitations.transaction
      const record = () => {
        const before = changedRows.get(db) ?? new Map<number, readonly string[]>()
        if (ids) changedRows.set(db, before.size < MAX_REMEMBERED_CHANGES ? before.set(version, ids) : new Map([[version, ids]]))
      }
      done.then(record, () => {})
    },
  }
}

import {
  type DeletedInvitation,
  type EventDetails,
  fold,
  groupBy,
  type Invitation,
  indexWords,
  isDoorId,
  MAX_TOMBSTONES,
  type PendingAdmission,
  readCode,
  type Scope,
  visibleTo,
  withPending,
} from '@hudur/core'
import { type KeptInvitation, metaIn, type OwnScan, type Store, type StoredInvitation, type Writing, write } from './store.ts'

/** Returns the fields of a scan that `withPending` needs. */
const pendingAdmissionOf = ({ people, at, isListed, undo }: OwnScan): PendingAdmission => ({
  people,
  at,
  isCounted: isListed,
  undo: undo && { isCounted: undo.isListed },
})

export const isOpen = ({ isListed, undo }: Pick<OwnScan, 'isListed' | 'undo'>) => !isListed || (undo !== undefined && !undo.isListed)

/**
 * Returns a scan without the typed name, and without the other text of the card, once the server has it: the code remains, or else the
 * invitation's id, also in the undo. A server that was restored from a backup is sent the scan again.
 */
function withoutNames({ code, undo, ...scan }: OwnScan): OwnScan {
  const { invitationId } = scan
  const read = readCode(code)
  const sent = read.is === 'id' ? read.id : invitationId
  // A door knows the invitation only by its SHA-256, which the server accepts from some doors alone, so its undo keeps the code.
  const undone = isDoorId(invitationId) ? sent : invitationId
  const reduced = undo?.isSent ? { ...undo, input: { ...undo.input, qr_code: undone } } : undo
  return { ...scan, code: scan.isSent ? sent : code, ...(reduced && { undo: reduced }) }
}

/** Returns a scan as it is stored: `open` is set while the replica's count lacks it, and names are removed after the upload. */
export function asStored({ open: _, ...scan }: OwnScan): OwnScan {
  return isOpen(scan) ? { ...withoutNames(scan), open: 1 } : withoutNames(scan)
}

/** Removes names from uploaded scans that an earlier version of the product stored. */
export const removeSentNames = (store: Store) =>
  write(store, ['scans'], async trx => {
    const scans = trx.objectStore('scans')
    for (const { by, ...scan } of (await scans.getAll()) as (OwnScan & { by?: string })[]) {
      const stored = asStored(scan)
      if (by !== undefined || stored.code !== scan.code) await scans.put(stored)
    }
  })

/** A row of the replica as it is read: with the present name and day of its event, and the key of that name. */
export type ReplicaRow = KeptInvitation & { invitation: Invitation; eventKey: string; guestWords: string }

/** Compares rows in the order of lists: newest first, invitations with the same creation time by `position`. */
const inOrder = (a: ReplicaRow, b: ReplicaRow) => {
  if (a.invitation.createdAt !== b.invitation.createdAt) return a.invitation.createdAt < b.invitation.createdAt ? 1 : -1
  return a.position - b.position
}

const guestWordsOf = ({ guestName, phone }: StoredInvitation) => indexWords(guestName, phone).join(' ')

/** Returns a stored invitation with the present name and day of its event, where the replica has the event. */
const withEvent = (stored: StoredInvitation, event: EventDetails | undefined): Invitation => ({
  ...{ eventId: null, table: null, note: null, isVip: false, side: null, code: stored.id },
  ...{ state: 'valid' as const, sentAt: null, sentVia: null, openedAt: null, answer: null },
  ...stored,
  ...(event && { eventName: event.name, eventDate: event.date }),
})

function asRows(stored: readonly KeptInvitation[], events: readonly EventDetails[]): ReplicaRow[] {
  const byId = new Map(events.map(event => [event.id, event]))
  const keys = new Map<string, string>()
  return stored.map(row => {
    const invitation = withEvent(row.invitation, byId.get(row.invitation.eventId ?? ''))
    const { eventName } = invitation
    const eventKey = keys.get(eventName) ?? fold(eventName)
    keys.set(eventName, eventKey)
    return { ...row, invitation, eventKey, guestWords: row.guestWords ?? guestWordsOf(row.invitation) }
  })
}

/**
 * Returns the functions that read the replica. They cache all rows in memory until the replica changes, because every key press in a search
 * field reads them.
 */
export function replicaOf(store: Store) {
  let cache: { version: number; rows: ReplicaRow[] } | undefined

  return {
    /** Returns the rows of the invitations in scope. Their counts include the scans of this device that the server's counts lack. */
    async rows(scope: Scope): Promise<ReplicaRow[]> {
      const trx = store.transaction(['invitations', 'events', 'scans', 'meta'])
      const version = ((await trx.objectStore('meta').get('copy-version')) ?? 0) as number
      if (cache?.version !== version) {
        const stored = await trx.objectStore('invitations').getAll()
        cache = { version, rows: asRows(stored, await trx.objectStore('events').getAll()).sort(inOrder) }
      }
      const open = groupBy(await trx.objectStore('scans').index('open').getAll(), ({ invitationId }) => invitationId)
      await trx.done
      return cache.rows
        .filter(({ invitation }) => visibleTo(scope, invitation))
        .map(row => {
          const scans = open.get(row.id)
          return scans ? { ...row, invitation: withPending(row.invitation, scans.map(pendingAdmissionOf)) } : row
        })
    },

    async invitations(scope: Scope): Promise<Invitation[]> {
      return (await this.rows(scope)).map(({ invitation }) => invitation)
    },

    async events(scope: Scope): Promise<EventDetails[]> {
      return (await store.getAll('events')).filter(event => visibleTo(scope, event))
    },
  }
}

export type Replica = ReturnType<typeof replicaOf>

/** Returns the functions that read and change the replica inside a transaction. */
export const replicaIn = (trx: Writing<'invitations' | 'events' | 'scans' | 'meta'>) => {
  const invitations = trx.objectStore('invitations')
  const events = trx.objectStore('events')
  const scans = trx.objectStore('scans')
  const meta = metaIn(trx)

  return {
    /** Returns an invitation without the scans of this device that the server's count lacks. */
    async get(id: string): Promise<Invitation | undefined> {
      const row = await invitations.get(id)
      return row && withEvent(row.invitation, row.invitation.eventId ? await events.get(row.invitation.eventId) : undefined)
    },

    /** Returns the id of the invitation that a code opens or opened; the code itself where no row has it. */
    async idOfCode(code: string): Promise<string> {
      return (await invitations.index('codes').getKey(code)) ?? code
    },

    /** Returns an invitation in scope, and this device's scans of it. Its count includes those scans that the server's count lacks. */
    async find(id: string, scope: Scope): Promise<{ invitation: Invitation; scans: OwnScan[] } | undefined> {
      const invitation = await this.get(id)
      if (!invitation || !visibleTo(scope, invitation)) return undefined
      const scansOfInvitation = await scans.index('invitation').getAll(id)
      return { invitation: withPending(invitation, scansOfInvitation.map(pendingAdmissionOf)), scans: scansOfInvitation }
    },

    /** Adds or replaces invitations. A replaced one keeps its `position`. */
    async put(
      given: readonly (StoredInvitation & Pick<KeptInvitation, 'sealed'>)[],
      { isMade, formerCodes = [] }: { isMade: boolean; formerCodes?: readonly { code: string; invitationId: string }[] },
    ) {
      const former = groupBy(formerCodes, ({ invitationId }) => invitationId)
      let position = (await meta.get('position')) ?? 0
      for (const { sealed, ...invitation } of given) {
        const existingRow = await invitations.get(invitation.id)
        const { id, code = id } = invitation
        await invitations.put({
          id: invitation.id,
          invitation,
          guestKey: fold(invitation.guestName),
          guestWords: guestWordsOf(invitation),
          position: existingRow?.position ?? position++,
          isMade,
          ...(sealed !== undefined && { sealed }),
          ...(code !== id && { codes: [code, ...(former.get(id) ?? []).map(one => one.code)] }),
        })
      }
      await meta.set('position', position)
      await this.changed()
    },

    async remove(ids: readonly string[]) {
      for (const id of ids) await invitations.delete(id)
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

    /** Returns the tombstone of an invitation in scope, if the server sent it. */
    async findDeleted(id: string, scope: Scope): Promise<DeletedInvitation | undefined> {
      return (await meta.get('deleted'))?.find(one => one.id === id && visibleTo(scope, one))
    },

    /** Adds tombstones before the stored ones, and drops those beyond `MAX_TOMBSTONES`. */
    async putDeleted(given: readonly DeletedInvitation[]) {
      if (given.length === 0) return
      const ids = new Set(given.map(({ id }) => id))
      const others = ((await meta.get('deleted')) ?? []).filter(({ id }) => !ids.has(id))
      await meta.set('deleted', [...given, ...others].slice(0, MAX_TOMBSTONES))
    },

    /** Removes all tombstones and events, and all invitations but those in `except`. */
    async clear({ except }: { except: ReadonlySet<string> }) {
      await meta.remove('deleted')
      await events.clear()
      for (const id of await invitations.getAllKeys()) if (!except.has(id)) await invitations.delete(id)
      await this.changed()
    },

    async changed() {
      await meta.set('copy-version', ((await meta.get('copy-version')) ?? 0) + 1)
    },
  }
}

import {
  type DeletedInvitation,
  fold,
  groupBy,
  type Invitation,
  indexWords,
  MAX_DELETED_COPIED,
  type Scope,
  visibleTo,
  withPending,
} from '@hudur/core'
import { type KeptInvitation, metaIn, type OwnScan, type Store, type Writing, write } from './store.ts'

/** What of a scan the replica's count does not hold yet. */
const own = ({ people, at, isListed, undo }: OwnScan) => ({ people, at, isListed, undo })

export const isOpen = ({ isListed, undo }: Pick<OwnScan, 'isListed' | 'undo'>) => !isListed || (undo !== undefined && !undo.isListed)

/** What of a scan is enough once the server has it: ids, neither the raw code nor a name. Of its undo the same. */
function idsOnly({ code, undo, ...scan }: OwnScan): OwnScan {
  const { invitationId } = scan
  const reduced = undo?.isSent ? { ...undo, input: { ...undo.input, qr_code: invitationId } } : undo
  return { ...scan, code: scan.isSent ? invitationId : code, ...(reduced && { undo: reduced }) }
}

/** A scan as it is stored: with the mark by which an index finds those that are still open, and no more of it than is needed. */
export function marked({ open: _, ...scan }: OwnScan): OwnScan {
  return isOpen(scan) ? { ...idsOnly(scan), open: 1 } : idsOnly(scan)
}

/** Brings the sent scans of an earlier version to what is stored of them now. */
export const reduceSent = (store: Store) =>
  write(store, ['scans'], async trx => {
    const scans = trx.objectStore('scans')
    for (const { by: _, ...scan } of (await scans.getAll()) as (OwnScan & { by?: string })[])
      if (scan.isSent && (_ !== undefined || scan.code !== scan.invitationId)) await scans.put(marked(scan))
  })

/** In the order of lists: newest first, those made together in the order they were given. */
const inOrder = (a: KeptInvitation, b: KeptInvitation) => {
  if (a.invitation.createdAt !== b.invitation.createdAt) return a.invitation.createdAt < b.invitation.createdAt ? 1 : -1
  return a.position - b.position
}

const guestWordsOf = ({ guestName, phone }: Invitation) => indexWords(guestName, phone).join(' ')

const withWords = (row: KeptInvitation) => (row.guestWords === undefined ? { ...row, guestWords: guestWordsOf(row.invitation) } : row)

/** The replica as it is read: whole and held in memory while nobody has changed it, for one looks through it with every letter typed. */
export function replicaOf(store: Store) {
  let held: { version: number; rows: KeptInvitation[] } | undefined

  return {
    /** Every invitation in scope, as it stands here. */
    async rows(scope: Scope): Promise<KeptInvitation[]> {
      const trx = store.transaction(['invitations', 'scans', 'meta'])
      const version = ((await trx.objectStore('meta').get('copy-version')) ?? 0) as number
      if (held?.version !== version) held = { version, rows: (await trx.objectStore('invitations').getAll()).map(withWords).sort(inOrder) }
      const open = groupBy(await trx.objectStore('scans').index('open').getAll(), ({ invitationId }) => invitationId)
      await trx.done
      return held.rows
        .filter(({ invitation }) => visibleTo(scope, invitation))
        .map(row => {
          const scans = open.get(row.id)
          return scans ? { ...row, invitation: withPending(row.invitation, scans.map(own)) } : row
        })
    },

    async invitations(scope: Scope): Promise<Invitation[]> {
      return (await this.rows(scope)).map(({ invitation }) => invitation)
    },
  }
}

export type Replica = ReturnType<typeof replicaOf>

/** The replica inside a transaction. */
export const replicaIn = (trx: Writing<'invitations' | 'scans' | 'meta'>) => {
  const invitations = trx.objectStore('invitations')
  const scans = trx.objectStore('scans')
  const meta = metaIn(trx)

  return {
    /** An invitation in scope as it stands here, and who came in with it here. */
    async find(id: string, scope: Scope): Promise<{ invitation: Invitation; isMade: boolean; scans: OwnScan[] } | undefined> {
      const kept = await invitations.get(id)
      if (!kept || !visibleTo(scope, kept.invitation)) return undefined
      const ofIt = await scans.index('invitation').getAll(id)
      return { invitation: withPending(kept.invitation, ofIt.map(own)), isMade: kept.isMade, scans: ofIt }
    },

    /** Adds or replaces; those that were there keep their place. */
    async put(given: readonly Invitation[], { isMade }: { isMade: boolean }) {
      let position = (await meta.get('position')) ?? 0
      for (const invitation of given) {
        const kept = await invitations.get(invitation.id)
        await invitations.put({
          id: invitation.id,
          invitation,
          guestKey: fold(invitation.guestName),
          eventKey: fold(invitation.eventName),
          guestWords: guestWordsOf(invitation),
          position: kept?.position ?? position++,
          isMade,
        })
      }
      await meta.set('position', position)
      await this.changed()
    },

    async remove(ids: readonly string[]) {
      for (const id of ids) await invitations.delete(id)
      if (ids.length > 0) await this.changed()
    },

    /** A deleted invitation in scope, as far as the server told of it. */
    async findDeleted(id: string, scope: Scope): Promise<DeletedInvitation | undefined> {
      return (await meta.get('deleted'))?.find(one => one.id === id && visibleTo(scope, one))
    },

    /** Keeps what was deleted, beside what is kept of it. */
    async putDeleted(given: readonly DeletedInvitation[]) {
      if (given.length === 0) return
      const ids = new Set(given.map(({ id }) => id))
      const others = ((await meta.get('deleted')) ?? []).filter(({ id }) => !ids.has(id))
      await meta.set('deleted', [...given, ...others].slice(0, MAX_DELETED_COPIED))
    },

    /** Removes all but those that are still to be told. */
    async clear({ except }: { except: ReadonlySet<string> }) {
      await meta.remove('deleted')
      for (const id of await invitations.getAllKeys()) if (!except.has(id)) await invitations.delete(id)
      await this.changed()
    },

    async changed() {
      await meta.set('copy-version', ((await meta.get('copy-version')) ?? 0) + 1)
    },
  }
}

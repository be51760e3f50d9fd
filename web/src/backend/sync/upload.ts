import { type Backend, type Contract, type Invitation, Refusal } from '@hudur/core'
import type { Device } from '../store/device.ts'
import { outboxIn } from '../store/outbox.ts'
import { asStored, replicaIn } from '../store/replica.ts'
import { type Entry, metaIn, write } from '../store/store.ts'

/**
 * Whether the server may accept the same entry later: the status is 401, 429 or 5xx. A link that is refused even an upload has ended for
 * good, for instance with its event.
 */
const canRetryLater = ({ code, status }: Refusal) => code !== 'link-ended' && (status === 401 || status === 429 || status >= 500)

/** Sends an entry to the server with its original ids and idempotency key. Returns the invitations of a creation. */
async function send(server: Backend<Contract>, entry: Entry): Promise<Invitation[]> {
  if (entry.operation === 'create') return server.invitations.create(entry.input)
  if (entry.operation === 'check') await server.scanning.check(entry.input)
  else await server.scanning.undo({ ...entry.input, happened: true })
  return []
}

/** Removes an uploaded entry from the outbox, and marks its scan, undo or invitations as known to the server. */
const storeUploaded = ({ store }: Device, entry: Entry, createdInvitations: Invitation[]) =>
  write(store, ['invitations', 'events', 'scans', 'outbox', 'meta'], async trx => {
    const scans = trx.objectStore('scans')
    await outboxIn(trx).remove(entry.seq!)
    const isHere = (await metaIn(trx).get('session'))?.userId === entry.account
    if (entry.operation === 'create' && isHere) await replicaIn(trx).put(createdInvitations, { isMade: false })
    if (entry.operation === 'check') {
      const scan = await scans.get([entry.account, entry.nonce])
      if (scan) await scans.put(asStored({ ...scan, isSent: true }))
    }
    if (entry.operation === 'undo') {
      const scan = await scans.get([entry.account, entry.input.admission])
      if (scan?.undo) await scans.put(asStored({ ...scan, undo: { ...scan.undo, isSent: true } }))
    }
  })

/**
 * Marks an entry as rejected. Removes the invitations of a refused creation from the replica; when the owner has too many pending
 * invitations, they stay as pending and do not admit.
 */
const reject = ({ store }: Device, entry: Entry, refusal: Refusal) =>
  write(store, ['invitations', 'events', 'scans', 'outbox', 'meta'], async trx => {
    await outboxIn(trx).reject(entry, refusal)
    if (entry.operation !== 'create') return
    const ids = entry.input.invitations.flatMap(({ id }) => id ?? [])
    const rows = await Promise.all(ids.map(id => trx.objectStore('invitations').get(id)))
    const localInvitations = rows.flatMap(one => (one?.isMade ? one.invitation : []))
    if (refusal.code === 'too-many-pending')
      await replicaIn(trx).put(
        localInvitations.map(one => ({ ...one, isPending: true })),
        { isMade: true },
      )
    else await replicaIn(trx).remove(localInvitations.map(({ id }) => id))
  })

/**
 * Uploads one entry. Returns a function that stores the server's answer: it removes the entry from the outbox, or marks it as rejected when
 * the refusal is final. Throws when all entries must wait: the server did not answer, the session is missing, or the server is busy.
 */
export async function upload(device: Device, server: Backend<Contract>, entry: Entry): Promise<() => Promise<void>> {
  try {
    const createdInvitations = await send(server, entry)
    return () => storeUploaded(device, entry, createdInvitations)
  } catch (error) {
    if (!(error instanceof Refusal) || canRetryLater(error)) throw error
    return () => reject(device, entry, error)
  }
}

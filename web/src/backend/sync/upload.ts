import type { Contract } from '@hudur/core/contract'
import type { ServerBackend } from '@hudur/core/endpoint'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import type { Device } from '../store/device.ts'
import { outboxInTransaction } from '../store/outbox.ts'
import { replicaInTransaction, toStoredScan } from '../store/replica.ts'
import { isUnadmittedScan, storeUploadedWalkIn } from '../store/scan-entries.ts'
import { canRetryLater, sendEntry } from '../store/send-entry.ts'
import { metaInTransaction, type OutboxEntry, runWriteTransaction } from '../store/store.ts'

/** Removes an uploaded entry from the outbox, and marks its scan, undo or invitations as stored on the server. */
const storeUploadResult = ({ store, now }: Device, entry: OutboxEntry, createdInvitations: Invitation[]) =>
  runWriteTransaction(store, ['invitations', 'events', 'scans', 'outbox', 'meta'], async trx => {
    const scans = trx.objectStore('scans')
    await outboxInTransaction(trx).remove(entry.seq!)
    const isHere = (await metaInTransaction(trx).get('session'))?.userId === entry.account
    if (entry.operation === 'walkIn') {
      await storeUploadedWalkIn(trx, entry.account, entry.input, now())
      // Until the next download of the link, this device counts the uploaded people as admitted.
      const link = await metaInTransaction(trx).get('link')
      if (link) await metaInTransaction(trx).set('link', { ...link, walkInsUsed: (link.walkInsUsed ?? 0) + entry.input.people })
    }
    if (entry.operation === 'create' && isHere) await replicaInTransaction(trx).put(createdInvitations, { isMade: false })
    if (entry.operation === 'check') {
      const scan = await scans.get([entry.account, entry.idempotencyKey])
      if (scan) await scans.put(toStoredScan({ ...scan, isSent: true }))
    }
    if (entry.operation === 'undo') {
      const scan = await scans.get([entry.account, entry.input.admission])
      if (scan?.undo) await scans.put(toStoredScan({ ...scan, undo: { ...scan.undo, isSent: true } }))
    }
  })

/** Marks an entry as rejected, and removes its invitations from the replica, where they stay as pending ones if there are too many. */
const rejectEntry = ({ store }: Device, entry: OutboxEntry, refusal: Refusal) =>
  runWriteTransaction(store, ['invitations', 'events', 'scans', 'outbox', 'meta'], async trx => {
    // A scan that admitted nobody is not shown as rejected. For an ended link it stays, until the link is open again or the scan is
    // saved in a file.
    if (isUnadmittedScan(entry) && refusal.code !== 'link-ended') return outboxInTransaction(trx).remove(entry.seq!)
    await outboxInTransaction(trx).reject(entry, refusal)
    if (entry.operation !== 'create') return
    const ids = entry.input.invitations.flatMap(({ id }) => id ?? [])
    const rows = await Promise.all(ids.map(id => trx.objectStore('invitations').get(id)))
    const localInvitations = rows.flatMap(one => (one?.isMade ? one.invitation : []))
    if (refusal.code === 'too-many-pending')
      await replicaInTransaction(trx).put(
        localInvitations.map(one => ({ ...one, isPending: true })),
        { isMade: true },
      )
    else await replicaInTransaction(trx).remove(localInvitations.map(({ id }) => id))
  })

/**
 * Uploads one entry. Returns a function that stores the result: success or a final refusal. Throws when this entry and all later ones must
 * wait: the server did not answer or is busy, or the session is missing.
 */
export async function uploadOutboxEntry(device: Device, server: ServerBackend<Contract>, entry: OutboxEntry): Promise<() => Promise<void>> {
  try {
    const createdInvitations = await sendEntry(server, entry)
    return () => storeUploadResult(device, entry, createdInvitations)
  } catch (error) {
    if (!(error instanceof Refusal) || canRetryLater(error)) throw error
    return () => rejectEntry(device, entry, error)
  }
}

import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { LOCAL_ADMIN_USERNAME } from '@hudur/core/accounts/username'
import type { Device } from '../store/device.ts'
import { draftInvitationsOf } from '../store/draft-invitations.ts'
import { outboxInTransaction, withChargedQuota } from '../store/outbox.ts'
import { replicaInTransaction, toStoredScan } from '../store/replica.ts'
import { isUnadmittedScan } from '../store/scan-entries.ts'
import { type OutboxEntry, runWriteTransaction } from '../store/store.ts'

/**
 * Moves the creations of the fallback administrator on this device to `user`, in order, with their scans and undos. A creation that the
 * quota does not cover is not moved. Returns the number of moved creations (`taken`) and of the others (`left`).
 */
export const takeOverLocalEntries = ({ store }: Device, user: User): Promise<{ taken: number; left: number }> =>
  runWriteTransaction(store, ['accounts', 'invitations', 'events', 'scans', 'outbox', 'meta'], async trx => {
    const outboxOfTransaction = outboxInTransaction(trx)
    const outbox = trx.objectStore('outbox')
    const scans = trx.objectStore('scans')
    const movedIds = new Set<string>()
    let balance = withChargedQuota(user, await outboxOfTransaction.chargedInvitations(user.id))
    let [movedCreations, left] = [0, 0]

    async function moveEntryToUser(entry: OutboxEntry) {
      await outbox.put({ ...entry, account: user.id } as OutboxEntry)
    }

    for (const entry of await outboxOfTransaction.waiting(LOCAL_ADMIN_USERNAME)) {
      if (entry.operation === 'create') {
        const drafts = draftInvitationsOf(entry, user)
        if (!accountRules.hasBalanceFor(balance, drafts.length)) {
          left += 1
          continue
        }
        balance = withChargedQuota(balance, drafts.length)
        movedCreations += 1
        for (const { id } of drafts) movedIds.add(id)
        await outbox.put({ ...entry, account: user.id, spends: { [user.id]: drafts.length } })
        await replicaInTransaction(trx).put(drafts, { isMade: true })
      } else if (entry.operation !== 'walkIn') {
        const admission = entry.operation === 'check' ? entry.idempotencyKey : entry.input.admission
        const scan = await scans.get([LOCAL_ADMIN_USERNAME, admission])
        if (isUnadmittedScan(entry) || (scan && movedIds.has(scan.invitationId))) await moveEntryToUser(entry)
      }
    }
    for (const scan of await scans.index('account').getAll(LOCAL_ADMIN_USERNAME)) {
      if (!movedIds.has(scan.invitationId)) continue
      await scans.delete([LOCAL_ADMIN_USERNAME, scan.idempotencyKey])
      await scans.put(toStoredScan({ ...scan, account: user.id }))
    }
    return { taken: movedCreations, left }
  })

import { accountRules, LOCAL_ADMIN, type User } from '@hudur/core'
import type { Device } from '../store/device.ts'
import { draftsOf, outboxIn, withCharges } from '../store/outbox.ts'
import { asStored, replicaIn } from '../store/replica.ts'
import { type Entry, write } from '../store/store.ts'

/**
 * Moves the fallback administrator's creations on this device to `user`, each whole and in order. A creation that the quota does not cover
 * stays. The scans and undos of moved invitations move too. Returns how many creations were moved (`taken`) and how many stay (`left`).
 */
export const takeOverLocal = ({ store }: Device, user: User): Promise<{ taken: number; left: number }> =>
  write(store, ['accounts', 'invitations', 'events', 'scans', 'outbox', 'meta'], async trx => {
    const outboxOfTransaction = outboxIn(trx)
    const outbox = trx.objectStore('outbox')
    const scans = trx.objectStore('scans')
    const movedIds = new Set<string>()
    let balance = withCharges(user, await outboxOfTransaction.chargedInvitations(user.id))
    let [moved, left] = [0, 0]

    async function moveToUser(entry: Entry) {
      await outbox.put({ ...entry, account: user.id } as Entry)
    }

    for (const entry of await outboxOfTransaction.waiting(LOCAL_ADMIN)) {
      if (entry.operation === 'create') {
        const drafts = draftsOf(entry, user)
        if (!accountRules.covers(balance, drafts.length)) {
          left += 1
          continue
        }
        balance = withCharges(balance, drafts.length)
        moved += 1
        for (const { id } of drafts) movedIds.add(id)
        await outbox.put({ ...entry, account: user.id, spends: { [user.id]: drafts.length } })
        await replicaIn(trx).put(drafts, { isMade: true })
      } else {
        const nonce = entry.operation === 'check' ? entry.nonce : entry.input.admission
        const scan = await scans.get([LOCAL_ADMIN, nonce])
        if (scan && movedIds.has(scan.invitationId)) await moveToUser(entry)
      }
    }
    for (const scan of await scans.index('account').getAll(LOCAL_ADMIN)) {
      if (!movedIds.has(scan.invitationId)) continue
      await scans.delete([LOCAL_ADMIN, scan.nonce])
      await scans.put(asStored({ ...scan, account: user.id }))
    }
    return { taken: moved, left }
  })

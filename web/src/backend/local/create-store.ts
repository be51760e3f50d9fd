import { type CreateOwner, type CreateRequest, type CreateState, type CreateStore, createFingerprint } from '@hudur/core'
import { type NewEntry, outboxIn, withCharges } from '../store/outbox.ts'
import { replicaIn } from '../store/replica.ts'
import { metaIn, type Writing } from '../store/store.ts'

/** The object stores that a creation reads or changes. */
export const CREATE_STORES = ['accounts', 'invitations', 'scans', 'outbox', 'meta'] as const

/** A creation's outbox entry before its charges are decided. Each invitation has an id. */
type CreateEntry = NewEntry & { operation: 'create' }

/**
 * Returns the store that `createInvitations` uses, inside one transaction of this device. An owner's quota is the one the server last sent,
 * reduced by the charges of waiting entries. This device has no designs and counts no pending invitations: only the server does.
 */
export function createStoreIn(trx: Writing<(typeof CREATE_STORES)[number]>, entry: CreateEntry): CreateStore {
  const outbox = outboxIn(trx)

  async function loadEarlier(): Promise<CreateState['earlier']> {
    const earlierEntry = await outbox.find(entry.account, entry.nonce)
    if (earlierEntry?.operation !== 'create') return earlierEntry && { fingerprint: earlierEntry.operation, ids: [] }
    return {
      fingerprint: createFingerprint(earlierEntry.input.invitations),
      ids: earlierEntry.input.invitations.flatMap(({ id }) => id ?? []),
    }
  }

  async function loadExisting({ invitations }: CreateRequest): Promise<CreateState['existing']> {
    const found = await Promise.all(invitations.map(({ id }) => trx.objectStore('invitations').get(id)))
    return new Map(found.flatMap(row => (row ? [[row.id, row.invitation]] : [])))
  }

  async function loadOwners({ invitations }: CreateRequest): Promise<CreateState['owners']> {
    const found = new Map<string, CreateOwner>()
    for (const userId of new Set(invitations.map(one => one.userId))) {
      const user = await trx.objectStore('accounts').get(userId)
      if (user) found.set(userId, { ...withCharges(user, await outbox.chargedInvitations(userId)), pending: 0, designs: new Map() })
    }
    return found
  }

  return {
    load: async request => ({
      earlier: await loadEarlier(),
      existing: await loadExisting(request),
      tombstones: new Set((await metaIn(trx).get('deleted'))?.map(({ id }) => id)),
      owners: await loadOwners(request),
    }),

    async save(_, { add, charges }) {
      if (add.length === 0) return
      await replicaIn(trx).put(add, { isMade: true })
      await outbox.add({ ...entry, spends: Object.fromEntries(charges) })
    },
  }
}

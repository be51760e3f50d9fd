import type { User } from '@hudur/core/accounts/contract'
import type { Refusal } from '@hudur/core/refusals'
import type { OutboxEntry, Store, WriteTransaction } from './store.ts'

/** An outbox entry before it is added. `add` sets `seq` and `state`. */
export type NewOutboxEntry = OutboxEntry extends infer E ? (E extends OutboxEntry ? Omit<E, 'seq' | 'state'> : never) : never

export const outboxInTransaction = (trx: WriteTransaction<'outbox'>) => {
  const outbox = trx.objectStore('outbox')
  return {
    /** Adds an entry at the end of the outbox, in the state `waiting`. */
    add: (entry: NewOutboxEntry) => outbox.add({ ...entry, state: 'waiting' } as OutboxEntry),

    /** Returns the entry with this idempotency key, whether it is waiting or rejected. */
    find: (account: string, idempotencyKey: string) => outbox.index('idempotencyKey').get([account, idempotencyKey]),

    async chargedInvitations(userId: string) {
      const entries = await outbox.getAll()
      return entries.reduce((sum, { state, spends }) => sum + (state === 'waiting' ? (spends?.[userId] ?? 0) : 0), 0)
    },

    /**
     * Returns the creations whose invitations exist only on this device: those that wait, and those that the server refused for too many
     * pending invitations.
     */
    async creations(account: string) {
      const rejected = (await outbox.index('state').getAll([account, 'rejected'])).filter(isPendingCreation)
      return [...(await this.waiting(account)), ...rejected].sort(compareSeq).filter(isCreationEntry)
    },

    /** Uploads pending creations again. Called after the limit of the owner was raised. */
    async retryPending(userId: string) {
      for (const { refusal: _, ...entry } of (await outbox.getAll()).filter(isPendingCreation))
        if (entry.spends?.[userId] !== undefined) await outbox.put({ ...entry, state: 'waiting' } as OutboxEntry)
    },

    async waiting(account: string) {
      return (await outbox.index('state').getAll([account, 'waiting'])).sort(compareSeq)
    },

    remove: (seq: number) => outbox.delete(seq),

    /** Marks an entry as rejected by the server. It stays in the outbox, so that the user sees it. Later entries are still uploaded. */
    reject: (entry: OutboxEntry, { code, message }: Refusal) =>
      outbox.put({ ...entry, state: 'rejected', refusal: { code, text: message } }),
  }
}

/**
 * Returns whether an entry is a creation that the server refused for too many pending invitations. This device then shows its invitations
 * as pending.
 */
export const isPendingCreation = (entry: OutboxEntry): entry is CreationEntry =>
  entry.operation === 'create' && entry.state === 'rejected' && entry.refusal?.code === 'too-many-pending'

export type CreationEntry = OutboxEntry & { operation: 'create' }

const isCreationEntry = (entry: OutboxEntry): entry is CreationEntry => entry.operation === 'create'

const compareSeq = (a: OutboxEntry, b: OutboxEntry) => (a.seq ?? 0) - (b.seq ?? 0)

/** Returns the next `count` waiting entries of an account whose `seq` is greater than `after`, sorted by `seq`. */
export const readNextEntries = async (store: Store, account: string, { after, count }: { after: number; count: number }) =>
  (await store.getAllFromIndex('outbox', 'state', [account, 'waiting']))
    .filter(({ seq = 0 }) => seq > after)
    .sort(compareSeq)
    .slice(0, count)

export async function readOutbox(store: Store, account: string) {
  const outbox = store.transaction('outbox').store.index('state')
  const [waiting, rejected] = await Promise.all([outbox.count([account, 'waiting']), outbox.getAll([account, 'rejected'])])
  return { waiting, rejected: rejected.sort(compareSeq) }
}

export const withChargedQuota = (user: User, spent: number): User => ({ ...user, usedGenerations: user.usedGenerations + spent })

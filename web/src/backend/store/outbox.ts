import type { User } from '@hudur/core/accounts/contract'
import type { Actor } from '@hudur/core/actor'
import { contract } from '@hudur/core/contract'
import { createdInvitation } from '@hudur/core/invitations/create/created-invitation'
import { type CreationInput, parseCreationRequest } from '@hudur/core/invitations/create/request'
import { readInput } from '@hudur/core/read-input'
import type { Refusal } from '@hudur/core/refusals'
import type { DeviceScan, OutboxEntry, Store, WriteTransaction } from './store.ts'

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

    /** Returns the creations whose invitations exist only on this device: the waiting ones, and those that are pending. */
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

/** Returns whether the server refused a creation for too many pending invitations. This device then shows them as pending. */
export const isPendingCreation = (entry: OutboxEntry): entry is CreationEntry =>
  entry.operation === 'create' && entry.state === 'rejected' && entry.refusal?.code === 'too-many-pending'

type CreationEntry = OutboxEntry & { operation: 'create' }

const isCreationEntry = (entry: OutboxEntry): entry is CreationEntry => entry.operation === 'create'

const compareSeq = (a: OutboxEntry, b: OutboxEntry) => (a.seq ?? 0) - (b.seq ?? 0)

export const scanEntryOf = ({ account, idempotencyKey, code, invitationId, people, scannedAt, clockOffset, gate }: DeviceScan, now: Date) =>
  ({
    account,
    operation: 'check',
    idempotencyKey,
    at: now.toISOString(),
    input: {
      qr_code: code,
      nonce: idempotencyKey,
      happened: true,
      invitationId,
      admit: people,
      scannedAt,
      ...(clockOffset !== null && { clockOffset }),
      ...(gate !== null && { gate }),
    },
  }) as const

/** Returns whether an entry uploads a scan with which this device admitted nobody. */
export const isUnadmittedScan = (entry: OutboxEntry) => entry.operation === 'check' && entry.input.outcome !== undefined

/** Returns the outbox entry that uploads an undo. */
export const undoEntryOf = (account: string, input: NonNullable<DeviceScan['undo']>['input']) =>
  ({ account, operation: 'undo', input, idempotencyKey: input.nonce, at: input.undoneAt }) as const

/** Returns the invitations of a creation in the outbox, as the replica stores them. Throws when an invitation has no id. */
export function draftInvitationsOf(entry: CreationEntry, actor: Actor) {
  const newId = () => {
    throw new Error('an invitation waits without an id')
  }
  const input = readInput(contract.invitations.create, entry.input) as CreationInput
  return parseCreationRequest(input, { actor, newId }).invitations.map(one => {
    const event = { id: one.eventId ?? null, name: one.eventName ?? '', date: one.eventDate ?? '', designId: null }
    return createdInvitation(one, event, entry.at, { isPending: isPendingCreation(entry) })
  })
}

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

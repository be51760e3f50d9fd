import { type Actor, type CreateInput, contract, createRequest, draftOf, type Refusal, readInput, type User } from '@hudur/core'
import type { Entry, OwnScan, Store, Writing } from './store.ts'

/** An entry before it is added: without `seq`, `version` and `state`. */
export type NewEntry = Entry extends infer E ? (E extends Entry ? Omit<E, 'seq' | 'version' | 'state'> : never) : never

/** Returns the functions that read and change the outbox inside a transaction. */
export const outboxIn = (trx: Writing<'outbox'>) => {
  const outbox = trx.objectStore('outbox')
  return {
    /** Adds an entry at the end, in the state `waiting`. */
    add: (entry: NewEntry) => outbox.add({ ...entry, version: 1, state: 'waiting' } as Entry),

    /** Returns the entry with this idempotency key, waiting or rejected. */
    find: (account: string, nonce: string) => outbox.index('nonce').get([account, nonce]),

    /** Returns how many invitations the waiting entries charge to the account's quota. */
    async chargedInvitations(userId: string) {
      const entries = await outbox.getAll()
      return entries.reduce((sum, { state, spends }) => sum + (state === 'waiting' ? (spends?.[userId] ?? 0) : 0), 0)
    },

    /** Returns the creations that the server has not executed: waiting ones, and those refused for too many pending invitations. */
    async creations(account: string) {
      const rejected = (await outbox.index('state').getAll([account, 'unsent'])).filter(isPending)
      return [...(await this.waiting(account)), ...rejected].sort(bySeq).filter(isCreation)
    },

    /** Returns creations refused for too many pending invitations to `waiting`, after the owner's limit was raised. */
    async retryPending(userId: string) {
      for (const { refusal: _, ...entry } of (await outbox.getAll()).filter(isPending))
        if (entry.spends?.[userId] !== undefined) await outbox.put({ ...entry, state: 'waiting' } as Entry)
    },

    async waiting(account: string) {
      return (await outbox.index('state').getAll([account, 'waiting'])).sort(bySeq)
    },

    remove: (seq: number) => outbox.delete(seq),

    /** Marks an entry as rejected by the server. It stays in the outbox for the user to see, and later entries are still uploaded. */
    reject: (entry: Entry, { code, message }: Refusal) => outbox.put({ ...entry, state: 'unsent', refusal: { code, text: message } }),
  }
}

/** Whether the server refused a creation because its owner has too many pending invitations. Its guests are pending on this device. */
export const isPending = (entry: Entry): entry is Creation =>
  entry.operation === 'create' && entry.state === 'unsent' && entry.refusal?.code === 'too-many-pending'

type Creation = Entry & { operation: 'create' }

const isCreation = (entry: Entry): entry is Creation => entry.operation === 'create'

const bySeq = (a: Entry, b: Entry) => (a.seq ?? 0) - (b.seq ?? 0)

/** Returns the outbox entry that uploads an admission as an offline scan. */
export const uploadOf = ({ account, nonce, code, invitationId, people, scannedAt, clockOffset, gate }: OwnScan, now: Date) =>
  ({
    account,
    operation: 'check',
    nonce,
    at: now.toISOString(),
    input: {
      qr_code: code,
      nonce,
      happened: true,
      invitationId,
      admit: people,
      scannedAt,
      ...(clockOffset !== null && { clockOffset }),
      ...(gate !== null && { gate }),
    },
  }) as const

/** Returns the invitations of a creation in the outbox, as the replica shows them. Throws when one has no id. */
export function draftsOf(entry: Creation, actor: Actor) {
  const newId = () => {
    throw new Error('an invitation waits without an id')
  }
  const input = readInput(contract.invitations.create, entry.input) as CreateInput
  return createRequest(input, { actor, newId }).invitations.map(one => {
    const event = { id: one.eventId ?? null, name: one.eventName ?? '', date: one.eventDate ?? '', designId: null }
    return draftOf(one, event, entry.at, { isPending: isPending(entry) })
  })
}

/** Returns the next `count` waiting entries of an account with a `seq` above `after`, in order. */
export const nextEntries = async (store: Store, account: string, { after, count }: { after: number; count: number }) =>
  (await store.getAllFromIndex('outbox', 'state', [account, 'waiting']))
    .filter(({ seq = 0 }) => seq > after)
    .sort(bySeq)
    .slice(0, count)

/** Returns the number of an account's waiting entries, and its rejected entries. */
export async function readOutbox(store: Store, account: string) {
  const outbox = store.transaction('outbox').store.index('state')
  const [waiting, rejected] = await Promise.all([outbox.count([account, 'waiting']), outbox.getAll([account, 'unsent'])])
  return { waiting, rejected: rejected.sort(bySeq) }
}

/** Returns a profile whose quota is reduced by the charges of waiting entries. */
export const withCharges = (user: User, spent: number): User => ({ ...user, usedGenerations: user.usedGenerations + spent })

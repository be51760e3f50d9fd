import type { Refusal, User } from '@hudur/core'
import type { Entry, Store, Writing } from './store.ts'

/** An entry before it has a place. */
export type NewEntry = Entry extends infer E ? (E extends Entry ? Omit<E, 'seq' | 'version' | 'state'> : never) : never

/** What is still to be told, inside a transaction. */
export const outboxIn = (trx: Writing<'outbox'>) => {
  const outbox = trx.objectStore('outbox')
  return {
    /** Puts an entry at the end. */
    add: (entry: NewEntry) => outbox.add({ ...entry, version: 1, state: 'waiting' } as Entry),

    /** The entry an act has here already, whether it waits or was not taken. */
    find: (account: string, nonce: string) => outbox.index('nonce').get([account, nonce]),

    /** How much of these accounts' balances is spent here and not yet told. */
    async spent(userId: string) {
      const entries = await outbox.getAll()
      return entries.reduce((sum, { state, spends }) => sum + (state === 'waiting' ? (spends?.[userId] ?? 0) : 0), 0)
    },

    /** The creations whose invitations stand here though the server has not made them: those that wait, and those beyond its most pending ones. */
    async creations(account: string) {
      const unsent = (await outbox.index('state').getAll([account, 'unsent'])).filter(isPending)
      return [...(await this.waiting(account)), ...unsent].sort(bySeq).filter(isCreation)
    },

    /** Lets the creations of an owner that were beyond the most pending ones wait again: the limit has been raised. */
    async tryAgain(userId: string) {
      for (const { refusal: _, ...entry } of (await outbox.getAll()).filter(isPending))
        if (entry.spends?.[userId] !== undefined) await outbox.put({ ...entry, state: 'waiting' } as Entry)
    },

    async waiting(account: string) {
      return (await outbox.index('state').getAll([account, 'waiting'])).sort(bySeq)
    },

    remove: (seq: number) => outbox.delete(seq),

    /** The server would not have it: it stays, for people to see, and those behind it go on. */
    setAside: (entry: Entry, { code, message }: Refusal) => outbox.put({ ...entry, state: 'unsent', refusal: { code, text: message } }),
  }
}

/** Whether the server refused a creation because its owner has too many pending invitations: here its guests are pending. */
export const isPending = (entry: Entry): entry is Creation =>
  entry.operation === 'create' && entry.state === 'unsent' && entry.refusal?.code === 'too-many-pending'

type Creation = Entry & { operation: 'create' }

const isCreation = (entry: Entry): entry is Creation => entry.operation === 'create'

const bySeq = (a: Entry, b: Entry) => (a.seq ?? 0) - (b.seq ?? 0)

/** The next `count` entries of an account behind the place `after`, in their order. */
export const nextEntries = async (store: Store, account: string, { after, count }: { after: number; count: number }) =>
  (await store.getAllFromIndex('outbox', 'state', [account, 'waiting']))
    .filter(({ seq = 0 }) => seq > after)
    .sort(bySeq)
    .slice(0, count)

/** How many entries of an account wait, and those that the server would not have. */
export async function outboxOf(store: Store, account: string) {
  const outbox = store.transaction('outbox').store.index('state')
  const [waiting, unsent] = await Promise.all([outbox.count([account, 'waiting']), outbox.getAll([account, 'unsent'])])
  return { waiting, unsent: unsent.sort(bySeq) }
}

/** A profile with what waits here taken from its balance. */
export const lessWaiting = (user: User, spent: number): User => ({ ...user, usedGenerations: user.usedGenerations + spent })

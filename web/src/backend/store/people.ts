import { type Actor, LOCAL_ADMIN, type User } from '@hudur/core'
import { draftsOf, outboxIn, withCharges } from './outbox.ts'
import { asStored, replicaIn } from './replica.ts'
import { metaIn, readMeta, type Session, type Store, type Writing, write } from './store.ts'

const STORES = ['accounts', 'verifiers', 'invitations', 'events', 'scans', 'outbox', 'meta'] as const
type Trx = Writing<(typeof STORES)[number]>

/** Replaces a profile. A raised limit lets creations that were refused for too many pending invitations wait for the upload again. */
async function replaceProfile(trx: Writing<'accounts' | 'outbox'>, user: User) {
  const accounts = trx.objectStore('accounts')
  const before = await accounts.get(user.id)
  await accounts.put(user)
  if (before && before.generationLimit < user.generationLimit) await outboxIn(trx).retryPending(user.id)
}

/** Returns the sessions and profiles of this device. One user is signed in at a time, and the replica is that user's. */
export function peopleOf(store: Store) {
  /** Empties the replica, then adds the invitations that `user` created here and the server has not created yet. */
  async function resetReplica(trx: Trx, user: User | undefined) {
    const replica = replicaIn(trx)
    await replica.clear({ except: new Set() })
    await metaIn(trx).remove('copy')
    await metaIn(trx).remove('opened-events')
    await metaIn(trx).remove('early-scans')
    // The next replica is downloaded in full, so its counts include every scan that the server has.
    const scans = trx.objectStore('scans')
    for (const scan of await scans.index('open').getAll()) {
      const undo = scan.undo && { ...scan.undo, isListed: scan.undo.isListed || scan.undo.isSent }
      await scans.put(asStored({ ...scan, isListed: scan.isListed || scan.isSent, ...(undo && { undo }) }))
    }
    if (!user) return
    for (const entry of await outboxIn(trx).creations(user.id)) await replica.put(draftsOf(entry, user), { isMade: true })
  }

  /** Deletes the user's verifiers. Keeps the fallback administrator's, which protects the data that stays on this device. */
  async function deleteVerifiers(trx: Trx, userId: string | undefined) {
    if (userId === undefined || userId === LOCAL_ADMIN) return
    const verifiers = trx.objectStore('verifiers')
    for (const key of await verifiers.index('user').getAllKeys(userId)) await verifiers.delete(key)
  }

  /** Deletes all profiles but `user`'s and those with a verifier. This removes the accounts that an administrator downloaded. */
  async function deleteOtherProfiles(trx: Trx, user?: User) {
    const accounts = trx.objectStore('accounts')
    for (const id of await accounts.getAllKeys())
      if (id !== user?.id && (await trx.objectStore('verifiers').index('user').count(id)) === 0) await accounts.delete(id)
  }

  /** The session that this page last read or set. */
  let last: Session | undefined

  return {
    async session(): Promise<Session | undefined> {
      last = await readMeta(store, 'session')
      return last
    },

    /** Returns the last known session, for when the store cannot be read. */
    lastSession: () => last,

    /** Sets the last known session when it could not be stored. */
    setLastSession(session: Session | undefined) {
      last = session
    },

    async actor(): Promise<Actor | null> {
      const session = await readMeta(store, 'session')
      const user = session && (await store.get('accounts', session.userId))
      return user ? { id: user.id, isAdmin: user.isAdmin } : null
    },

    /** Returns a profile as the server last sent it, with the charges of the waiting outbox entries taken from its quota. */
    async profile(userId: string): Promise<User | null> {
      const trx = store.transaction(['accounts', 'outbox'])
      const user = await trx.objectStore('accounts').get(userId)
      const entries = await trx.objectStore('outbox').getAll()
      const spent = entries.reduce((sum, { state, spends }) => sum + (state === 'waiting' ? (spends?.[userId] ?? 0) : 0), 0)
      return user ? withCharges(user, spent) : null
    },

    /** Stores profiles as the server sent them. */
    async storeProfiles(users: readonly User[]) {
      await write(store, ['accounts', 'outbox'], async trx => {
        for (const user of users) await replaceProfile(trx, user)
      })
    },

    /** Signs `user` in on this device. Of a previous user only the scans and the outbox entries stay. */
    async signIn(user: User, { isConfirmed }: Pick<Session, 'isConfirmed'>) {
      await write(store, STORES, async trx => {
        const meta = metaIn(trx)
        const before = await meta.get('session')
        const replica = await meta.get('copy')
        await replaceProfile(trx, user)
        const leaving = replica?.account ?? before?.userId
        if (leaving !== user.id) {
          await deleteVerifiers(trx, leaving)
          await resetReplica(trx, user)
          await deleteOtherProfiles(trx, user)
        }
        await meta.set('session', { userId: user.id, isConfirmed })
        if (isConfirmed) await meta.remove('ends-session')
        else if (before && before.userId !== user.id) await meta.set('ends-session', true)
      })
      last = { userId: user.id, isConfirmed }
    },

    /**
     * Signs out on this device. `isEndedOnServer`: the server's session has ended too. Removes the replica and the verifier, except when
     * only the session expired (`keepsReplica`). Keeps the verifier when the user chose it (`keepsOfflineSignIn`).
     */
    async signOut({
      isEndedOnServer,
      keepsReplica = false,
      keepsOfflineSignIn = false,
    }: {
      isEndedOnServer: boolean
      keepsReplica?: boolean
      keepsOfflineSignIn?: boolean
    }) {
      await write(store, STORES, async trx => {
        const meta = metaIn(trx)
        const session = await meta.get('session')
        if (!isEndedOnServer && session) await meta.set('ends-session', true)
        await meta.remove('session')
        if (!keepsReplica) {
          if (!keepsOfflineSignIn) await deleteVerifiers(trx, session?.userId)
          await resetReplica(trx, undefined)
          await deleteOtherProfiles(trx)
        }
      })
      last = undefined
    },

    /** Returns whether the server's session must be ended before any other request. */
    mustEndSession: async () => (await readMeta(store, 'ends-session')) === true,

    async recordEndedSession() {
      await write(store, ['meta'], trx => metaIn(trx).remove('ends-session'))
    },
  }
}

export type People = ReturnType<typeof peopleOf>

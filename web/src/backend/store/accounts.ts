import type { User } from '@hudur/core/accounts/contract'
import { LOCAL_ADMIN_USERNAME } from '@hudur/core/accounts/username'
import type { Actor } from '@hudur/core/actor'
import { withRetries } from '../../loading/retry.ts'
import type { draftInvitationsOf } from './draft-invitations.ts'
import { outboxInTransaction, withChargedQuota } from './outbox.ts'
import { replicaInTransaction, toStoredScan } from './replica.ts'
import { metaInTransaction, readMeta, runWriteTransaction, type Session, type Store, type WriteTransaction } from './store.ts'

const SESSION_STORES = ['accounts', 'verifiers', 'invitations', 'events', 'scans', 'outbox', 'meta'] as const
type SignOutOptions = { isEndedOnServer: boolean; keepsReplica?: boolean; keepsOfflineSignIn?: boolean }
type SessionState = { session: Session | undefined; mustEndSession: boolean }
type SessionTransaction = WriteTransaction<(typeof SESSION_STORES)[number]>

/** Downloads the code that reads the creations in the outbox. Most sign-ins do not need it, because the outbox is empty. */
const loadDrafts = withRetries(() => import('./draft-invitations.ts'), [])

/** Replaces a profile. When its limit was raised, creations refused for too many pending invitations are uploaded again. */
async function replaceProfile(trx: WriteTransaction<'accounts' | 'outbox'>, user: User) {
  const accounts = trx.objectStore('accounts')
  const before = await accounts.get(user.id)
  await accounts.put(user)
  if (before && before.generationLimit < user.generationLimit) await outboxInTransaction(trx).retryPending(user.id)
}

/** Returns the functions that read and change the session and the profiles on this device. The replica has the signed-in user's data. */
export function createUserSessions(store: Store) {
  /** Empties the replica, then adds the invitations that `user` created on this device and the server has not created yet. */
  async function resetReplica(trx: SessionTransaction, user?: User, draftsOf?: typeof draftInvitationsOf) {
    const replica = replicaInTransaction(trx)
    await replica.clear()
    await metaInTransaction(trx).remove('opened-events')
    await metaInTransaction(trx).remove('early-scans')
    // The counts of the next download, a full one, include every uploaded scan.
    const scans = trx.objectStore('scans')
    for (const scan of await scans.index('open').getAll()) {
      const undo = scan.undo && { ...scan.undo, isListed: scan.undo.isListed || scan.undo.isSent }
      await scans.put(toStoredScan({ ...scan, isListed: scan.isListed || scan.isSent, ...(undo && { undo }) }))
    }
    if (!user || !draftsOf) return
    for (const entry of await outboxInTransaction(trx).creations(user.id)) await replica.put(draftsOf(entry, user), { isMade: true })
  }

  /** Deletes the user's verifiers. The fallback administrator's stays, because it protects the data of this account. */
  async function deleteVerifiers(trx: SessionTransaction, userId: string | undefined) {
    if (userId === undefined || userId === LOCAL_ADMIN_USERNAME) return
    const verifiers = trx.objectStore('verifiers')
    for (const key of await verifiers.index('user').getAllKeys(userId)) await verifiers.delete(key)
  }

  /** Deletes the profiles of other users, except those of users with a verifier. */
  async function deleteOtherProfiles(trx: SessionTransaction, user?: User) {
    const accounts = trx.objectStore('accounts')
    for (const id of await accounts.getAllKeys())
      if (id !== user?.id && (await trx.objectStore('verifiers').index('user').count(id)) === 0) await accounts.delete(id)
  }

  /** The session that this page last read or set. It is used when the storage cannot be read. */
  let lastKnownSession: Session | undefined
  /**
   * The session, and whether the server's session must be ended. It is cached until this or another tab changes it, so that calls do not
   * wait for the storage.
   */
  let current: Promise<SessionState> | undefined
  const tabs = globalThis.BroadcastChannel && new BroadcastChannel(`${store.name} session`)
  const forgetCurrent = () => {
    current = undefined
  }
  if (tabs) tabs.onmessage = forgetCurrent

  /** Runs `body`, which changes the session, in one transaction. Then this tab and the others read the session again. */
  async function changeSession(body: (trx: SessionTransaction) => Promise<void>) {
    try {
      await runWriteTransaction(store, SESSION_STORES, body)
    } finally {
      forgetCurrent()
      tabs?.postMessage('changed')
    }
  }

  async function readState(): Promise<SessionState> {
    const [session, endsSession] = [await readMeta(store, 'session'), await readMeta(store, 'ends-session')]
    lastKnownSession = session
    return { session, mustEndSession: endsSession === true }
  }

  function readCurrent() {
    const reading = current ?? readState()
    // Without messages from other tabs, the session is read each time. After a failure it is read again.
    if (tabs) current = reading
    reading.catch(forgetCurrent)
    return reading
  }

  return {
    session: async (): Promise<Session | undefined> => (await readCurrent()).session,

    /** Returns the last known session, for callers that cannot read the storage. */
    lastSession: () => lastKnownSession,

    /** Sets the last known session. Called when the session cannot be stored. */
    setLastSession(session: Session | undefined) {
      lastKnownSession = session
      current = Promise.resolve({ session, mustEndSession: false })
    },

    /** Reads the session again at the next call. Called after all data on this device was deleted. */
    forgetSession: forgetCurrent,

    async actor(): Promise<Actor | null> {
      const { session } = await readCurrent()
      const [user, replica] = await Promise.all([session && store.get('accounts', session.userId), readMeta(store, 'replica')])
      if (!user) return null
      const { id, isAdmin } = user
      return { id, isAdmin, ...(replica?.account === id && replica.partnerOf && { partnerOf: replica.partnerOf }) }
    },

    /** Returns a profile as the server last sent it, with the charges of waiting outbox entries added to its used quota. */
    async profile(userId: string): Promise<User | null> {
      const trx = store.transaction(['accounts', 'outbox'])
      const user = await trx.objectStore('accounts').get(userId)
      const entries = await trx.objectStore('outbox').getAll()
      const spent = entries.reduce((sum, { state, spends }) => sum + (state === 'waiting' ? (spends?.[userId] ?? 0) : 0), 0)
      return user ? withChargedQuota(user, spent) : null
    },

    async storeProfiles(users: readonly User[]) {
      await runWriteTransaction(store, ['accounts', 'outbox'], async trx => {
        for (const user of users) await replaceProfile(trx, user)
      })
    },

    /** Signs `user` in on this device. Deletes the data of a previous user except scans and outbox entries. */
    async signIn(user: User, { isConfirmed }: Pick<Session, 'isConfirmed'>) {
      // Loaded before the transaction, which would end during the download. If it fails, the invitations appear after their upload.
      const drafts = (await store.count('outbox')) > 0 ? await loadDrafts().catch(() => undefined) : undefined
      await changeSession(async trx => {
        const meta = metaInTransaction(trx)
        const before = await meta.get('session')
        const replica = await meta.get('replica')
        await replaceProfile(trx, user)
        const previousUserId = replica?.account ?? before?.userId
        if (previousUserId !== user.id) {
          await deleteVerifiers(trx, previousUserId)
          await resetReplica(trx, user, drafts?.draftInvitationsOf)
          await deleteOtherProfiles(trx, user)
        }
        await meta.set('session', { userId: user.id, isConfirmed })
        if (isConfirmed) await meta.remove('ends-session')
        else if (before && before.userId !== user.id) await meta.set('ends-session', true)
      })
      lastKnownSession = { userId: user.id, isConfirmed }
    },

    /**
     * Signs out on this device. Deletes the replica, unless `keepsReplica` (the session has expired), and the verifier, unless
     * `keepsReplica` or `keepsOfflineSignIn`. `isEndedOnServer`: the server's session has ended.
     */
    async signOut({ isEndedOnServer, keepsReplica = false, keepsOfflineSignIn = false }: SignOutOptions) {
      await changeSession(async trx => {
        const meta = metaInTransaction(trx)
        const session = await meta.get('session')
        if (!isEndedOnServer && session) await meta.set('ends-session', true)
        await meta.remove('session')
        if (!keepsReplica) {
          if (!keepsOfflineSignIn) await deleteVerifiers(trx, session?.userId)
          await resetReplica(trx)
          await deleteOtherProfiles(trx)
        }
      })
      lastKnownSession = undefined
    },

    /** Returns whether the server's session must be ended before any other request is sent. */
    mustEndSession: async () => (await readCurrent()).mustEndSession,

    recordEndedSession: () => changeSession(trx => metaInTransaction(trx).remove('ends-session')),
  }
}

export type UserSessions = ReturnType<typeof createUserSessions>

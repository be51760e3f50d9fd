import { type Actor, type CreateInput, contract, createRequest, draftOf, LOCAL_ADMIN, readInput, type User } from '@hudur/core'
import { isPending, lessWaiting, outboxIn } from './outbox.ts'
import { marked, replicaIn } from './replica.ts'
import { type Entry, metaIn, readMeta, type Session, type Store, type Writing, write } from './store.ts'

const STORES = ['accounts', 'verifiers', 'invitations', 'scans', 'outbox', 'meta'] as const
type Trx = Writing<(typeof STORES)[number]>

/** Replaces a profile. A limit that was raised may make room for what was beyond the most pending invitations. */
async function meet(trx: Writing<'accounts' | 'outbox'>, user: User) {
  const accounts = trx.objectStore('accounts')
  const before = await accounts.get(user.id)
  await accounts.put(user)
  if (before && before.generationLimit < user.generationLimit) await outboxIn(trx).tryAgain(user.id)
}

/** Returns the invitations that a waiting creation is to make, as they stand here. */
export function draftsOf(entry: Entry & { operation: 'create' }, actor: Actor) {
  const newId = () => {
    throw new Error('an invitation waits without an id')
  }
  const input = readInput(contract.invitations.create, entry.input) as CreateInput
  return createRequest(input, { actor, newId }).invitations.map(one => draftOf(one, entry.at))
}

/** Who is signed in on this device, and whom it knows. One at a time: what the replica holds is theirs alone. */
export function peopleOf(store: Store) {
  /** Empties the replica but for what `user` made here and nobody has been told of. */
  async function makeRoom(trx: Trx, user: User | undefined) {
    const replica = replicaIn(trx)
    await replica.clear({ except: new Set() })
    await metaIn(trx).remove('copy')
    await metaIn(trx).remove('opened-events')
    // Whatever replica comes next is read anew, and holds what the server has answered that it has.
    const scans = trx.objectStore('scans')
    for (const scan of await scans.index('open').getAll()) {
      const undo = scan.undo && { ...scan.undo, isListed: scan.undo.isListed || scan.undo.isSent }
      await scans.put(marked({ ...scan, isListed: scan.isListed || scan.isSent, ...(undo && { undo }) }))
    }
    if (!user) return
    for (const entry of await outboxIn(trx).creations(user.id))
      await replica.put(
        draftsOf(entry, user).map(draft => ({ ...draft, isPending: isPending(entry) })),
        { isMade: true },
      )
  }

  /** Signing out ends signing in without a server too. The fallback administrator's password guards what stays on this device. */
  async function forgetVerifier(trx: Trx, userId: string | undefined) {
    if (userId === undefined || userId === LOCAL_ADMIN) return
    const verifiers = trx.objectStore('verifiers')
    for (const key of await verifiers.index('user').getAllKeys(userId)) await verifiers.delete(key)
  }

  /** Keeps only people who can sign in here alone, and whoever is doing so: an administrator's list of everybody goes with them. */
  async function forgetOthers(trx: Trx, user?: User) {
    const accounts = trx.objectStore('accounts')
    for (const id of await accounts.getAllKeys())
      if (id !== user?.id && (await trx.objectStore('verifiers').index('user').count(id)) === 0) await accounts.delete(id)
  }

  /** Whose name this page last knew everything to be done in. */
  let last: Session | undefined

  return {
    async session(): Promise<Session | undefined> {
      last = await readMeta(store, 'session')
      return last
    },

    /** The same as it was last known, where it cannot be read any more. */
    lastSession: () => last,

    /** Who is here, where that could not be kept. */
    assume(session: Session | undefined) {
      last = session
    },

    async actor(): Promise<Actor | null> {
      const session = await readMeta(store, 'session')
      const user = session && (await store.get('accounts', session.userId))
      return user ? { id: user.id, isAdmin: user.isAdmin } : null
    },

    /** A profile as the server last told it, less what was spent here since. */
    async profile(userId: string): Promise<User | null> {
      const trx = store.transaction(['accounts', 'outbox'])
      const user = await trx.objectStore('accounts').get(userId)
      const entries = await trx.objectStore('outbox').getAll()
      const spent = entries.reduce((sum, { state, spends }) => sum + (state === 'waiting' ? (spends?.[userId] ?? 0) : 0), 0)
      return user ? lessWaiting(user, spent) : null
    },

    /** Keeps profiles as the server tells them. */
    async met(users: readonly User[]) {
      await write(store, ['accounts', 'outbox'], async trx => {
        for (const user of users) await meet(trx, user)
      })
    },

    /** `user` is signed in here from now on. Whoever was before leaves their entries, and nothing else. */
    async begin(user: User, { isConfirmed }: Pick<Session, 'isConfirmed'>) {
      await write(store, STORES, async trx => {
        const meta = metaIn(trx)
        const before = await meta.get('session')
        const replica = await meta.get('copy')
        await meet(trx, user)
        const leaving = replica?.account ?? before?.userId
        if (leaving !== user.id) {
          await forgetVerifier(trx, leaving)
          await makeRoom(trx, user)
          await forgetOthers(trx, user)
        }
        await meta.set('session', { userId: user.id, isConfirmed })
        if (isConfirmed) await meta.remove('ends-session')
        else if (before && before.userId !== user.id) await meta.set('ends-session', true)
      })
      last = { userId: user.id, isConfirmed }
    },

    /**
     * Nobody is signed in here from now on. `isTold`: the server knows. The replica and the verifier go, except where only the session ran out
     * (`keepsCopy`); the verifier stays too where its owner chose it (`keepsOfflineSignIn`).
     */
    async end({
      isTold,
      keepsCopy = false,
      keepsOfflineSignIn = false,
    }: {
      isTold: boolean
      keepsCopy?: boolean
      keepsOfflineSignIn?: boolean
    }) {
      await write(store, STORES, async trx => {
        const meta = metaIn(trx)
        const session = await meta.get('session')
        if (!isTold && session) await meta.set('ends-session', true)
        await meta.remove('session')
        if (!keepsCopy) {
          if (!keepsOfflineSignIn) await forgetVerifier(trx, session?.userId)
          await makeRoom(trx, undefined)
          await forgetOthers(trx)
        }
      })
      last = undefined
    },

    /** Whether a session is still to be ended on the server before anything else is asked there. */
    mustEndSession: async () => (await readMeta(store, 'ends-session')) === true,

    async endedSession() {
      await write(store, ['meta'], trx => metaIn(trx).remove('ends-session'))
    },
  }
}

export type People = ReturnType<typeof peopleOf>

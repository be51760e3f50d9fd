import {
  type Actor,
  type Backend,
  type Contract,
  contract,
  type Endpoint,
  type InputOf,
  LOCAL_ADMIN,
  Refusal,
  Unreachable,
  type User,
  usernameKey,
} from '@hudur/core'
import type { Device } from '../store/device.ts'
import { isStorageFailure } from '../store/store.ts'
import type { Parts } from './parts.ts'

type SignInParts = Omit<Parts, 'device'> & {
  /** The same calls answered by this device. */
  local: Backend<Contract>
  here: Device
}

type Credentials = InputOf<typeof contract.accounts.login>
type SignOut = InputOf<typeof contract.accounts.logout>

/** Ends the server session that a sign-out without a server left open. Runs before any other request. */
export async function leaveOldSession({ server, here: { people }, callServer }: Pick<SignInParts, 'server' | 'here' | 'callServer'>) {
  if (!(await people.mustEndSession())) return
  await callServer(() => server.accounts.logout({}))
  await people.recordEndedSession()
}

/** Creates the calls for signing in and out: the server answers, and this device while the server is unreachable. */
export function signInOf({ server, local, here, connection, callServer, lock, status }: SignInParts) {
  const isLost = () => connection.get() === 'disconnected'
  const { people, verifiers } = here

  /**
   * Runs `body`; after a storage failure closes the store and runs `onServer`. A store that cannot record who is signed in could answer as
   * another user, so only the server answers until the page is reloaded.
   */
  async function orOnlyServer<Answer>(body: () => Promise<Answer>, onServer: () => Promise<Answer>): Promise<Answer> {
    try {
      return await body()
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      here.store.close()
      status.reportStorageFailure()
      return onServer()
    }
  }

  async function loginOnlyOnServer(credentials: Credentials): Promise<User> {
    const user = await callServer(() => server.accounts.login(credentials), { evenDisconnected: true })
    people.setLastSession({ userId: user.id, isConfirmed: true })
    status.needsSignIn(false)
    return user
  }

  async function meOnlyOnServer(): Promise<User | null> {
    const session = people.lastSession()
    const user = await callServer(() => server.accounts.me({}), { evenDisconnected: true })
    if (session && !session.isConfirmed && session.userId !== user?.id) {
      // This device signed the user in offline, and the server's open session is another user's: require a sign-in first.
      status.needsSignIn(true)
      return null
    }
    people.setLastSession(user ? { userId: user.id, isConfirmed: true } : undefined)
    return user
  }

  async function logoutOnlyOnServer() {
    const answer = await callServer(() => server.accounts.logout({}), { evenDisconnected: true })
    people.setLastSession(undefined)
    return answer
  }

  /** Records that the server confirmed `user`. For a user who is already signed in, a profile that cannot be stored is ignored. */
  async function recordConfirmed(user: User) {
    const session = await people.session()
    if (session?.isConfirmed && session.userId === user.id) await status.orFallback(() => people.storeProfiles([user]), undefined)
    else await people.signIn(user, { isConfirmed: true })
  }

  async function storedProfileOf(user: User): Promise<User> {
    return (await people.profile(user.id)) ?? user
  }

  async function loginOnServer(credentials: Credentials): Promise<User> {
    try {
      // While disconnected, only a username without a verifier reaches this call: ask the server anyway, because it may be reachable again.
      const user = await callServer(() => server.accounts.login(credentials), { evenDisconnected: isLost() })
      await recordConfirmed(user)
      await status.orFallback(() => verifiers.keep(user, credentials.password), undefined)
      status.needsSignIn(false)
      return await storedProfileOf(user)
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.code === 'wrong-credentials'
      // The fallback administrator exists on this device only, so the server always refuses it.
      if (isUnknown && usernameKey(credentials.username) !== LOCAL_ADMIN)
        await status.orFallback(() => verifiers.forget(credentials.username), undefined)
      throw error
    }
  }

  /** Compares the server's user (`null`: no session) with this device's session. Returns the user who is signed in from now on. */
  async function reconcile(user: User | null): Promise<User | null> {
    const session = await people.session()
    if (user && (!session || session.isConfirmed || session.userId === user.id)) {
      await recordConfirmed(user)
      status.needsSignIn(false)
      return storedProfileOf(user)
    }
    if (!session) return null
    // The fallback administrator is signed in only while the server is unreachable.
    if (session.userId === LOCAL_ADMIN) return leave()
    if (session.isConfirmed) {
      await people.signOut({ isEndedOnServer: true, keepsReplica: true })
      return null
    }
    // This device signed the user in offline: the session goes on, and its entries wait for a sign-in on the server.
    status.needsSignIn(true)
    return people.profile(session.userId)
  }

  /** Replaces the verifier, so that the new password signs in offline and the old one does not. */
  async function replaceVerifier(actor: Actor | null, password: string) {
    const user = actor && (await people.profile(actor.id))
    if (user) await verifiers.keep(user, password)
  }

  async function leave() {
    await people.signOut({ isEndedOnServer: true })
    return null
  }

  async function login(credentials: Credentials): Promise<User> {
    const isKnown = (await verifiers.hasVerifier(credentials.username)) || usernameKey(credentials.username) === LOCAL_ADMIN
    if (isLost() && isKnown) return local.accounts.login(credentials)
    try {
      return await loginOnServer(credentials)
    } catch (error) {
      // All phones in one hall share an IP address: the rate limit after other people's failures must not keep the staff out.
      const isNoAnswer = error instanceof Unreachable || (error instanceof Refusal && error.code === 'busy')
      if (isNoAnswer && isKnown) return local.accounts.login(credentials)
      throw error
    }
  }

  async function me(): Promise<User | null> {
    if (isLost()) return local.accounts.me({})
    try {
      return await lock(async () => {
        await leaveOldSession({ server, here, callServer })
        return reconcile(await callServer(() => server.accounts.me({})))
      })
    } catch (error) {
      if (error instanceof Unreachable) return local.accounts.me({})
      throw error
    }
  }

  async function logout(choice: SignOut) {
    try {
      if (isLost()) return await local.accounts.logout(choice)
      await callServer(() => server.accounts.logout({}))
      await people.recordEndedSession()
      await people.signOut({ isEndedOnServer: true, keepsOfflineSignIn: choice.keepsOfflineSignIn ?? false })
      return { success: true as const }
    } catch (error) {
      if (error instanceof Unreachable) return local.accounts.logout(choice)
      throw error
    }
  }

  return {
    leaveOldSession: () => leaveOldSession({ server, here, callServer }),

    /** Signs in on the server, or on this device while the server is unreachable or busy. A wrong password on the server is final. */
    login: (credentials: Credentials) =>
      lock(() =>
        orOnlyServer(
          () => login(credentials),
          () => loginOnlyOnServer(credentials),
        ),
      ),
    me: () => orOnlyServer(me, meOnlyOnServer),
    logout: (choice: SignOut) => lock(() => orOnlyServer(() => logout(choice), logoutOnlyOnServer)),

    /** Updates the verifiers and the session after the server answered a call that changed or deleted an account. */
    async noteChange(actor: Actor | null, endpoint: Endpoint, input: Record<string, unknown>) {
      const { changePassword, deleteAccount, update, remove } = contract.accounts
      if (endpoint === changePassword) await replaceVerifier(actor, String(input.newPassword))
      if (endpoint === deleteAccount) {
        if (actor) await verifiers.forgetAccount(actor.id)
        await people.signOut({ isEndedOnServer: true })
      }
      const isNewPassword = endpoint === update && Boolean(input.password)
      if (isNewPassword && input.id === actor?.id) await replaceVerifier(actor, String(input.password))
      else if (isNewPassword || endpoint === remove) await verifiers.forgetAccount(String(input.id))
    },
  }
}

export type SignIn = ReturnType<typeof signInOf>

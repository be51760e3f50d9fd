import type { User } from '@hudur/core/accounts/contract'
import { LOCAL_ADMIN_USERNAME, usernameKey } from '@hudur/core/accounts/username'
import type { Actor } from '@hudur/core/actor'
import { type Contract, contract } from '@hudur/core/contract'
import type { Backend, Endpoint, EndpointInput } from '@hudur/core/endpoint'
import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import type { Device } from '../store/device.ts'
import { isStorageFailure } from '../store/store.ts'
import type { SharedDependencies } from './shared-dependencies.ts'

type SignInDependencies = Omit<SharedDependencies, 'device'> & {
  local: Backend<Contract>
  thisDevice: Device
  /** Starts a sync. Called when a user who was not signed in on this device before has an open session on the server. */
  startSync: () => void
}

type Credentials = EndpointInput<typeof contract.accounts.login>
type SignOutInput = EndpointInput<typeof contract.accounts.logout>

/**
 * Ends the session on the server that stayed open after an offline sign-out or change of user. Runs before every request except a sign-in.
 */
export async function endOldServerSession({
  server,
  thisDevice: { people },
  callServer,
}: Pick<SignInDependencies, 'server' | 'thisDevice' | 'callServer'>) {
  if (!(await people.mustEndSession())) return
  await callServer(() => server.accounts.logout({}))
  await people.recordEndedSession()
}

/** Creates the functions for signing in and out. The server answers them; while it is unreachable, this device does. */
export function createSignIn({ server, local, thisDevice, connection, callServer, lock, status, startSync }: SignInDependencies) {
  const isDisconnected = () => connection.get() === 'disconnected'
  const { people, verifiers } = thisDevice

  /**
   * After a storage failure, closes the storage and returns the result of `onServer`: a storage that cannot record who is signed in could
   * answer as another user. Until the page is reloaded, only the server answers.
   */
  async function withServerFallback<Answer>(body: () => Promise<Answer>, onServer: () => Promise<Answer>): Promise<Answer> {
    try {
      return await body()
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      thisDevice.store.close()
      status.reportStorageFailure()
      return onServer()
    }
  }

  async function loginOnlyOnServer(credentials: Credentials): Promise<User> {
    const user = await callServer(() => server.accounts.login(credentials), { evenDisconnected: true })
    people.setLastSession({ userId: user.id, isConfirmed: true })
    status.setNeedsSignIn(false)
    return user
  }

  async function meOnlyOnServer(): Promise<User | null> {
    const session = people.lastSession()
    const user = await callServer(() => server.accounts.me({}), { evenDisconnected: true })
    if (session && !session.isConfirmed && session.userId !== user?.id) {
      // The user signed in offline, but the server's open session belongs to another user. The user must sign in on the server first.
      status.setNeedsSignIn(true)
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

  /** Records that the server confirmed the session of `user`. A failure to store the profile of the same user is ignored. */
  async function recordConfirmedUser(user: User) {
    const session = await people.session()
    if (session?.isConfirmed && session.userId === user.id) await status.orFallback(() => people.storeProfiles([user]), undefined)
    else await people.signIn(user, { isConfirmed: true })
  }

  async function storedProfileOf(user: User): Promise<User> {
    return (await people.profile(user.id)) ?? user
  }

  async function loginOnServer(credentials: Credentials): Promise<User> {
    try {
      // A username without a verifier is sent also while disconnected, because the server may be reachable again.
      const user = await callServer(() => server.accounts.login(credentials), { evenDisconnected: isDisconnected() })
      await recordConfirmedUser(user)
      await status.orFallback(() => verifiers.keep(user, credentials.password), undefined)
      status.setNeedsSignIn(false)
      return await storedProfileOf(user)
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.code === 'wrong-credentials'
      // The server always refuses the fallback administrator, who exists only on this device. This refusal says nothing about the verifier.
      if (isUnknown && usernameKey(credentials.username) !== LOCAL_ADMIN_USERNAME)
        await status.orFallback(() => verifiers.forget(credentials.username), undefined)
      throw error
    }
  }

  /** Compares the user of the server's session (null: none) with the session on this device. Returns the user then signed in. */
  async function reconcileSession(user: User | null): Promise<User | null> {
    const session = await people.session()
    if (user && (!session || session.isConfirmed || session.userId === user.id)) {
      await recordConfirmedUser(user)
      status.setNeedsSignIn(false)
      // An earlier sync downloaded nothing for this user.
      if (user.id !== session?.userId) startSync()
      return storedProfileOf(user)
    }
    if (!session) return null
    // The fallback administrator can be signed in only while the server is unreachable.
    if (session.userId === LOCAL_ADMIN_USERNAME) return signOutOnDevice()
    if (session.isConfirmed) {
      await people.signOut({ isEndedOnServer: true, keepsReplica: true })
      return null
    }
    // The user signed in offline. The session on this device continues, and its outbox entries wait for a sign-in on the server.
    status.setNeedsSignIn(true)
    return people.profile(session.userId)
  }

  /** Replaces the verifier, so that the new password works for the offline sign-in and the old password does not. */
  async function replaceVerifier(actor: Actor | null, password: string) {
    const user = actor && (await people.profile(actor.id))
    if (user) await verifiers.keep(user, password)
  }

  async function signOutOnDevice() {
    await people.signOut({ isEndedOnServer: true })
    return null
  }

  async function login(credentials: Credentials): Promise<User> {
    const isKnown = (await verifiers.hasVerifier(credentials.username)) || usernameKey(credentials.username) === LOCAL_ADMIN_USERNAME
    if (isDisconnected() && isKnown) return local.accounts.login(credentials)
    try {
      return await loginOnServer(credentials)
    } catch (error) {
      // The phones at an event may share one IP address. Others' failed sign-ins (`busy`) must not keep the staff out.
      const isNoAnswer = error instanceof UnreachableError || (error instanceof Refusal && error.code === 'busy')
      if (isNoAnswer && isKnown) return local.accounts.login(credentials)
      throw error
    }
  }

  async function me(): Promise<User | null> {
    if (isDisconnected()) return local.accounts.me({})
    try {
      return await lock(async () => {
        await endOldServerSession({ server, thisDevice, callServer })
        return reconcileSession(await callServer(() => server.accounts.me({})))
      })
    } catch (error) {
      if (error instanceof UnreachableError) return local.accounts.me({})
      throw error
    }
  }

  async function logout(choice: SignOutInput) {
    try {
      if (isDisconnected()) return await local.accounts.logout(choice)
      await callServer(() => server.accounts.logout({}))
      await people.recordEndedSession()
      await people.signOut({ isEndedOnServer: true, keepsOfflineSignIn: choice.keepsOfflineSignIn ?? false })
      return { success: true as const }
    } catch (error) {
      if (error instanceof UnreachableError) return local.accounts.logout(choice)
      throw error
    }
  }

  return {
    endOldServerSession: () => endOldServerSession({ server, thisDevice, callServer }),

    /** Signs in on the server, or on this device while the server is unreachable or busy. A wrong password on the server is final. */
    login: (credentials: Credentials) =>
      lock(() =>
        withServerFallback(
          () => login(credentials),
          () => loginOnlyOnServer(credentials),
        ),
      ),
    me: () => withServerFallback(me, meOnlyOnServer),
    logout: (choice: SignOutInput) => lock(() => withServerFallback(() => logout(choice), logoutOnlyOnServer)),

    /** Updates the verifiers and the session after the server answered a call that changed or deleted an account. */
    async applyAccountChange(endpoint: Endpoint, input: Record<string, unknown>) {
      const { changePassword, deleteAccount, update, remove } = contract.accounts
      if (![changePassword, deleteAccount, update, remove].some(one => one === endpoint)) return
      const actor = await people.actor()
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

export type SignIn = ReturnType<typeof createSignIn>

import {
  type Backend,
  type Contract,
  type contract,
  type InputOf,
  LOCAL_ADMIN,
  Refusal,
  Unreachable,
  type User,
  usernameKey,
} from '@hudur/core'
import type { Connection } from './connection.ts'
import type { Device } from './device/device.ts'
import { isStorageFailure } from './device/store.ts'
import type { DeviceStatusSource } from './device-status.ts'
import type { Lock } from './locks.ts'
import type { ServerCalls } from './server-calls.ts'

type SigningInParts = {
  server: Backend<Contract>
  /** The same calls answered by this device. */
  local: Backend<Contract>
  here: Device
  connection: Pick<Connection, 'get'>
  callServer: ServerCalls
  lock: Lock
  status: DeviceStatusSource
}

type Credentials = InputOf<typeof contract.accounts.login>
type SignOut = InputOf<typeof contract.accounts.logout>

/** A session that was left behind without a server is ended before anything else is asked there. */
export async function leaveOldSession({ server, here: { people }, callServer }: Pick<SigningInParts, 'server' | 'here' | 'callServer'>) {
  if (!(await people.mustEndSession())) return
  await callServer(() => server.accounts.logout({}))
  await people.endedSession()
}

/** Who is here, by the server's word while it gives one, and by this device's while it does not. */
export function signingIn({ server, local, here, connection, callServer, lock, status }: SigningInParts) {
  const isLost = () => connection.get() === 'disconnected'
  const { people, verifiers } = here

  /** What cannot keep who is signed in would answer in another's name: until the page is opened anew, only the server answers. */
  async function orServerAlone<Answer>(body: () => Promise<Answer>, onServer: () => Promise<Answer>): Promise<Answer> {
    try {
      return await body()
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      here.store.close()
      status.cannotKeep()
      return onServer()
    }
  }

  async function loginThere(credentials: Credentials): Promise<User> {
    const user = await callServer(() => server.accounts.login(credentials), { evenDisconnected: true })
    people.assume({ userId: user.id, isConfirmed: true })
    status.needsSignIn(false)
    return user
  }

  async function meThere(): Promise<User | null> {
    const session = people.lastSession()
    const user = await callServer(() => server.accounts.me({}), { evenDisconnected: true })
    if (session && !session.isConfirmed && session.userId !== user?.id) {
      // Whoever this device let in is not whose session is still open there: that one signs in before anything is asked.
      status.needsSignIn(true)
      return null
    }
    people.assume(user ? { userId: user.id, isConfirmed: true } : undefined)
    return user
  }

  async function logoutThere() {
    const answer = await callServer(() => server.accounts.logout({}), { evenDisconnected: true })
    people.assume(undefined)
    return answer
  }

  /** `user` is here, by the server's word. A profile that cannot be kept changes nothing about who that is. */
  async function arrive(user: User) {
    const session = await people.session()
    if (session?.isConfirmed && session.userId === user.id) await status.found(() => people.met([user]), undefined)
    else await people.begin(user, { isConfirmed: true })
  }

  async function asSeen(user: User): Promise<User> {
    return (await people.profile(user.id)) ?? user
  }

  async function loginOnServer(credentials: Credentials): Promise<User> {
    try {
      // Nobody else can answer for whom this device does not know: the server may be back and not yet heard of.
      const user = await callServer(() => server.accounts.login(credentials), { evenDisconnected: isLost() })
      await arrive(user)
      await status.found(() => verifiers.keep(user, credentials.password), undefined)
      status.needsSignIn(false)
      return await asSeen(user)
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.code === 'wrong-credentials'
      // The fallback administrator is this device's: no server has heard of it.
      if (isUnknown && usernameKey(credentials.username) !== LOCAL_ADMIN)
        await status.found(() => verifiers.forget(credentials.username), undefined)
      throw error
    }
  }

  /** Whoever the server says is signed in, against whoever is signed in here. */
  async function reconcile(user: User | null): Promise<User | null> {
    const session = await people.session()
    if (user && (!session || session.isConfirmed || session.userId === user.id)) {
      await arrive(user)
      status.needsSignIn(false)
      return asSeen(user)
    }
    if (!session) return null
    // Only while nobody else answers.
    if (session.userId === LOCAL_ADMIN) return leave()
    if (session.isConfirmed) {
      await people.end({ isTold: true, keepsCopy: true })
      return null
    }
    // Let in by this device, and the server has yet to hear of it: their work goes on, and waits here.
    status.needsSignIn(true)
    return people.profile(session.userId)
  }

  async function leave() {
    await people.end({ isTold: true })
    return null
  }

  async function login(credentials: Credentials): Promise<User> {
    const isKnown = (await verifiers.knows(credentials.username)) || usernameKey(credentials.username) === LOCAL_ADMIN
    if (isLost() && isKnown) return local.accounts.login(credentials)
    try {
      return await loginOnServer(credentials)
    } catch (error) {
      // A hall shares one address: others' failures must not keep the staff out.
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
      await people.endedSession()
      await people.end({ isTold: true, keepsOfflineSignIn: choice.keepsOfflineSignIn ?? false })
      return { success: true as const }
    } catch (error) {
      if (error instanceof Unreachable) return local.accounts.logout(choice)
      throw error
    }
  }

  return {
    leaveOldSession: () => leaveOldSession({ server, here, callServer }),

    /** The server's word, where it can be had; a wrong password there is never overruled here. */
    login: (credentials: Credentials) =>
      lock(() =>
        orServerAlone(
          () => login(credentials),
          () => loginThere(credentials),
        ),
      ),
    me: () => orServerAlone(me, meThere),
    logout: (choice: SignOut) => lock(() => orServerAlone(() => logout(choice), logoutThere)),

    /** A new password opens this device too, and the old one no longer. */
    async changedPassword(password: string) {
      const actor = await people.actor()
      const user = actor && (await people.profile(actor.id))
      if (user) await verifiers.keep(user, password)
    },

    /** The account is no more. */
    async deletedAccount() {
      const actor = await people.actor()
      if (actor) await verifiers.forgetAccount(actor.id)
      await people.end({ isTold: true })
    },
  }
}

export type SigningIn = ReturnType<typeof signingIn>

import { type contract, LOCAL_ADMIN, MIN_PASSWORD, Refusal, texts, tooShortText, Unreachable, type User, usernameKey } from '@hudur/core'
import type { Device } from '../store/device.ts'
import type { DeviceHandlers } from './handlers.ts'

/** The fallback administrator's limit of invitations. */
const LOCAL_LIMIT = 999_999

const localAdmin = (now: Date): User => ({
  id: LOCAL_ADMIN,
  fullName: texts.account.localAdministrator,
  username: LOCAL_ADMIN,
  phone: null,
  email: null,
  generationLimit: LOCAL_LIMIT,
  usedGenerations: 0,
  isAdmin: true,
  createdAt: now.toISOString(),
  passwordChangedAt: now.toISOString(),
})

/** Returns the handlers that sign in, read the signed-in user and sign out on this device. */
export function accountHandlers({ store, people, verifiers, now }: Device): DeviceHandlers<typeof contract.accounts> {
  /** Signs in as the fallback administrator. The first sign-in on a device sets the password. */
  async function becomeLocalAdmin(password: string): Promise<User> {
    const existingAdmin = await store.get('accounts', LOCAL_ADMIN)
    if (existingAdmin && (await verifiers.check(LOCAL_ADMIN, password))) return existingAdmin
    if (existingAdmin) throw new Unreachable('this page cannot compare passwords')
    if (password.length < MIN_PASSWORD)
      throw new Refusal('bad-input', { text: tooShortText(password, [texts.register.tooShort, texts.register.belowEight]) })
    const user = localAdmin(now())
    await verifiers.keep(user, password)
    return user
  }

  async function signInByVerifier(username: string, password: string): Promise<User> {
    if (usernameKey(username) === LOCAL_ADMIN) return becomeLocalAdmin(password)
    const userId = await verifiers.check(username, password)
    const user = userId && (await store.get('accounts', userId))
    // Not a refusal: the server may have an account with this username.
    if (!user) throw new Unreachable('nobody of that name has signed in on this device')
    return user
  }

  return {
    async login({ input: { username, password } }) {
      const user = await signInByVerifier(username, password)
      await people.signIn(user, { isConfirmed: false })
      return (await people.profile(user.id)) ?? user
    },

    me: async ({ actor }) => (actor ? people.profile(actor.id) : null),

    async logout({ input: { keepsOfflineSignIn = false } }) {
      await people.signOut({ isEndedOnServer: false, keepsOfflineSignIn })
      return { success: true }
    },
  }
}

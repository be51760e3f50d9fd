import { MIN_PASSWORD_LENGTH, type User } from '@hudur/core/accounts/contract'
import { LOCAL_ADMIN_USERNAME, usernameKey } from '@hudur/core/accounts/username'
import type { contract } from '@hudur/core/contract'
import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Device } from '../store/device.ts'
import type { DeviceHandlers } from './handlers.ts'

const LOCAL_ADMIN_INVITATION_LIMIT = 999_999

const createLocalAdminUser = (now: Date): User => ({
  id: LOCAL_ADMIN_USERNAME,
  fullName: texts.account.localAdministrator,
  username: LOCAL_ADMIN_USERNAME,
  phone: null,
  email: null,
  generationLimit: LOCAL_ADMIN_INVITATION_LIMIT,
  usedGenerations: 0,
  isAdmin: true,
  createdAt: now.toISOString(),
  passwordChangedAt: now.toISOString(),
})

export function createAccountHandlers({ store, people, verifiers, now }: Device): DeviceHandlers<typeof contract.accounts> {
  /** Signs in as the fallback administrator. The first sign-in on a device sets the password, and later ones check it. */
  async function signInAsLocalAdmin(password: string): Promise<User> {
    const existingAdmin = await store.get('accounts', LOCAL_ADMIN_USERNAME)
    if (existingAdmin && (await verifiers.check(LOCAL_ADMIN_USERNAME, password))) return existingAdmin
    if (existingAdmin) throw new UnreachableError('this page cannot compare passwords')
    if (password.length < MIN_PASSWORD_LENGTH) throw new Refusal('bad-input', { text: texts.register.tooShort })
    const user = createLocalAdminUser(now())
    await verifiers.keep(user, password)
    return user
  }

  async function signInByVerifier(username: string, password: string): Promise<User> {
    if (usernameKey(username) === LOCAL_ADMIN_USERNAME) return signInAsLocalAdmin(password)
    const userId = await verifiers.check(username, password)
    const user = userId && (await store.get('accounts', userId))
    // The error is not a `Refusal`, because the server may have an account with this username.
    if (!user) throw new UnreachableError('nobody of that name has signed in on this device')
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

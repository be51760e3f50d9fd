import { User } from '@hudur/core/accounts/contract'

const STORAGE_KEY = 'currentUser'

/** The profile of the last account of this device, shown before the server has answered who is signed in. It grants no access. */
export const rememberedProfile = {
  read(): User | null {
    try {
      const profile = User.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'))
      return profile.success ? profile.data : null
    } catch {
      return null
    }
  },

  write(user: User | null) {
    try {
      if (user) localStorage.setItem(STORAGE_KEY, JSON.stringify(user))
      else localStorage.removeItem(STORAGE_KEY)
    } catch {
      // Storage is full or forbidden: the name then appears only once the server has answered.
    }
  },
}

import { User } from '@hudur/core'

const KEY = 'currentUser'

/** The profile of whoever was signed in here last: it only lets the name stand there before the server has answered. It opens nothing. */
export const rememberedProfile = {
  read(): User | null {
    try {
      const profile = User.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
      return profile.success ? profile.data : null
    } catch {
      return null
    }
  },

  write(user: User | null) {
    try {
      if (user) localStorage.setItem(KEY, JSON.stringify(user))
      else localStorage.removeItem(KEY)
    } catch {
      // Storage is full or forbidden: the name appears a moment later.
    }
  },
}

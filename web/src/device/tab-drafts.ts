const PREFIX = 'draft '

const keyOf = (account: string, screen: string) => `${PREFIX}${account} ${screen}`

/** What an account has on a screen, kept in this tab alone, also when the page is loaded again. Without storage nothing is kept. */
export const tabDrafts = {
  read(account: string, screen: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(keyOf(account, screen)) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  },

  /** Returns whether it is kept: storage may be full or forbidden, and then the draft lives as long as the page. */
  write(account: string, screen: string, draft: unknown): boolean {
    try {
      sessionStorage.setItem(keyOf(account, screen), JSON.stringify(draft))
      return true
    } catch {
      return false
    }
  },

  remove(account: string, screen: string) {
    try {
      sessionStorage.removeItem(keyOf(account, screen))
    } catch {
      // There is nothing to remove.
    }
  },

  /** Removes those of every account but this one. */
  leaveOnly(account: string | undefined) {
    try {
      const others = Object.keys(sessionStorage).filter(
        key => key.startsWith(PREFIX) && (account === undefined || !key.startsWith(keyOf(account, ''))),
      )
      for (const key of others) sessionStorage.removeItem(key)
    } catch {
      // There is nothing to remove.
    }
  },
}

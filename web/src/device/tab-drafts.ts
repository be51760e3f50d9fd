const PREFIX = 'draft '

const keyOf = (account: string, screen: string) => `${PREFIX}${account} ${screen}`

/** An account's drafts on screens, stored in this tab only. They survive a reload. Without session storage nothing is stored. */
export const tabDrafts = {
  read(account: string, screen: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(keyOf(account, screen)) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  },

  /** Stores a draft. Returns whether it was stored: when storage is full or forbidden, the draft lives only as long as the page. */
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

  /** Removes the drafts of every account but this one. */
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

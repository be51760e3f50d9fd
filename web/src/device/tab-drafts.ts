const KEY_PREFIX = 'draft '

const draftKeyOf = (account: string, screen: string) => `${KEY_PREFIX}${account} ${screen}`

/** The drafts of accounts in session storage, which belong to one tab and survive a reload. Without session storage none is stored. */
export const tabDraftStore = {
  read(account: string, screen: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(draftKeyOf(account, screen)) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  },

  /** Stores a draft. Returns whether it was stored: session storage may be full or forbidden. */
  write(account: string, screen: string, draft: unknown): boolean {
    try {
      sessionStorage.setItem(draftKeyOf(account, screen), JSON.stringify(draft))
      return true
    } catch {
      return false
    }
  },

  remove(account: string, screen: string) {
    try {
      sessionStorage.removeItem(draftKeyOf(account, screen))
    } catch {
      // Without session storage there are no drafts to remove.
    }
  },

  leaveOnly(account: string | undefined) {
    try {
      const others = Object.keys(sessionStorage).filter(
        key => key.startsWith(KEY_PREFIX) && (account === undefined || !key.startsWith(draftKeyOf(account, ''))),
      )
      for (const key of others) sessionStorage.removeItem(key)
    } catch {
      // Without session storage there are no drafts to remove.
    }
  },
}

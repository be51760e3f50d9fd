import { createJsonStorage } from './json-storage.ts'

const KEY_PREFIX = 'draft '

const draftKeyOf = (account: string, screen: string) => `${KEY_PREFIX}${account} ${screen}`

const storage = createJsonStorage('sessionStorage')

/** The drafts of accounts in session storage, which belong to one tab and survive a reload. Without session storage none is stored. */
export const tabDraftStore = {
  read: (account: string, screen: string) => storage.read(draftKeyOf(account, screen)),

  /** Stores a draft. Returns whether it was stored: session storage may be full or forbidden. */
  write: (account: string, screen: string, draft: unknown) => storage.write(draftKeyOf(account, screen), draft),

  remove: (account: string, screen: string) => storage.write(draftKeyOf(account, screen), undefined),

  leaveOnly: (account: string | undefined) =>
    storage.removeWhere(key => key.startsWith(KEY_PREFIX) && (account === undefined || !key.startsWith(draftKeyOf(account, '')))),
}

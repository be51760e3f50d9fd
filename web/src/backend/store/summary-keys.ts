/** The keys under which the summaries of accounts and of events are in local storage. The specification names them. */
export const USERS_KEY = 'users_backup'
export const INVITATIONS_KEY = 'invitations_backup'

export function removeSummaries(storage: Storage) {
  storage.removeItem(USERS_KEY)
  storage.removeItem(INVITATIONS_KEY)
}

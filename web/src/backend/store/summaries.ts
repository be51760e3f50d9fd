import { figuresOf, scopeOf, type User } from '@hudur/core'
import type { Device } from './device.ts'

const USERS = 'users_backup'
const INVITATIONS = 'invitations_backup'

/**
 * Writes a summary of accounts and events to local storage, under the keys that SPEC names. It contains no images, invitation codes or
 * passwords. The product never reads it. A summary that local storage has no room for is removed.
 */
export async function summarise({ replica, store }: Device, user: User, storage: Storage) {
  const accounts = user.isAdmin ? await store.getAll('accounts') : [user]
  const users = accounts.map(({ fullName, username, isAdmin, generationLimit, usedGenerations }) => ({
    fullName,
    username,
    isAdmin,
    generationLimit,
    usedGenerations,
  }))
  const { events } = figuresOf(await replica.invitations(scopeOf(user)), { recentSince: '', activeSince: '', weekSince: '' })
  keep(storage, USERS, users)
  keep(storage, INVITATIONS, events)
}

function keep(storage: Storage, key: string, value: unknown) {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    storage.removeItem(key)
  }
}

/** Removes the summaries, after a sign-out. */
export function forgetSummaries(storage: Storage) {
  storage.removeItem(USERS)
  storage.removeItem(INVITATIONS)
}

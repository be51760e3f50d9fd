import { figuresOf, scopeOf, type User } from '@hudur/core'
import type { Device } from './device/device.ts'

const USERS = 'users_backup'
const INVITATIONS = 'invitations_backup'

/**
 * Keeps a summary of people and events in local storage, under SPEC's names: no picture, no code that opens a door, no password. Nothing
 * here reads it, and where the browser has no room it is dropped.
 */
export async function summarise({ replica, store }: Device, user: User, storage: Storage) {
  const known = user.isAdmin ? await store.getAll('accounts') : [user]
  const users = known.map(({ fullName, username, isAdmin, generationLimit, usedGenerations }) => ({
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

/** Whoever signs out leaves no summary of theirs. */
export function forgetSummaries(storage: Storage) {
  storage.removeItem(USERS)
  storage.removeItem(INVITATIONS)
}

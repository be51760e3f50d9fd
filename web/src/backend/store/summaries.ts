import type { User } from '@hudur/core/accounts/contract'
import { scopeOfActor } from '@hudur/core/actor'
import { computeInvitationStats } from '@hudur/core/invitations/figures'
import type { Device } from './device.ts'
import { replicaOf } from './replica-reader.ts'
import { INVITATIONS_KEY, USERS_KEY } from './summary-keys.ts'

/** Writes the summary that the specification requires, without images, codes or passwords. When storage is full, removes it. */
export async function writeSummaries({ store }: Device, user: User, storage: Storage) {
  const accounts = user.isAdmin ? await store.getAll('accounts') : [user]
  const users = accounts.map(({ fullName, username, isAdmin, generationLimit, usedGenerations }) => ({
    fullName,
    username,
    isAdmin,
    generationLimit,
    usedGenerations,
  }))
  const periods = { recentSince: '', activeSince: '', weekSince: '' }
  const { events } = computeInvitationStats(await replicaOf({ store }).invitations(scopeOfActor(user)), periods)
  writeOrRemoveItem(storage, USERS_KEY, users)
  writeOrRemoveItem(storage, INVITATIONS_KEY, events)
}

function writeOrRemoveItem(storage: Storage, key: string, value: unknown) {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    storage.removeItem(key)
  }
}

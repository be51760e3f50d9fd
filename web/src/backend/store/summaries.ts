import type { User } from '@hudur/core/accounts/contract'
import { scopeOfActor } from '@hudur/core/actor'
import { computeEventStats, sumEventStats } from '@hudur/core/invitations/figures'
import type { EventStats, Invitation } from '@hudur/core/invitations/invitation'
import type { Device } from './device.ts'
import { replicaOf } from './replica-reader.ts'
import { INVITATIONS_KEY, USERS_KEY } from './summary-keys.ts'

/** How many invitations are counted at a time. Meanwhile the page does nothing else. */
const COUNTED_PART_SIZE = 500

/** Counts invitations as `computeEventStats` does, in parts, between which the page reacts to the user. */
export async function countInParts(invitations: readonly Invitation[]): Promise<EventStats[]> {
  const parts: EventStats[] = []
  for (let from = 0; from < invitations.length; from += COUNTED_PART_SIZE) {
    await new Promise(resolve => setTimeout(resolve))
    parts.push(...computeEventStats(invitations.slice(from, from + COUNTED_PART_SIZE)))
  }
  return sumEventStats(parts)
}

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
  const events = await countInParts(await replicaOf({ store }).invitations(scopeOfActor(user)))
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

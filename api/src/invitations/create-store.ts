import { createHash } from 'node:crypto'
import {
  type CreateOwner,
  type CreateRequest,
  type CreateState,
  type CreateStore,
  type Invitation,
  Refusal,
  texts,
  type User,
} from '@hudur/core'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { idempotencyKeysIn } from '../database/idempotency-keys.ts'
import type { Tables } from '../database/schema.ts'
import { designsIn } from './designs-repository.ts'
import { invitationsIn } from './repository.ts'

type Earlier = { fingerprint: string; ids: string[] }

/** Returns the SHA-256 (base64url) of a text; it makes the fingerprint of a request. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

const idsOf = (invitations: readonly { id: string }[]) => invitations.map(({ id }) => id)

const byId = (invitations: Invitation[]) => new Map(invitations.map(invitation => [invitation.id, invitation]))

/** Reads the owners' accounts by `accountOf`, in the order of their ids: writes that lock the same owners cannot deadlock. */
async function ownersOf(db: Kysely<Tables>, { invitations, offline }: CreateRequest, accountOf: (id: string) => Promise<User | undefined>) {
  const owners = new Map<string, CreateOwner>()
  for (const userId of [...new Set(invitations.map(one => one.userId))].sort()) {
    const account = await accountOf(userId)
    if (!account) continue
    const pending = offline ? await invitationsIn(db).countPending(userId) : 0
    owners.set(userId, { ...account, pending, designs: await designsIn(db).idsOf(userId) })
  }
  return owners
}

/** Reads the state for a repeat of an earlier request under the same key: the tombstones and owners are not needed. */
const repeated = async (db: Kysely<Tables>, earlier: Earlier): Promise<CreateState> => ({
  earlier,
  existing: byId(await invitationsIn(db).findAll(earlier.ids)),
  tombstones: new Set(),
  owners: new Map(),
})

/**
 * Reads the state before the write, without a lock; `db` may be the slow reads. It leaves out the use of the key for another request and
 * the tombstones: when a decision on this state would add invitations, the write decides again.
 */
export async function lookAhead(db: Kysely<Tables>, actorId: string, request: CreateRequest): Promise<CreateState> {
  const { idempotencyKey, fingerprint, invitations } = request
  const storedKey = idempotencyKey === undefined ? undefined : await idempotencyKeysIn(db, actorId).find(idempotencyKey)
  if (storedKey?.names === fingerprint && Array.isArray(storedKey.answer)) return repeated(db, { fingerprint, ids: storedKey.answer })
  const owners = await ownersOf(db, request, accountsIn(db).find)
  return { existing: byId(await invitationsIn(db).findAll(idsOf(invitations))), tombstones: new Set(), owners }
}

/**
 * Returns the store of a creation inside one write. It locks the idempotency key first, then the owners by id: a concurrent repeat waits
 * and gets the first answer, and until the commit no other write charges an owner, counts their pending invitations or deletes one of
 * theirs.
 */
export function createStoreIn(trx: Kysely<Tables>, actorId: string, now: Date): CreateStore {
  const [keys, accounts, invitations] = [idempotencyKeysIn(trx, actorId), accountsIn(trx), invitationsIn(trx)]

  async function lockKey({ idempotencyKey, fingerprint }: CreateRequest): Promise<Earlier | undefined> {
    if (idempotencyKey === undefined) return undefined
    const { names, answer } = await keys.addOrLock(idempotencyKey, fingerprint, now)
    if (names !== fingerprint) return { fingerprint: names, ids: [] }
    return Array.isArray(answer) ? { fingerprint, ids: answer } : undefined
  }

  return {
    async load(request) {
      const earlier = await lockKey(request)
      if (earlier) return repeated(trx, earlier)
      // Locks the owners before it reads the invitations, so that the invitations of a creation that has just committed for one of them are
      // read too.
      const owners = await ownersOf(trx, request, accounts.lock)
      const ids = idsOf(request.invitations)
      const existing = byId(await invitations.findAll(ids))
      return { existing, tombstones: await invitations.tombstonesAmong(ids.filter(id => !existing.has(id))), owners }
    },

    async save({ invitations: requested, idempotencyKey }, { add, charges }) {
      const [first] = add
      if (!first) {
        // All invitations exist already: a repeat is answered by their ids, so the key need not be stored.
        if (idempotencyKey !== undefined) await keys.deleteAdded(idempotencyKey)
        return
      }
      for (const [userId, count] of charges) await accounts.chargeQuota(userId, count)
      // Another owner's invitation has taken an id since the read; a locked owner's invitations cannot be added meanwhile.
      if ((await invitations.add(add)) < add.length) throw new Refusal('id-taken')
      if (idempotencyKey !== undefined) await keys.storeAnswer(idempotencyKey, idsOf(requested))
      const description = texts.activity.created(add.length, first.eventName)
      await activityIn(trx).record({ userId: actorId, verb: 'create', target: 'invitation', targetId: first.id, description, at: now })
    },
  }
}

import type { contract } from '@hudur/core/contract'
import { MAX_INTEGER } from '@hudur/core/inputs'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import { idempotencyKeysIn, runOnce } from '../database/idempotency-keys.ts'
import { readListing } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { trailIn } from '../trail/repository.ts'
import { lockAdministrator } from './administrator-calls.ts'
import { creditsIn } from './credits-repository.ts'
import { releasePendingInvitations } from './pending-invitations.ts'
import { accountsIn } from './repository.ts'

type CreditService = Pick<Services<typeof contract.accounts>, 'credits' | 'grantCredits'>

type GrantedFor = { userId: string; orderId?: string | undefined; requestId?: string | undefined }

/**
 * Throws `not-found` when the order or request of a grant does not exist, and `bad-input` when it is another user's. An order without an
 * account is nobody's.
 */
async function refuseUnknownOrigin(trx: Kysely<Tables>, { userId, orderId, requestId }: GrantedFor) {
  const text = texts.credits.otherRequest
  for (const [field, table, id] of [
    ['orderId', 'orders', orderId],
    ['requestId', 'user_requests', requestId],
  ] as const) {
    if (id === undefined) continue
    const origin = await trx.selectFrom(table).select('user_id').where('id', '=', id).executeTakeFirst()
    if (!origin) throw new Refusal('not-found')
    if (origin.user_id !== null && origin.user_id !== userId) throw new Refusal('bad-input', { text, fields: { [field]: text } })
  }
}

/** Returns the endpoints of the ledger of credits. */
export const creditService = ({ db, now }: Deps): CreditService => ({
  async credits({ input: { userId, limit, offset } }) {
    if (!(await accountsIn(db.read).find(userId))) throw new Refusal('not-found')
    return readListing(creditsIn(db.slowReads), { userId }, { limit, offset })
  },

  async grantCredits({ input: { nonce, ...grant }, ...caller }) {
    const { userId, amount, reason, orderId, requestId } = grant
    return db.write(trx =>
      runOnce(idempotencyKeysIn(trx, caller.actor.id), { nonce, kind: 'credits', input: grant, now: now() }, async () => {
        await lockAdministrator(trx, caller, userId)
        const accounts = accountsIn(trx)
        const before = await accounts.lock(userId)
        if (!before) throw new Refusal('not-found')
        await refuseUnknownOrigin(trx, grant)
        const generationLimit = before.generationLimit + amount
        const text = amount < 0 ? texts.credits.belowOne(before.generationLimit) : texts.credits.tooMany
        if (generationLimit < 1 || generationLimit > MAX_INTEGER) throw new Refusal('bad-input', { text, fields: { amount: text } })
        const kind = amount > 0 ? 'grant' : 'correction'
        const after = { ...before, generationLimit }
        await accounts.save(after)
        await trailIn(trx).add('user', { by: caller.actor, at: now() }, [{ before, after }])
        await creditsIn(trx).add({ userId, kind, amount, reason, orderId, requestId, by: caller.actor.id, at: now() })
        if (amount > 0) await releasePendingInvitations(trx, userId, now())
        const description = texts.activity.creditsGranted(before.fullName, amount)
        await activityIn(trx).record({ userId: caller.actor.id, verb: 'update', target: 'user', targetId: userId, description, at: now() })
        return { success: true as const, user: (await accounts.find(userId))! }
      }),
    )
  },
})

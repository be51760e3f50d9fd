import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { usernameKey } from '@hudur/core/accounts/username'
import type { Actor } from '@hudur/core/actor'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { refuseChangedCount, selectedIds } from '../database/selection.ts'
import { writeManyRows } from '../database/statement-timeout.ts'
import type { Requester, Services, Session } from '../deps.ts'
import { trailIn } from '../trail/repository.ts'
import { lockAdministrator } from './administrator-calls.ts'
import { creditsIn } from './credits-repository.ts'
import { deleteLockedAccount } from './deleted-accounts.ts'
import { endLinksWithPassword, type PasswordDeps } from './end-links.ts'
import { refuseGuessablePassword } from './guessable.ts'
import { verifyAccountPassword, wrongPasswordRefusal } from './own-account.ts'
import { hashPassword } from './passwords.ts'
import { releasePendingInvitations } from './pending-invitations.ts'
import { quotaIn } from './quota-repository.ts'
import { usernameTakenRefusal } from './registrations.ts'
import { accountsIn, newUser } from './repository.ts'
import { sessionsIn } from './sessions-repository.ts'

type UserService = Pick<
  Services<typeof contract.accounts>,
  'list' | 'search' | 'create' | 'update' | 'remove' | 'removeMany' | 'updateGenerations'
>

type Update = EndpointInput<typeof contract.accounts.update>

/** Returns the user with the given fields changed. An empty telephone number or e-mail address becomes null. */
const applyUserUpdate = (before: User, given: Update): User => ({
  ...before,
  fullName: given.fullName ?? before.fullName,
  username: given.username ?? before.username,
  phone: given.phone === undefined ? before.phone : given.phone || null,
  email: given.email === undefined ? before.email : given.email || null,
  generationLimit: given.generationLimit ?? before.generationLimit,
  isAdmin: given.isAdmin ?? before.isAdmin,
})

/** Frees the old username and reserves the new one, unless the two differ only in spelling. Throws `username-taken`. */
async function changeUsername(trx: Kysely<Tables>, before: string, after: string) {
  if (usernameKey(before) === usernameKey(after)) return
  // Frees the old username first, because the new username may look like the old one.
  await accountsIn(trx).freeUsername(before)
  if (!(await accountsIn(trx).takeUsername(after))) throw usernameTakenRefusal()
}

/** Adds the difference of quota and use between two states of an account to its ledger. */
async function addChangeToLedger(trx: Kysely<Tables>, before: User, after: User, by: { by: string; at: Date }) {
  const more = after.generationLimit - before.generationLimit
  const limit = { kind: more > 0 ? 'grant' : 'correction', amount: more, reason: texts.creditReasons.limitChanged } as const
  await creditsIn(trx).add({ ...by, ...limit, userId: after.id })
  const used = after.usedGenerations - before.usedGenerations
  const use = { kind: used > 0 ? 'charge' : 'refund', amount: -used, reason: texts.creditReasons.useChanged } as const
  await creditsIn(trx).add({ ...by, ...use, userId: after.id })
}

/** The most accounts that a search without a limit returns. */
const MAX_FOUND = 1_000

const passwordRequired = () => new Refusal('password-required', { text: texts.ownPasswordRequired })

/** Returns the endpoints of administrators for all accounts. */
export const userService = (deps: PasswordDeps): UserService => {
  const { db, now } = deps

  /** Saves a locked account, releases the pending invitations that its quota now covers, and records the activity. */
  async function saveUser(trx: Kysely<Tables>, actorId: string, before: User, after: User): Promise<User> {
    const accounts = accountsIn(trx)
    await accounts.save(after)
    await trailIn(trx).add('user', { by: { id: actorId }, at: now() }, [{ before, after }])
    await addChangeToLedger(trx, before, after, { by: actorId, at: now() })
    if (accountRules.remainingBalance(after) > accountRules.remainingBalance(before)) await releasePendingInvitations(trx, after.id, now())
    const description = texts.activity.userUpdated(after.fullName)
    await activityIn(trx).record({ userId: actorId, verb: 'update', target: 'user', targetId: after.id, description, at: now() })
    return (await accounts.find(after.id)) ?? after
  }

  type Caller = { actor: Actor; session: Session; requester: Requester | undefined }

  /**
   * Verifies `currentPassword`, if given, and returns its hash. `isProved`: whether the caller gave the right password, or signed in
   * recently. Throws `wrong-password`.
   */
  async function identify({ actor, session, requester }: Caller, currentPassword: string | undefined) {
    if (currentPassword !== undefined) {
      const ownPassword = { id: actor.id, password: currentPassword, field: 'currentPassword' }
      return { current: await verifyAccountPassword(db, ownPassword, requester), isProved: true }
    }
    const signedInAt = await session.signedInAt()
    return { current: undefined, isProved: signedInAt !== undefined && accountRules.isRecentSignIn(signedInAt, now()) }
  }

  return {
    list: () => accountsIn(db.slowReads).list(),

    search: ({ input: { limit = MAX_FOUND, offset = 0, ...which } }) => accountsIn(db.slowReads).search({ ...which, limit, offset }),

    async create({ input: { password, phone, email, currentPassword, ...given }, ...caller }) {
      const { actor, requester } = caller
      refuseGuessablePassword(password, given.username, 'password')
      // A stranger at an unlocked screen could make an administrator of their own.
      const { isProved } = await identify(caller, currentPassword)
      if (given.isAdmin && !isProved) throw passwordRequired()
      const passwordHash = await hashPassword(password, requester)
      const user = newUser({ ...given, id: newId(), phone: phone || null, email: email || null }, now())
      await db.write(async trx => {
        await lockAdministrator(trx, caller)
        if (!(await accountsIn(trx).takeUsername(user.username))) throw usernameTakenRefusal()
        await accountsIn(trx).add(user, passwordHash, actor.id)
        const description = texts.activity.userCreated(user.fullName)
        await activityIn(trx).record({ userId: actor.id, verb: 'create', target: 'user', targetId: user.id, description, at: now() })
      })
      return user
    },

    async update({ input, ...caller }) {
      const { actor, session, requester } = caller
      const { current, isProved } = await identify(caller, input.currentPassword)
      const isOwnPassword = !!input.password && input.id === actor.id
      if (isOwnPassword && current === undefined) {
        const text = texts.password.missing
        throw new Refusal('bad-input', { text, fields: { currentPassword: text } })
      }
      if (input.password && !isProved) throw passwordRequired()
      if (input.password) {
        const username = input.username ?? (await accountsIn(db.read).find(input.id))?.username
        refuseGuessablePassword(input.password, username, 'password')
      }
      const passwordHash = input.password ? await hashPassword(input.password, requester) : undefined
      return db.write(async trx => {
        const accounts = accountsIn(trx)
        if (input.isAdmin === false) await accounts.lockAdministrators()
        await lockAdministrator(trx, caller, input.id)
        const before = await accounts.lock(input.id, input.id === actor.id ? current : undefined)
        if (!before)
          throw input.id === actor.id && current !== undefined ? wrongPasswordRefusal('currentPassword') : new Refusal('not-found')
        const after = applyUserUpdate(before, input)
        if (before.isAdmin !== after.isAdmin && !isProved) throw passwordRequired()
        if (before.isAdmin && !after.isAdmin && (await accounts.countAdministrators()) === 1) throw new Refusal('last-administrator')
        await changeUsername(trx, before.username, after.username)
        if (passwordHash !== undefined) {
          await accounts.setPassword(after.id, passwordHash, { by: actor, at: now() })
          // An administrator who changes their own password keeps the current session.
          if (after.id === actor.id) await session.endOthers(trx, after.id)
          else await sessionsIn(trx).removeAll(after.id)
        }
        const saved = await saveUser(trx, actor.id, before, after)
        if (passwordHash === undefined || !input.endsLinks) return saved
        await endLinksWithPassword(trx, deps, after, actor.id)
        // The unused allotments of the links are refunded.
        return (await accounts.find(after.id)) ?? saved
      })
    },

    async remove({ input: { id, currentPassword }, ...caller }) {
      const { actor } = caller
      if (id === actor.id) throw new Refusal('oneself')
      const { isProved } = await identify(caller, currentPassword)
      if (!isProved) throw passwordRequired()
      await writeManyRows(db, async trx => {
        const accounts = accountsIn(trx)
        await accounts.lockAdministrators()
        const by = await lockAdministrator(trx, caller, id)
        const account = await accounts.lock(id)
        if (!account) throw new Refusal('not-found')
        const reason = texts.deletedAccount.deletedByAdministrator
        await deleteLockedAccount(trx, account, { by: by.username, actorId: actor.id, reason, at: now() })
      })
      return { success: true }
    },

    async removeMany({ input: { ids: given, all, currentPassword }, ...caller }) {
      const { actor } = caller
      if (given?.includes(actor.id)) throw new Refusal('oneself')
      const { isProved } = await identify(caller, currentPassword)
      if (!isProved) throw passwordRequired()
      const ids = await selectedIds({ ids: given, all }, async ({ count: _, ...which }) => {
        const found = await accountsIn(db.slowReads).search({ ...which, limit: MAX_FOUND, offset: 0 })
        const others = found.rows.filter(({ id }) => id !== actor.id)
        return { rows: others, total: found.total - (found.rows.length - others.length) }
      })
      return writeManyRows(db, async trx => {
        const accounts = accountsIn(trx)
        await accounts.lockAdministrators()
        const by = await lockAdministrator(trx, caller, ...ids)
        const reason = texts.deletedAccount.deletedByAdministrator
        let removed = 0
        for (const id of ids) {
          const account = await accounts.lock(id)
          if (!account) continue
          await deleteLockedAccount(trx, account, { by: by.username, actorId: actor.id, reason, at: now() })
          removed++
        }
        if (all) refuseChangedCount(all.count, removed)
        if (removed === 0) throw new Refusal('not-found')
        return { removed }
      })
    },

    async updateGenerations({ input: { id, count }, ...caller }) {
      return db.write(async trx => {
        await lockAdministrator(trx, caller, id)
        const before = await accountsIn(trx).lock(id)
        if (!before) throw new Refusal('not-found')
        // The unused allotment of a family link is refunded when the link ends, so it stays charged until then.
        const usedGenerations = Math.max(count, await quotaIn(trx).unusedAllotments(id))
        return saveUser(trx, caller.actor.id, before, { ...before, usedGenerations })
      })
    },
  }
}

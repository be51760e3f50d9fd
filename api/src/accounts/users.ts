import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { usernameKey } from '@hudur/core/accounts/username'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Requester, Services } from '../deps.ts'
import { deleteLockedAccount } from './deleted-accounts.ts'
import { refuseGuessablePassword } from './guessable.ts'
import { verifyAccountPassword, wrongPasswordRefusal } from './own-account.ts'
import { hashPassword } from './passwords.ts'
import { releasePendingInvitations } from './pending-invitations.ts'
import { quotaIn } from './quota-repository.ts'
import { usernameTakenRefusal } from './registrations.ts'
import { accountsIn, newUser } from './repository.ts'
import { sessionsIn } from './sessions-repository.ts'

type UserService = Pick<Services<typeof contract.accounts>, 'list' | 'create' | 'update' | 'remove' | 'updateGenerations'>

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

/** Returns the endpoints of administrators for all accounts. */
export const userService = ({ db, now }: Deps): UserService => {
  /** Saves a locked account, releases the pending invitations that its quota now covers, and records the activity. */
  async function saveUser(trx: Kysely<Tables>, actorId: string, before: User, after: User): Promise<User> {
    const accounts = accountsIn(trx)
    await accounts.save(after)
    if (accountRules.remainingBalance(after) > accountRules.remainingBalance(before)) await releasePendingInvitations(trx, after.id, now())
    const description = texts.activity.userUpdated(after.fullName)
    await activityIn(trx).record({ userId: actorId, verb: 'update', target: 'user', targetId: after.id, description, at: now() })
    return (await accounts.find(after.id)) ?? after
  }

  /**
   * Verifies `currentPassword`, if given, and returns its hash. Throws `wrong-password`; and `bad-input` when it is missing for a change of
   * the own password, which a stranger at an unlocked screen could make.
   */
  async function verifyOwnPassword(id: string, { password, currentPassword, ...input }: Update, requester: Requester | undefined) {
    if (currentPassword !== undefined)
      return verifyAccountPassword(db, { id, password: currentPassword, field: 'currentPassword' }, requester)
    if (password && input.id === id) {
      const text = texts.password.missing
      throw new Refusal('bad-input', { text, fields: { currentPassword: text } })
    }
    return undefined
  }

  return {
    list: () => accountsIn(db.slowReads).list(),

    async create({ actor, input: { password, phone, email, ...given }, requester }) {
      refuseGuessablePassword(password, given.username, 'password')
      const passwordHash = await hashPassword(password, requester)
      const user = newUser({ ...given, id: newId(), phone: phone || null, email: email || null }, now())
      await db.write(async trx => {
        if (!(await accountsIn(trx).takeUsername(user.username))) throw usernameTakenRefusal()
        await accountsIn(trx).add(user, passwordHash)
        const description = texts.activity.userCreated(user.fullName)
        await activityIn(trx).record({ userId: actor.id, verb: 'create', target: 'user', targetId: user.id, description, at: now() })
      })
      return user
    },

    async update({ actor, input, session, requester }) {
      const current = await verifyOwnPassword(actor.id, input, requester)
      if (input.password) {
        const username = input.username ?? (await accountsIn(db.read).find(input.id))?.username
        refuseGuessablePassword(input.password, username, 'password')
      }
      const passwordHash = input.password ? await hashPassword(input.password, requester) : undefined
      return db.write(async trx => {
        const accounts = accountsIn(trx)
        if (input.isAdmin === false) await accounts.lockAdministrators()
        const before = await accounts.lock(input.id, input.id === actor.id ? current : undefined)
        if (!before)
          throw input.id === actor.id && current !== undefined ? wrongPasswordRefusal('currentPassword') : new Refusal('not-found')
        const after = applyUserUpdate(before, input)
        if (before.isAdmin && !after.isAdmin && (await accounts.countAdministrators()) === 1) throw new Refusal('last-administrator')
        await changeUsername(trx, before.username, after.username)
        if (passwordHash !== undefined) {
          await accounts.setPassword(after.id, passwordHash, now())
          // An administrator who changes their own password keeps the current session.
          if (after.id === actor.id) await session.endOthers(trx, after.id)
          else await sessionsIn(trx).removeAll(after.id)
        }
        return saveUser(trx, actor.id, before, after)
      })
    },

    async remove({ actor, input: { id } }) {
      if (id === actor.id) throw new Refusal('oneself')
      await db.write(async trx => {
        const accounts = accountsIn(trx)
        await accounts.lockAdministrators()
        const account = await accounts.lock(id)
        if (!account) throw new Refusal('not-found')
        // Refuses an actor whom another administrator has just deleted.
        const by = await accounts.find(actor.id)
        if (!by) throw new Refusal('not-signed-in')
        const reason = texts.account.deletedByAdministrator
        await deleteLockedAccount(trx, account, { by: by.username, actorId: actor.id, reason, at: now() })
      })
      return { success: true }
    },

    async updateGenerations({ actor, input: { id, count } }) {
      return db.write(async trx => {
        const before = await accountsIn(trx).lock(id)
        if (!before) throw new Refusal('not-found')
        // The unused allotment of a family link is refunded when the link ends, so it stays charged until then.
        const usedGenerations = Math.max(count, await quotaIn(trx).unusedAllotments(id))
        return saveUser(trx, actor.id, before, { ...before, usedGenerations })
      })
    },
  }
}

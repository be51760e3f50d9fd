import { DELETED_BY_SELF } from '@hudur/core/accounts/username'
import type { contract } from '@hudur/core/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { activityIn } from '../activity/repository.ts'
import type { Database } from '../database/database.ts'
import { writeManyRows } from '../database/statement-timeout.ts'
import type { Requester, Services } from '../deps.ts'
import { deleteLockedAccount } from './deleted-accounts.ts'
import { endLinksWithPassword, type PasswordDeps } from './end-links.ts'
import { refuseGuessablePassword } from './guessable.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { registrationsIn } from './registrations-repository.ts'
import { accountsIn } from './repository.ts'
import { sessionsIn } from './sessions-repository.ts'

type OwnAccountService = Pick<
  Services<typeof contract.accounts>,
  'login' | 'me' | 'logout' | 'sessions' | 'endSession' | 'changePassword' | 'deleteAccount'
>

export const wrongPasswordRefusal = (field: string) => new Refusal('wrong-password', { fields: { [field]: texts.password.wrong } })

/** Verifies the password of account `id` and returns the stored hash. Throws `wrong-password` with a text for `field`. */
export async function verifyAccountPassword(
  db: Database,
  { id, password, field }: { id: string; password: string; field: string },
  requester: Requester | undefined,
) {
  const passwordHash = await accountsIn(db.read).passwordHashOf(id)
  if (!(await verifyPassword(password, passwordHash, requester)) || passwordHash === undefined) throw wrongPasswordRefusal(field)
  return passwordHash
}

/** Returns the endpoints of users for their own account. The account is always that of the session; a user id in the input is ignored. */
export const ownAccountService = (deps: PasswordDeps): OwnAccountService => {
  const { db, now } = deps
  return {
    async login({ input: { username, password }, session, requester }) {
      const found = await accountsIn(db.read).findWithHash(username)
      const waiting = await registrationsIn(db.read).passwordHashOf(username)
      // Verifies exactly one hash whether or not the username exists, so that the response time does not reveal it.
      if (!(await verifyPassword(password, found?.passwordHash ?? waiting, requester))) throw new Refusal('wrong-credentials')
      if (!found) throw new Refusal('under-review')
      if (!(await session.start(found.user.id, found.passwordHash))) throw new Refusal('wrong-credentials')
      return found.user
    },

    me: async ({ actor }) => (actor && (await accountsIn(db.read).find(actor.id))) ?? null,

    async logout({ session }) {
      await session.end()
      return { success: true }
    },

    async sessions({ actor, session: { isOf } }) {
      const found = await sessionsIn(db.read).ofAccount(actor.id, now())
      return found
        .map(({ tokenHash, session }) => ({ ...session, isCurrent: isOf(tokenHash) }))
        .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
    },

    async endSession({ actor, input: { id } }) {
      if (!(await db.write(trx => sessionsIn(trx).end(id, actor.id)))) throw new Refusal('not-found')
      return { success: true }
    },

    async changePassword({ actor, input: { currentPassword, newPassword, endsLinks }, session, requester }) {
      const current = await verifyAccountPassword(db, { id: actor.id, password: currentPassword, field: 'currentPassword' }, requester)
      refuseGuessablePassword(newPassword, (await accountsIn(db.read).find(actor.id))?.username, 'newPassword')
      const passwordHash = await hashPassword(newPassword, requester)
      await db.write(async trx => {
        const accounts = accountsIn(trx)
        const account = await accounts.lock(actor.id, current)
        if (!account) throw wrongPasswordRefusal('currentPassword')
        await accounts.setPassword(actor.id, passwordHash, { by: actor, at: now() })
        await session.endOthers(trx, actor.id)
        const description = texts.activity.userUpdated(account.fullName)
        await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'user', targetId: actor.id, description, at: now() })
        if (endsLinks) await endLinksWithPassword(trx, deps, account, actor.id)
      })
      return { success: true }
    },

    async deleteAccount({ actor, input: { password }, session, requester }) {
      const current = await verifyAccountPassword(db, { id: actor.id, password, field: 'password' }, requester)
      await writeManyRows(db, async trx => {
        const accounts = accountsIn(trx)
        await accounts.lockAdministrators()
        const account = await accounts.lock(actor.id, current)
        if (!account) throw wrongPasswordRefusal('password')
        const reason = texts.deletedAccount.deletedByOneself
        await deleteLockedAccount(trx, account, { by: DELETED_BY_SELF, actorId: actor.id, reason, at: now() })
      })
      await session.end()
      return { success: true }
    },
  }
}

import type { User } from '@hudur/core/accounts/contract'
import type { contract } from '@hudur/core/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { trailIn } from '../trail/repository.ts'
import { deletedAccountsIn } from './deleted-accounts-repository.ts'
import { accountsIn } from './repository.ts'

type DeletedAccountService = Pick<Services<typeof contract.accounts>, 'deletedAccounts'>

/** Deletes an account after `lock` and `lockAdministrators`, and records it. Throws `last-administrator`. */
export async function deleteLockedAccount(
  trx: Kysely<Tables>,
  account: User,
  { by, actorId, reason, at }: { by: string; actorId: string; reason: string; at: Date },
) {
  if (account.isAdmin && (await accountsIn(trx).countAdministrators()) === 1) throw new Refusal('last-administrator')
  await deletedAccountsIn(trx).deleteWithRecord(account, { by, reason, at })
  await trailIn(trx).addDeletedUser(account.id, { by: { id: actorId }, at })
  const description = texts.activity.userDeleted(account.fullName)
  await activityIn(trx).record({ userId: actorId, verb: 'delete', target: 'user', targetId: account.id, description, at })
}

export const deletedAccountService = ({ db }: Deps): DeletedAccountService => ({
  async deletedAccounts({ input: { page, limit, search, sortBy, sortOrder } }) {
    const deleted = deletedAccountsIn(db.slowReads)
    const which = { search, sortBy, descending: sortOrder === 'DESC', limit, offset: (page - 1) * limit }
    const { rows, total } = await deleted.list(which)
    const pages = Math.ceil(total / limit)
    return {
      success: true,
      data: {
        accounts: rows,
        statistics: await deleted.statistics(),
        pagination: {
          current_page: page,
          per_page: limit,
          total_records: total,
          total_pages: pages,
          has_prev: page > 1 && pages > 0,
          has_next: page < pages,
        },
      },
    }
  },
})

import type { DeletedAccount, User } from '@hudur/core/accounts/contract'
import { DELETED_BY_SELF, usernameKey } from '@hudur/core/accounts/username'
import { foldSpelling } from '@hudur/core/arabic'
import { indexWords } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch, rankMatches } from '@hudur/core/names/search'
import { type Kysely, type Selectable, sql } from 'kysely'
import { recordChange } from '../database/changes.ts'
import { countRows } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { trailIn } from '../trail/repository.ts'
import { partnersIn } from './partners-repository.ts'

type Row = Selectable<Tables['deleted_accounts']>

const toDeletedAccount = ({ username_key, full_name_key, is_admin, ...row }: Row): DeletedAccount => ({ ...row, is_admin: is_admin === 1 })

/** The database column for each sort field. Names are sorted by their normalised (folded) forms. */
const SORT_COLUMNS = {
  username: 'username_key',
  full_name: 'full_name_key',
  used_generations: 'used_generations',
  deleted_at: 'deleted_at',
} as const

type ListQuery = { search?: string | undefined; sortBy: keyof typeof SORT_COLUMNS; descending: boolean; limit: number; offset: number }

/** Searches by name or telephone number among all rows, because there are few. Matches with a typing error come last. */
function searchAccounts(rows: readonly Row[], searchText: string) {
  const search = parseSearch(searchText)
  return rankMatches(rows, ({ username_key, full_name_key, phone }) =>
    matchSearch(indexWords(`${full_name_key} ${username_key}`, phone), search),
  )
}

export const deletedAccountsIn = (db: Kysely<Tables>) => ({
  /**
   * Deletes a locked account with everything that it owns, also its trail, except its rows of `activity`, `scans`, `conflicts` and
   * `card_changes`. Adds tombstones for its events and invitations, and a row to `deleted_accounts`.
   */
  async deleteWithRecord(user: User, { by, reason, at }: { by: string; reason: string; at: Date }) {
    const deletedAt = at.toISOString()
    const deletedAtColumn = sql<string>`cast(${deletedAt} as text)`.as('deleted_at')
    // On PostgreSQL, an update of a unique key takes the strongest row lock. Concurrent inserts that refer to the account wait for the
    // lock, and then find no account.
    await db.updateTable('users').set({ username_key: user.id }).where('id', '=', user.id).execute()
    await db.deleteFrom('usernames').where('key', '=', usernameKey(user.username)).execute()
    for (const table of ['sessions', 'idempotency_keys', 'user_requests', 'budgets'] as const)
      await db.deleteFrom(table).where('user_id', '=', user.id).execute()
    const invitations = db
      .selectFrom('invitations')
      .innerJoin('events', 'events.id', 'invitations.event_id')
      .where('invitations.user_id', '=', user.id)
    await db.deleteFrom('tombstones').where('id', 'in', invitations.select('invitations.id')).execute()
    await db
      .insertInto('tombstones')
      .columns(['id', 'user_id', 'guest_name', 'event_name', 'event_date', 'deleted_at'])
      .expression(
        invitations.select(['invitations.id', 'invitations.user_id', 'guest_name', 'events.name', 'events.date', deletedAtColumn]),
      )
      .execute()
    await db.deleteFrom('invitations').where('user_id', '=', user.id).execute()
    await db.deleteFrom('guest_words').where('user_id', '=', user.id).execute()
    const events = db.selectFrom('events').where('user_id', '=', user.id)
    await db.deleteFrom('event_tombstones').where('id', 'in', events.select('id')).execute()
    await db
      .insertInto('event_tombstones')
      .columns(['id', 'user_id', 'hides_names', 'deleted_at'])
      .expression(events.select(['id', 'user_id', 'hides_names', deletedAtColumn]))
      .execute()
    for (const table of ['links', 'designs', 'events', 'event_names'] as const)
      await db.deleteFrom(table).where('user_id', '=', user.id).execute()
    await partnersIn(db).endAllOfOwner(user.id, deletedAt)
    recordChange({ userId: user.id })
    await db.deleteFrom('pictures').where('user_id', '=', user.id).execute()
    await trailIn(db).removeOfOwner(user.id)
    // An account that was created from a registration has the id of the registration.
    await db.deleteFrom('registrations').where('id', '=', user.id).execute()
    await db.deleteFrom('users').where('id', '=', user.id).execute()
    await db
      .insertInto('deleted_accounts')
      .values({
        id: newId(),
        original_user_id: user.id,
        username: user.username,
        username_key: usernameKey(user.username),
        full_name: user.fullName,
        full_name_key: foldSpelling(user.fullName),
        phone: user.phone,
        is_admin: user.isAdmin ? 1 : 0,
        generation_limit: user.generationLimit,
        used_generations: user.usedGenerations,
        account_created_at: user.createdAt,
        deleted_at: deletedAt,
        deleted_by: by,
        deletion_reason: reason,
      })
      .execute()
  },

  async list({ search, sortBy, descending, limit, offset }: ListQuery) {
    const direction = descending ? 'desc' : 'asc'
    const rows = db.selectFrom('deleted_accounts').selectAll().orderBy(SORT_COLUMNS[sortBy], direction).orderBy('id', direction)
    if (search) {
      const found = searchAccounts(await rows.execute(), search)
      return { rows: found.slice(offset, offset + limit).map(toDeletedAccount), total: found.length }
    }
    const page = await rows.limit(limit).offset(offset).execute()
    return { rows: page.map(toDeletedAccount), total: await countRows(db.selectFrom('deleted_accounts')) }
  },

  /** Computes the statistics of all deleted accounts, whatever the search of `list`. */
  async statistics() {
    const { average, ...counts } = await db
      .selectFrom('deleted_accounts')
      .select(eb => [
        eb.fn.countAll<number>().as('total_deleted'),
        sql<number>`coalesce(sum(is_admin), 0)`.as('deleted_admins'),
        sql<number>`coalesce(sum(case when deleted_by = ${DELETED_BY_SELF} then 1 else 0 end), 0)`.as('self_deleted'),
        sql<number>`coalesce(avg(used_generations), 0)`.as('average'),
      ])
      .executeTakeFirstOrThrow()
    return { ...counts, avg_generations_used: Math.round(average * 10) / 10 }
  },
})

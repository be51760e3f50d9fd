import type { PendingRegistration } from '@hudur/core/accounts/contract'
import { usernameKey } from '@hudur/core/accounts/username'
import type { ListSort } from '@hudur/core/inputs'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { countRows, PAGE_ROWS, readInPages } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'
import { searchedParts, searchKeyOf } from '../database/search-key.ts'

const COLUMNS = ['id', 'full_name', 'username', 'email', 'phone', 'status', 'created_at'] as const

/** A span of arrival times, both ends included; a missing end has no bound. */
type Span = { from?: string | undefined; to?: string | undefined }

/** A selection of registrations: pending ones unless `status` says otherwise, the oldest first unless `sort` is `newest`. */
type Selection = Span & { status?: PendingRegistration['status'] | undefined; search?: string | undefined; sort?: ListSort | undefined }

const whereArrivedIn =
  ({ from, to }: Span) =>
  (eb: ExpressionBuilder<Tables, 'registrations'>) =>
    eb.and([...(from === undefined ? [] : [eb('created_at', '>=', from)]), ...(to === undefined ? [] : [eb('created_at', '<=', to)])])

export const registrationsIn = (db: Kysely<Tables>) => {
  const select = ({ status = 'pending', search, ...span }: Selection) =>
    db
      .selectFrom('registrations')
      .where('status', '=', status)
      .where(whereArrivedIn(span))
      .$if(!!search, query => query.where(eb => eb.and(searchedParts(search!).map(part => eb('search_key', 'like', `%${part}%`)))))
  const selectSorted = (which: Selection) => {
    const direction = which.sort === 'newest' ? 'desc' : 'asc'
    return select(which).select(COLUMNS).orderBy('created_at', direction).orderBy('id', direction)
  }

  return {
    /** Adds a pending registration. The caller has reserved its username with `takeUsername`. */
    async add(registration: Omit<PendingRegistration, 'status'>, passwordHash: string) {
      await db
        .insertInto('registrations')
        .values({
          ...registration,
          username_key: usernameKey(registration.username),
          search_key: searchKeyOf([registration.full_name, registration.username, registration.email], registration.phone ?? ''),
          password_hash: passwordHash,
          status: 'pending',
          decided_at: null,
        })
        .execute()
    },

    count: (which: Selection = {}) => countRows(select(which)),

    async page(which: Selection, limit: number, offset: number): Promise<PendingRegistration[]> {
      return selectSorted(which).limit(limit).offset(offset).execute()
    },

    /** Yields all selected registrations in pages. Each page begins after the last row of the previous one. */
    pages: (which: Selection) =>
      readInPages<PendingRegistration>(last =>
        selectSorted(which)
          .$if(last !== undefined, query =>
            query.where(eb =>
              eb(eb.refTuple('created_at', 'id'), which.sort === 'newest' ? '<' : '>', eb.tuple(last!.created_at, last!.id)),
            ),
          )
          .limit(PAGE_ROWS)
          .execute(),
      ),

    /** Reads a registration, pending or decided, with its password hash. */
    async find(id: string) {
      return db
        .selectFrom('registrations')
        .select([...COLUMNS, 'password_hash'])
        .where('id', '=', id)
        .executeTakeFirst()
    },

    /** Reads the password hash of the pending registration with this username. */
    async passwordHashOf(username: string) {
      const row = await db
        .selectFrom('registrations')
        .select('password_hash')
        .where('username_key', '=', usernameKey(username))
        .where('status', '=', 'pending')
        .executeTakeFirst()
      return row?.password_hash ?? undefined
    },

    /** Reads which of these registrations are pending, in the order of their ids. */
    async pendingAmong(ids: readonly string[]) {
      const rows = await db
        .selectFrom('registrations')
        .select('id')
        .where('id', 'in', ids)
        .where('status', '=', 'pending')
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Stores the decision on a registration and deletes its password hash. Returns false when it was decided before. */
    async decide(id: string, status: 'approved' | 'rejected', at: Date) {
      const { numUpdatedRows } = await db
        .updateTable('registrations')
        .set({ status, password_hash: null, decided_at: at.toISOString() })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Rejects the pending registrations of a span as `decide` does, and returns their usernames. */
    async rejectPending(span: Span, at: Date) {
      const rows = await db
        .updateTable('registrations')
        .set({ status: 'rejected', password_hash: null, decided_at: at.toISOString() })
        .where('status', '=', 'pending')
        .where(whereArrivedIn(span))
        .returning('username')
        .execute()
      return rows.map(({ username }) => username)
    },
  }
}

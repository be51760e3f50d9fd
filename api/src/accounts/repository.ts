import type { User } from '@hudur/core/accounts/contract'
import { usernameKey } from '@hudur/core/accounts/username'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput, ListPage } from '@hudur/core/endpoint'
import { MAX_INTEGER } from '@hudur/core/inputs'
import { indexWords } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch, rankMatches } from '@hudur/core/names/search'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'
import { type TrailAuthor, trailIn } from '../trail/repository.ts'
import { type CreditCause, creditsIn } from './credits-repository.ts'
import { looksLikeReservedUsername, usernameSkeleton } from './skeleton.ts'

const COLUMNS = [
  'id',
  'full_name as fullName',
  'username',
  'phone',
  'email',
  'generation_limit as generationLimit',
  'used_generations as usedGenerations',
  'is_admin as isAdmin',
  'created_at as createdAt',
  'password_changed_at as passwordChangedAt',
] as const

const toUser = ({ isAdmin, ...row }: Omit<User, 'isAdmin'> & { isAdmin: number }): User => ({ ...row, isAdmin: isAdmin === 1 })

type AccountFilter = Omit<EndpointInput<typeof contract.accounts.search>, 'limit' | 'offset'> & { limit: number; offset: number }

/** Returns the columns that `save` writes; only `setPassword` changes the password and its date. */
const toRow = (user: User) => ({
  id: user.id,
  full_name: user.fullName,
  username: user.username,
  username_key: usernameKey(user.username),
  phone: user.phone,
  email: user.email,
  generation_limit: user.generationLimit,
  used_generations: user.usedGenerations,
  is_admin: user.isAdmin ? 1 : 0,
  created_at: user.createdAt,
})

/** Returns a new user, who has used no credits. */
export function newUser(user: Omit<User, 'usedGenerations' | 'createdAt' | 'passwordChangedAt'>, now: Date): User {
  const createdAt = now.toISOString()
  return { ...user, usedGenerations: 0, createdAt, passwordChangedAt: createdAt }
}

export const accountsIn = (db: Kysely<Tables>) => ({
  async find(id: string): Promise<User | undefined> {
    const row = await db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst()
    return row && toUser(row)
  },

  async findWithHash(username: string) {
    const found = await db
      .selectFrom('users')
      .select([...COLUMNS, 'password_hash as passwordHash'])
      .where('username_key', '=', usernameKey(username))
      .executeTakeFirst()
    if (!found) return undefined
    const { passwordHash, ...row } = found
    return { user: toUser(row), passwordHash }
  },

  async passwordHashOf(id: string) {
    return (await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst())?.password_hash
  },

  /** Reads all accounts, oldest first. */
  async list() {
    const rows = await db.selectFrom('users').select(COLUMNS).orderBy('created_at').orderBy('id').execute()
    return rows.map(toUser)
  },

  /**
   * Reads the accounts that match a filter, from `offset` on, and their number. A search compares names and telephone numbers of all accounts,
   * because there are few. Matches with a typing error come last.
   */
  async search({ search, role, state, from, to, sort, limit, offset }: AccountFilter): Promise<ListPage<User>> {
    const direction = sort === 'newest' ? 'desc' : 'asc'
    const selected = db
      .selectFrom('users')
      .$if(role !== undefined, query => query.where('is_admin', '=', role === 'admin' ? 1 : 0))
      .$if(state === 'active', query => query.whereRef('used_generations', '<', 'generation_limit'))
      .$if(state === 'spent', query => query.whereRef('used_generations', '>=', 'generation_limit'))
      .$if(from !== undefined, query => query.where('created_at', '>=', from!))
      .$if(to !== undefined, query => query.where('created_at', '<=', to!))
    const sorted = selected.select(COLUMNS).orderBy('created_at', direction).orderBy('id', direction)
    if (!search) {
      const page = await sorted.limit(limit).offset(offset).execute()
      return { rows: page.map(toUser), total: await countRows(selected) }
    }
    const searched = parseSearch(search)
    const found = rankMatches(await sorted.execute(), ({ fullName, username, phone }) =>
      matchSearch(indexWords(`${fullName} ${username}`, phone), searched),
    )
    return { rows: found.slice(offset, offset + limit).map(toUser), total: found.length }
  },

  /** Locks an account and reads it. Undefined when it does not exist, or when its hash is not `passwordHash`, if given. */
  async lock(id: string, passwordHash?: string): Promise<User | undefined> {
    const row = await db
      .updateTable('users')
      .set(eb => ({ created_at: eb.ref('created_at') }))
      .where('id', '=', id)
      .$if(passwordHash !== undefined, update => update.where('password_hash', '=', passwordHash!))
      .returning(COLUMNS)
      .executeTakeFirst()
    return row && toUser(row)
  },

  /** Makes writes that may remove an administrator run one after another, by a lock on a row of `settings`. */
  async lockAdministrators() {
    await db
      .updateTable('settings')
      .set(eb => ({ value: eb.ref('value') }))
      .where('name', '=', 'administrators')
      .execute()
  },

  countAdministrators: () => countRows(db.selectFrom('users').where('is_admin', '=', 1)),

  /** Reads the ids and e-mail addresses of the administrators who have an e-mail address. */
  async administratorEmails() {
    const rows = await db.selectFrom('users').select(['id', 'email']).where('is_admin', '=', 1).orderBy('id').execute()
    return rows.flatMap(({ id, email }) => (email ? [{ id, email }] : []))
  },

  /** Reserves a username. Returns false when it is taken or reserved by the product, or looks like such a username. */
  async takeUsername(username: string) {
    if (looksLikeReservedUsername(username)) return false
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('usernames')
      .values({ key: usernameKey(username), skeleton: usernameSkeleton(username) })
      .onConflict(c => c.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },

  /** Returns the first of these usernames that an account may have; undefined where none is free. */
  async findFreeUsername(usernames: readonly string[]) {
    const taken = await db
      .selectFrom('usernames')
      .select(['key', 'skeleton'])
      .where(eb => eb.or([eb('key', 'in', usernames.map(usernameKey)), eb('skeleton', 'in', usernames.map(usernameSkeleton))]))
      .execute()
    const isTaken = (username: string) =>
      taken.some(({ key, skeleton }) => key === usernameKey(username) || skeleton === usernameSkeleton(username))
    return usernames.find(username => !looksLikeReservedUsername(username) && !isTaken(username))
  },

  async freeUsername(username: string) {
    await db.deleteFrom('usernames').where('key', '=', usernameKey(username)).execute()
  },

  /**
   * Adds an account, and opens its ledger and its trail. The caller has reserved its username with `takeUsername`. `by` is the id of the
   * administrator who adds it.
   */
  async add(user: User, passwordHash: string, by: string | null = null) {
    await db
      .insertInto('users')
      .values({ ...toRow(user), password_hash: passwordHash, password_changed_at: user.passwordChangedAt })
      .execute()
    const opening = { userId: user.id, kind: 'opening', amount: user.generationLimit, by } as const
    await creditsIn(db).add({ ...opening, reason: texts.creditReasons.opening, at: new Date(user.createdAt) })
    const author = by === null ? 'server' : { id: by }
    await trailIn(db).add('user', { by: author, at: new Date(user.createdAt) }, [{ after: user }])
  },

  /** Saves an account without its password. The caller has locked the account, and adds the change of its credits to the ledger. */
  async save(user: User) {
    await db.updateTable('users').set(toRow(user)).where('id', '=', user.id).execute()
  },

  /** Sets the password of an account, and adds it to its trail. The link with which its user could have set the first one ends. */
  async setPassword(id: string, passwordHash: string, { by, at }: { by: TrailAuthor; at: Date }) {
    await db.deleteFrom('welcome_links').where('user_id', '=', id).execute()
    await db.updateTable('users').set({ password_hash: passwordHash, password_changed_at: at.toISOString() }).where('id', '=', id).execute()
    const after = await this.find(id)
    // A second change at the same time counts too.
    if (after) await trailIn(db).add('user', { by, at }, [{ before: { ...after, passwordChangedAt: null }, after }])
  },

  /** Refunds `count` credits to an account, but never more than it has used. The caller has locked the account. */
  refundQuota(id: string, count: number, cause: CreditCause) {
    return this.changeUse(id, -count, cause)
  },

  /** Charges `count` credits to an account, even beyond its quota. The caller has locked the account. */
  chargeQuota(id: string, count: number, cause: CreditCause) {
    return this.changeUse(id, count, cause)
  },

  /** Adds `count` credits, which may be negative, to the use of a locked account, between 0 and `MAX_INTEGER`, and to its ledger. */
  async changeUse(id: string, count: number, cause: CreditCause) {
    const { usedGenerations: used } = (await this.find(id)) ?? { usedGenerations: 0 }
    const change = Math.min(Math.max(0, used + count), MAX_INTEGER) - used
    if (change === 0) return
    await db
      .updateTable('users')
      .set(eb => ({ used_generations: eb('used_generations', '+', change) }))
      .where('id', '=', id)
      .execute()
    await creditsIn(db).add({ ...cause, userId: id, kind: change > 0 ? 'charge' : 'refund', amount: -change })
  },
})

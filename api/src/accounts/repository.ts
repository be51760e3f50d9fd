import type { User } from '@hudur/core/accounts/contract'
import { usernameKey } from '@hudur/core/accounts/username'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { looksLikeReservedUsername, usernameSkeleton } from './skeleton.ts'

const COLUMNS = [
  'id',
  'full_name',
  'username',
  'phone',
  'email',
  'generation_limit',
  'used_generations',
  'is_admin',
  'created_at',
  'password_changed_at',
] as const

const toUser = (row: Pick<Selectable<Tables['users']>, (typeof COLUMNS)[number]>): User => ({
  id: row.id,
  fullName: row.full_name,
  username: row.username,
  phone: row.phone,
  email: row.email,
  generationLimit: row.generation_limit,
  usedGenerations: row.used_generations,
  isAdmin: row.is_admin === 1,
  createdAt: row.created_at,
  passwordChangedAt: row.password_changed_at,
})

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

export const accountsIn = (db: Kysely<Tables>) => ({
  async find(id: string): Promise<User | undefined> {
    const row = await db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst()
    return row && toUser(row)
  },

  async findWithHash(username: string) {
    const row = await db
      .selectFrom('users')
      .select([...COLUMNS, 'password_hash'])
      .where('username_key', '=', usernameKey(username))
      .executeTakeFirst()
    return row && { user: toUser(row), passwordHash: row.password_hash }
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
   * Locks an account until the transaction ends, and reads it. Returns undefined when the account does not exist, or when `passwordHash` is
   * given and is no longer its hash.
   */
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

  /**
   * Locks the row of `settings` that stands for all administrators. Every write that may remove an administrator calls this first, so that
   * such writes run one after another.
   */
  async lockAdministrators() {
    await db
      .updateTable('settings')
      .set(eb => ({ value: eb.ref('value') }))
      .where('name', '=', 'administrators')
      .execute()
  },

  async countAdministrators() {
    const { count } = await db
      .selectFrom('users')
      .where('is_admin', '=', 1)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  /** Reads the ids and e-mail addresses of the administrators who have an e-mail address. */
  async administratorEmails() {
    const rows = await db.selectFrom('users').select(['id', 'email']).where('is_admin', '=', 1).orderBy('id').execute()
    return rows.flatMap(({ id, email }) => (email ? [{ id, email }] : []))
  },

  /**
   * Reserves a username for an account or a registration. Returns false when the username is reserved by the product or taken, or looks
   * like such a username.
   */
  async takeUsername(username: string) {
    if (looksLikeReservedUsername(username)) return false
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('usernames')
      .values({ key: usernameKey(username), skeleton: usernameSkeleton(username) })
      .onConflict(c => c.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },

  async freeUsername(username: string) {
    await db.deleteFrom('usernames').where('key', '=', usernameKey(username)).execute()
  },

  /** Adds an account. The caller has reserved its username with `takeUsername`. */
  async add(user: User, passwordHash: string) {
    await db
      .insertInto('users')
      .values({ ...toRow(user), password_hash: passwordHash, password_changed_at: user.passwordChangedAt })
      .execute()
  },

  /** Saves an account without its password. The caller has locked the account. */
  async save(user: User) {
    await db.updateTable('users').set(toRow(user)).where('id', '=', user.id).execute()
  },

  async setPassword(id: string, passwordHash: string, at: Date) {
    await db.updateTable('users').set({ password_hash: passwordHash, password_changed_at: at.toISOString() }).where('id', '=', id).execute()
  },

  /** Refunds `count` credits to an account, but never more than it has used. */
  async refundQuota(id: string, count: number) {
    await db
      .updateTable('users')
      .set({ used_generations: sql`case when used_generations > ${count} then used_generations - ${count} else 0 end` })
      .where('id', '=', id)
      .execute()
  },

  /** Charges `count` credits to an account, even beyond its quota. The caller has locked the account. */
  async chargeQuota(id: string, count: number) {
    await db
      .updateTable('users')
      .set(eb => ({ used_generations: eb('used_generations', '+', count) }))
      .where('id', '=', id)
      .execute()
  },
})

import type { User } from '@hudur/core'
import { fold } from '@hudur/core'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../database/schema.ts'

const COLUMNS = ['id', 'full_name', 'username', 'phone', 'email', 'generation_limit', 'used_generations', 'is_admin', 'created_at'] as const

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
})

/** The key that makes a username unique: however it is spelled or cased. */
const usernameKey = (username: string) => fold(username)

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

  async hasAdministrator() {
    return (await db.selectFrom('users').select('id').where('is_admin', '=', 1).limit(1).executeTakeFirst()) !== undefined
  },

  async add(user: User, passwordHash: string) {
    await db
      .insertInto('users')
      .values({
        id: user.id,
        full_name: user.fullName,
        username: user.username,
        username_key: usernameKey(user.username),
        password_hash: passwordHash,
        phone: user.phone,
        email: user.email,
        generation_limit: user.generationLimit,
        used_generations: user.usedGenerations,
        is_admin: user.isAdmin ? 1 : 0,
        created_at: user.createdAt,
      })
      .execute()
  },

  /** Takes `count` from the owner's balance; false, and nothing taken, when it does not cover them. */
  async spend(id: string, count: number) {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set(eb => ({ used_generations: eb('used_generations', '+', count) }))
      .where('id', '=', id)
      .where(eb => eb('generation_limit', '>=', eb('used_generations', '+', count)))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
})

import { foldSpelling } from '@hudur/core/arabic'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

describe.each(ENGINES)('deleted accounts on %s', engine => {
  const { db, base, signIn } = startTestServer(engine)

  /** Adds rows to `deleted_accounts`. Each account was deleted one day after the previous one, and had used ten credits more. */
  async function addDeletedAccounts(...people: [username: string, fullName: string, by?: string][]) {
    await db().write(async trx => {
      for (const [n, [username, fullName, by = 'self']] of people.entries()) {
        await trx
          .insertInto('deleted_accounts')
          .values({
            id: `record-${n}`,
            original_user_id: `user-${n}`,
            username,
            username_key: foldSpelling(username),
            full_name: fullName,
            full_name_key: foldSpelling(fullName),
            phone: null,
            is_admin: by === 'self' ? 0 : 1,
            generation_limit: 100,
            used_generations: n * 10 + 1,
            account_created_at: '2026-01-01T00:00:00.000Z',
            deleted_at: `2026-11-0${n + 1}T00:00:00.000Z`,
            deleted_by: by,
            deletion_reason: '',
          })
          .execute()
      }
    })
  }

  type Query = {
    page?: number
    limit?: number
    search?: string
    sortBy?: 'username' | 'full_name' | 'used_generations'
    sortOrder?: 'ASC' | 'DESC'
  }
  const listDeletedAccounts = async (query: Query = {}) => {
    const { data } = await (await signIn({ isAdmin: true })).accounts.deletedAccounts(query)
    return { ...data, names: data.accounts.map(({ username }) => username) }
  }

  test('returns an empty list and zero counts before any account was deleted', async () => {
    expect(await listDeletedAccounts()).toEqual({
      accounts: [],
      names: [],
      statistics: { total_deleted: 0, deleted_admins: 0, self_deleted: 0, avg_generations_used: 0 },
      pagination: { current_page: 1, per_page: 20, total_records: 0, total_pages: 0, has_prev: false, has_next: false },
    })
  })

  test('lists an account that an administrator deleted, with who deleted it', async () => {
    const admin = await signIn({ username: 'manager', isAdmin: true })
    const user = await signIn({ username: 'hanaa', limit: 7 })
    await admin.accounts.remove({ id: user.user.id })
    const { accounts, statistics } = await listDeletedAccounts()
    expect(accounts).toEqual([
      {
        id: expect.any(String),
        original_user_id: user.user.id,
        username: 'hanaa',
        full_name: user.user.fullName,
        phone: null,
        is_admin: false,
        generation_limit: 7,
        used_generations: 0,
        account_created_at: user.user.createdAt,
        deleted_at: expect.any(String),
        deleted_by: 'manager',
        deletion_reason: 'حذفه مدير النظام',
      },
    ])
    expect(statistics).toEqual({ total_deleted: 1, deleted_admins: 0, self_deleted: 0, avg_generations_used: 0 })
  })

  test('lists deleted accounts latest first, or by a requested column', async () => {
    await addDeletedAccounts(['ba', 'ياسر'], ['Aa', 'أحمد'], ['ca', 'إيمان', 'manager'])
    expect((await listDeletedAccounts()).names).toEqual(['ca', 'Aa', 'ba'])
    expect((await listDeletedAccounts({ sortOrder: 'ASC' })).names).toEqual(['ba', 'Aa', 'ca'])
    expect((await listDeletedAccounts({ sortBy: 'username', sortOrder: 'ASC' })).names).toEqual(['Aa', 'ba', 'ca'])
    expect((await listDeletedAccounts({ sortBy: 'full_name', sortOrder: 'ASC' })).names).toEqual(['Aa', 'ca', 'ba'])
    expect((await listDeletedAccounts({ sortBy: 'used_generations', sortOrder: 'DESC' })).names).toEqual(['ca', 'Aa', 'ba'])
  })

  test('search finds a deleted account despite spelling differences', async () => {
    await addDeletedAccounts(['hanaa', 'هناء ناصر'], ['ali', 'علي أحمد'], ['iman', 'إيمان 100%', 'manager'])
    expect((await listDeletedAccounts({ search: 'احمد' })).names).toEqual(['ali'])
    expect((await listDeletedAccounts({ search: 'HAN' })).names).toEqual(['hanaa'])
    expect((await listDeletedAccounts({ search: 'ناصر هناء' })).names).toEqual(['hanaa'])
    expect((await listDeletedAccounts({ search: 'hanna' })).names).toEqual(['hanaa'])
    expect((await listDeletedAccounts({ search: '%' })).names).toEqual([])
    const { statistics, pagination } = await listDeletedAccounts({ search: 'ايمان' })
    expect(statistics).toEqual({ total_deleted: 3, deleted_admins: 1, self_deleted: 2, avg_generations_used: 11 })
    expect(pagination).toMatchObject({ total_records: 1, total_pages: 1 })
  })

  test('rounds the average of used credits to one decimal', async () => {
    await addDeletedAccounts(['a', 'أ'], ['b', 'ب'], ['c', 'ج'])
    await db().write(trx => trx.updateTable('deleted_accounts').set({ used_generations: 2 }).where('id', '=', 'record-0').execute())
    expect((await listDeletedAccounts()).statistics.avg_generations_used).toBe(11.3)
  })

  test('has_prev and has_next are right for every page, also past the last', async () => {
    await addDeletedAccounts(['a', 'أ'], ['b', 'ب'], ['c', 'ج'], ['d', 'د'], ['e', 'هـ'])
    const readPage = async (number: number) => {
      const { names, pagination } = await listDeletedAccounts({ page: number, limit: 2 })
      return [names, pagination.has_prev, pagination.has_next]
    }
    expect(await readPage(1)).toEqual([['e', 'd'], false, true])
    expect(await readPage(2)).toEqual([['c', 'b'], true, true])
    expect(await readPage(3)).toEqual([['a'], true, false])
    expect(await readPage(4)).toEqual([[], true, false])
    expect((await listDeletedAccounts({ page: 2_147_483_647, limit: 100 })).pagination).toEqual({
      current_page: 2_147_483_647,
      per_page: 100,
      total_records: 5,
      total_pages: 1,
      has_prev: true,
      has_next: false,
    })
  })

  test('refuses a user who sends an administrator’s id as adminId', async () => {
    const [admin, user] = [await signIn({ isAdmin: true }), await signIn()]
    expect(await refusalCodeOf(user.accounts.deletedAccounts({ adminId: admin.user.id }))).toBe('not-allowed')
    const response = await admin.fetch(`${base()}/api/users/get-delete-account.php?sortBy=password_hash`)
    expect(response.status).toBe(400)
  })
})

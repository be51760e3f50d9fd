import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { PASSWORD } from '../../testing/server.ts'
import { startTestServer } from '../../testing/test-server.ts'

describe.each(ENGINES)('the lists of accounts and registrations on %s', engine => {
  let at = 0
  const { signIn, visitor } = startTestServer(engine, { now: () => new Date(at) })

  type Caller = Awaited<ReturnType<typeof signIn>>
  let admin: Caller
  beforeEach(async () => {
    at = Date.parse('2026-12-01T12:00:00Z')
    admin = await signIn({ username: 'admin', isAdmin: true })
  })

  describe('accounts', () => {
    const NAMES = { hanaa: 'هناء الأغبري', salem: 'سالم الحدّاد', huda: 'هدى العريقي' }

    /** Creates three accounts an hour apart; the second one has used its whole quota. */
    beforeEach(async () => {
      for (const [username, fullName] of Object.entries(NAMES)) {
        at += 3_600_000
        const phone = username === 'hanaa' ? '771234567' : null
        const { id } = await admin.accounts.create({ fullName, username, password: PASSWORD, phone, generationLimit: 5 })
        if (username === 'salem') await admin.accounts.updateGenerations({ id, count: 5 })
      }
    })

    const find = async (filter: Parameters<typeof admin.accounts.search>[0]) => {
      const { rows, total } = await admin.accounts.search(filter)
      return [...rows.map(({ username }) => username), total]
    }

    test('finds accounts by name, username and telephone number, also with a typing error', async () => {
      expect(await find({ search: 'اغبري' })).toEqual(['hanaa', 1])
      expect(await find({ search: 'salem' })).toEqual(['salem', 1])
      expect(await find({ search: '4567' })).toEqual(['hanaa', 1])
      expect(await find({ search: 'العريفي' })).toEqual(['huda', 1])
      expect(await find({ search: 'خالد' })).toEqual([0])
    })

    test('limits accounts by role, balance and day', async () => {
      expect(await find({ role: 'admin' })).toEqual(['admin', 1])
      expect(await find({ role: 'user', state: 'active' })).toEqual(['hanaa', 'huda', 2])
      expect(await find({ state: 'spent' })).toEqual(['salem', 1])
      expect(await find({ from: '2026-12-01T14:00:00.000Z', to: '2026-12-01T14:00:00.000Z' })).toEqual(['salem', 1])
      expect(await find({ role: 'user', search: 'ه', state: 'spent' })).toEqual([0])
    })

    test('sorts and pages accounts with their total number', async () => {
      expect(await find({ role: 'user' })).toEqual(['hanaa', 'salem', 'huda', 3])
      expect(await find({ role: 'user', sort: 'newest', limit: 2 })).toEqual(['huda', 'salem', 3])
      expect(await find({ role: 'user', sort: 'newest', limit: 2, offset: 2 })).toEqual(['hanaa', 3])
      expect(await find({ search: 'ه', role: 'user', limit: 1, offset: 5 })).toHaveLength(1)
    })

    test('only an administrator can search accounts', async () => {
      const host = await signIn({ username: 'host' })
      await expect(host.accounts.search({})).rejects.toMatchObject({ code: 'not-allowed' })
    })
  })

  describe('registrations', () => {
    /** Registers three people an hour apart. Returns their ids. */
    async function register() {
      const people = [
        { fullName: 'أروى باسليم', username: 'arwa', phone: '0770000001' },
        { fullName: 'هدى العريقي', username: 'huda', email: 'huda@example.com' },
        { fullName: 'سالم الحدّاد', username: 'salem' },
      ]
      const ids: string[] = []
      for (const person of people) {
        ids.push((await visitor().accounts.register({ ...person, password: PASSWORD })).id)
        at += 3_600_000
      }
      return ids
    }

    const find = async (filter: Parameters<typeof admin.accounts.registrations>[0]) => {
      const { rows, total } = await admin.accounts.registrations(filter)
      return [...rows.map(({ username }) => username), total]
    }

    test('finds registrations by name, username, e-mail address and telephone number', async () => {
      await register()
      for (const search of ['بَاسليم', 'arwa', '770000001', '0770000001']) expect(await find({ search }), search).toEqual(['arwa', 1])
      expect(await find({ search: '00' }), 'zeros alone are no empty search').not.toContain('huda')
      expect(await find({ search: 'huda@' })).toEqual(['huda', 1])
      expect(await find({ search: 'اروى الحداد' })).toEqual([0])
    })

    test('lists decided registrations by their status', async () => {
      const [arwa, huda] = await register()
      await admin.accounts.approve({ id: arwa! })
      await admin.accounts.reject({ id: huda! })
      expect(await find({})).toEqual(['salem', 1])
      expect(await find({ status: 'approved' })).toEqual(['arwa', 1])
      expect(await find({ status: 'rejected', search: 'هدى' })).toEqual(['huda', 1])
    })

    test('sorts registrations by waiting unless the newest are asked for', async () => {
      await register()
      expect(await find({})).toEqual(['arwa', 'huda', 'salem', 3])
      expect(await find({ sort: 'waiting', limit: 2 })).toEqual(['arwa', 'huda', 3])
      expect(await find({ sort: 'newest' })).toEqual(['salem', 'huda', 'arwa', 3])
      expect(await find({ sort: 'newest', limit: 2, offset: 1 })).toEqual(['huda', 'arwa', 3])
      expect(await find({ sort: 'newest', from: '2026-12-01T13:00:00.000Z' })).toEqual(['salem', 'huda', 2])
    })
  })
})

import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { PASSWORD } from '../../testing/server.ts'
import { countOutcomes, refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

describe.each(ENGINES)('rules for administrators on %s', engine => {
  const { db, signIn, count } = startTestServer(engine)

  test('refuses to demote or delete the only administrator', async () => {
    const admin = await signIn({ isAdmin: true })
    const { id } = admin.user
    await expect(admin.accounts.update({ id, isAdmin: false, fullName: 'س' })).rejects.toMatchObject({ code: 'last-administrator' })
    expect(await admin.accounts.me({})).toEqual(admin.user)
    const second = await signIn({ isAdmin: true })
    expect(await admin.accounts.update({ id: second.user.id, isAdmin: false })).toMatchObject({ isAdmin: false })
    expect(await refusalCodeOf(second.accounts.list({}))).toBe('not-allowed')
    expect(await refusalCodeOf(admin.accounts.deleteAccount({ password: PASSWORD }))).toBe('last-administrator')
    expect(await count('users')).toBe(2)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('one administrator remains when two delete each other (run %i)', async () => {
    const [a, b] = [await signIn({ isAdmin: true }), await signIn({ isAdmin: true })]
    const outcomes = await Promise.all([
      refusalCodeOf(a.accounts.remove({ id: b.user.id })),
      refusalCodeOf(b.accounts.remove({ id: a.user.id })),
      refusalCodeOf(a.accounts.update({ id: b.user.id, isAdmin: false })),
      refusalCodeOf(b.accounts.update({ id: a.user.id, isAdmin: false })),
    ])
    expect(outcomes.slice(0, 2).filter(outcome => outcome === 'done')).toHaveLength(1)
    const remainingRoles = await db().read.selectFrom('users').select('is_admin').execute()
    expect(remainingRoles).toEqual([{ is_admin: 1 }])
  })

  test('of two last administrators who delete their accounts, one is refused', async () => {
    const administrators = [await signIn({ isAdmin: true }), await signIn({ isAdmin: true })]
    const outcomes = await Promise.all(administrators.map(({ accounts }) => refusalCodeOf(accounts.deleteAccount({ password: PASSWORD }))))
    expect(countOutcomes(outcomes)).toEqual({ done: 1, 'last-administrator': 1 })
  })
})

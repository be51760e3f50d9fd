import * as texts from '@hudur/core/texts'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { PASSWORD } from '../../testing/server.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const MINUTE_MS = 60_000
const person = { fullName: 'هناء ناصر', password: 'nakhla-sidr' }

describe.each(ENGINES)('calls that need a recent sign-in on %s', engine => {
  let now = new Date()
  const { db, signIn, count } = startTestServer(engine, { now: () => now })

  /** Signs an administrator in `minutes` ago, beside a user and another administrator. */
  async function signInBefore(minutes: number) {
    now = new Date()
    const admin = await signIn({ isAdmin: true })
    const [user, other] = [await signIn({ username: 'user' }), await signIn({ username: 'other', isAdmin: true })]
    now = new Date(now.getTime() + minutes * MINUTE_MS)
    type Own = { currentPassword?: string }
    const calls = {
      'create an administrator': (own: Own) => admin.accounts.create({ ...person, username: 'new', isAdmin: true, ...own }),
      'promote a user': (own: Own) => admin.accounts.update({ id: user.user.id, isAdmin: true, ...own }),
      'demote an administrator': (own: Own) => admin.accounts.update({ id: other.user.id, isAdmin: false, ...own }),
      'set the password of another account': (own: Own) => admin.accounts.update({ id: user.user.id, password: 'nakhla-sidr', ...own }),
      'delete an account': (own: Own) => admin.accounts.remove({ id: user.user.id, ...own }),
    }
    return { admin, user, calls }
  }
  const names = [
    'create an administrator',
    'promote a user',
    'demote an administrator',
    'set the password of another account',
    'delete an account',
  ] as const
  const readRows = async () => [await db().read.selectFrom('users').selectAll().orderBy('id').execute(), await count('activity')]

  test.each(names)('within ten minutes of the sign-in an administrator may %s', async name => {
    const { calls } = await signInBefore(10)
    expect(await refusalCodeOf(calls[name]({}))).toBe('done')
  })

  test.each(names)('after ten minutes an administrator needs their own password to %s', async name => {
    const { calls } = await signInBefore(10.01)
    const before = await readRows()
    await expect(calls[name]({})).rejects.toMatchObject({ code: 'password-required', status: 403, message: texts.ownPasswordRequired })
    await expect(calls[name]({ currentPassword: 'wrong-one' })).rejects.toMatchObject({
      code: 'wrong-password',
      fields: { currentPassword: texts.password.wrong },
    })
    expect(await readRows()).toEqual(before)
    expect(await refusalCodeOf(calls[name]({ currentPassword: PASSWORD }))).toBe('done')
  })

  test('a sign-in that was stored while the clock was ahead is not recent', async () => {
    const { calls } = await signInBefore(-11)
    expect(await refusalCodeOf(calls['promote a user']({}))).toBe('password-required')
  })

  test('other changes of accounts need no recent sign-in', async () => {
    const { admin, user } = await signInBefore(600)
    const { id } = user.user
    expect(await admin.accounts.create({ ...person, username: 'new' })).toMatchObject({ isAdmin: false })
    expect(await admin.accounts.update({ id, fullName: 'هناء', generationLimit: 7, isAdmin: false, password: '' })).toMatchObject({
      fullName: 'هناء',
    })
    await admin.accounts.updateGenerations({ id, count: 3 })
  })
})

import * as texts from '@hudur/core/texts'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { PASSWORD } from '../../testing/server.ts'
import { countOutcomes, refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const event = { eventName: 'زفاف', eventDate: '2027-01-14' }

describe.each(ENGINES)('changes of one’s own account on %s', engine => {
  const { db, base, visitor, signIn, signInAs, count } = startTestServer(engine)

  test('a password change ends all other sessions of the account', async () => {
    const currentSession = await signIn({ username: 'hanaa' })
    const [there, other] = [await signInAs('hanaa'), await signIn()]
    expect(currentSession.user.passwordChangedAt).toBe(currentSession.user.createdAt)
    const before = new Date().toISOString()
    expect(await currentSession.accounts.changePassword({ currentPassword: PASSWORD, newPassword: 'new-password' })).toEqual({
      success: true,
    })
    const me = (await currentSession.accounts.me({}))!
    expect(me.passwordChangedAt! >= before && me.passwordChangedAt! <= new Date().toISOString()).toBe(true)
    expect(me.createdAt).toBe(currentSession.user.createdAt)
    expect(await there.accounts.me({})).toBeNull()
    expect(await other.accounts.me({})).not.toBeNull()
    expect(await refusalCodeOf(signInAs('hanaa'))).toBe('wrong-credentials')
    expect(await refusalCodeOf(signInAs('hanaa', 'new-password'))).toBe('done')
    expect(await refusalCodeOf(signInAs(other.user.username))).toBe('done')
  })

  test.each([
    ['no fields', {}, 'bad-input', 'يرجى ملء جميع الحقول'],
    ['no current password', { currentPassword: '', newPassword: '123' }, 'bad-input', 'يرجى ملء جميع الحقول'],
    [
      'a new password of five characters',
      { currentPassword: 'wrong-one', newPassword: '12345' },
      'bad-input',
      'كلمة المرور الجديدة يجب أن تكون 6 أحرف على الأقل',
    ],
    [
      'a most used new password of six characters',
      { currentPassword: PASSWORD, newPassword: '123456' },
      'bad-input',
      texts.guessablePassword.common,
    ],
    [
      'a new password that is one of the most used',
      { currentPassword: PASSWORD, newPassword: 'QWERTYUIOP' },
      'bad-input',
      texts.guessablePassword.common,
    ],
    [
      'a new password that contains the username',
      { currentPassword: PASSWORD, newPassword: 'the-ＨＡＮＡＡ-1' },
      'bad-input',
      texts.guessablePassword.holdsUsername,
    ],
    ['a new password of spaces', { currentPassword: 'wrong-one', newPassword: '      ' }, 'bad-input', 'يرجى ملء جميع الحقول'],
    [
      'a wrong current password',
      { currentPassword: 'wrong-one', newPassword: 'new-password' },
      'wrong-password',
      'كلمة المرور الحالية غير صحيحة',
    ],
  ])('a password change with %s returns 400 and an Arabic error text', async (_, body, code, error) => {
    const user = await signIn({ username: 'hanaa' })
    const response = await user.fetch(`${base()}/api/users/change-password.php`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
    const answer = await response.json()
    expect(answer).toMatchObject({ success: false, code, error })
    if (code === 'wrong-password') expect(answer).toMatchObject({ fields: { currentPassword: error } })
    if (error === texts.guessablePassword.common || error === texts.guessablePassword.holdsUsername)
      expect(answer).toMatchObject({ fields: { newPassword: error } })
    expect(await refusalCodeOf(signInAs('hanaa'))).toBe('done')
  })

  test('only one of two concurrent password changes succeeds', async () => {
    const [a, b] = [await signIn({ username: 'hanaa' }), await signInAs('hanaa')]
    const outcomes = await Promise.all(
      [a, b].map(({ accounts }, n) =>
        refusalCodeOf(accounts.changePassword({ currentPassword: PASSWORD, newPassword: `new-password-${n}` })),
      ),
    )
    expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(1)
    expect(await count('sessions')).toBe(1)
    expect(await refusalCodeOf(signInAs('hanaa', `new-password-${outcomes.indexOf('done')}`))).toBe('done')
  })

  test('a password change ignores the user id in the request body', async () => {
    const [user, other] = [await signIn({ username: 'hanaa' }), await signIn({ username: 'ali' })]
    const userId = other.user.id
    await user.accounts.changePassword({ userId, currentPassword: PASSWORD, newPassword: 'new-password' })
    expect(await refusalCodeOf(signInAs('ali'))).toBe('done')
    expect(await refusalCodeOf(user.accounts.deleteAccount({ userId, password: PASSWORD }))).toBe('wrong-password')
    expect(await refusalCodeOf(user.accounts.deleteAccount({ userId, password: 'new-password' }))).toBe('done')
    expect((await db().read.selectFrom('users').select('username').execute()).map(({ username }) => username)).toEqual(['ali'])
  })

  test('deleting an account deletes its rows and no rows of other accounts', async () => {
    const [user, other] = [await signIn({ username: 'hanaa', limit: 10 }), await signIn({ username: 'ali' })]
    const elsewhere = await signInAs('hanaa')
    for (const { invitations, requests } of [user, other]) {
      await invitations.create({
        nonce: 'n-1',
        invitations: [
          { ...event, guestName: 'سارة' },
          { ...event, guestName: 'ريم' },
        ],
      })
      await requests.create({ ...event, eventType: 'wedding', phone: '771234567' })
    }
    await expect(user.accounts.deleteAccount({ password: 'wrong-one' })).rejects.toMatchObject({
      code: 'wrong-password',
      message: 'كلمة المرور الحالية غير صحيحة',
      fields: { password: 'كلمة المرور الحالية غير صحيحة' },
    })
    const response = await user.fetch(`${base()}/api/users/delete-account.php`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    })
    expect(await response.json()).toEqual({ success: true })
    expect(response.headers.getSetCookie()[0]).toMatch(/^hudur=;.*Max-Age=0/)
    expect([await user.accounts.me({}), await elsewhere.accounts.me({})]).toEqual([null, null])
    expect(await refusalCodeOf(signInAs('hanaa'))).toBe('wrong-credentials')

    const readOwnerIds = async (table: 'sessions' | 'invitations' | 'user_requests') =>
      new Set((await db().read.selectFrom(table).select('user_id').execute()).map(row => row.user_id))
    for (const table of ['sessions', 'invitations', 'user_requests'] as const)
      expect(await readOwnerIds(table)).toEqual(new Set([other.user.id]))
    expect(await count('tombstones')).toBe(2)
    expect(await db().read.selectFrom('deleted_accounts').selectAll().execute()).toEqual([
      {
        id: expect.any(String),
        original_user_id: user.user.id,
        username: 'hanaa',
        username_key: 'hanaa',
        full_name: user.user.fullName,
        full_name_key: 'حساب hanaa',
        phone: null,
        is_admin: 0,
        generation_limit: 10,
        used_generations: 2,
        account_created_at: user.user.createdAt,
        deleted_at: expect.any(String),
        deleted_by: 'self',
        deletion_reason: 'حذف المستخدم حسابه بنفسه',
      },
    ])
    expect(await refusalCodeOf(visitor().accounts.register({ fullName: 'هناء', username: 'hanaa', password: PASSWORD }))).toBe('done')
  })

  test('two concurrent deletions record the deleted account once', async () => {
    const ownSessions = [await signIn({ username: 'hanaa' }), await signInAs('hanaa')]
    const outcomes = await Promise.all(ownSessions.map(({ accounts }) => refusalCodeOf(accounts.deleteAccount({ password: PASSWORD }))))
    expect(countOutcomes(outcomes).done).toBe(1)
    expect(await count('deleted_accounts')).toBe(1)
  })

  test('deleting an account frees its username', async () => {
    const admin = await signIn({ isAdmin: true })
    const { id } = await visitor().accounts.register({
      fullName: 'هناء',
      username: 'hanaa',
      password: PASSWORD,
      email: 'hanaa@example.com',
    })
    await admin.accounts.approve({ id })
    await (await signInAs('hanaa')).accounts.deleteAccount({ password: PASSWORD })
    expect(await count('registrations')).toBe(0)
    expect(await count('usernames')).toBe(1)
  })
})

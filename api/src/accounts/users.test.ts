import * as texts from '@hudur/core/texts'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { PASSWORD } from '../../testing/server.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const person = { fullName: 'هناء ناصر', username: 'hanaa', password: PASSWORD }
const event = { eventName: 'زفاف', eventDate: '2027-01-14' }

describe.each(ENGINES)('administration of users on %s', engine => {
  const { db, base, signIn, signInAs, count } = startTestServer(engine)

  const lastActivity = async () =>
    (await db().read.selectFrom('activity').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).action
  const readOtherUsers = async (id: string) => await db().read.selectFrom('users').selectAll().where('id', '!=', id).orderBy('id').execute()

  test('a user whom an administrator created can sign in', async () => {
    const admin = await signIn({ isAdmin: true })
    const createdUser = await admin.accounts.create({ ...person, phone: '', email: 'hanaa@example.com' })
    expect(createdUser).toMatchObject({
      ...{ fullName: 'هناء ناصر', username: 'hanaa' },
      phone: null,
      email: 'hanaa@example.com',
      generationLimit: 100,
    })
    expect(createdUser).toMatchObject({ usedGenerations: 0, isAdmin: false })
    expect(await admin.accounts.list({})).toEqual([admin.user, createdUser])
    expect((await signInAs('hanaa')).user).toEqual(createdUser)
    expect(await lastActivity()).toBe('create_user')
  })

  test('refuses a new user whose username is taken in another letter case', async () => {
    const admin = await signIn({ isAdmin: true })
    await admin.accounts.create(person)
    await expect(admin.accounts.create({ ...person, username: 'HANAA' })).rejects.toMatchObject({
      code: 'username-taken',
      fields: { username: 'اسم المستخدم موجود مسبقاً' },
    })
    expect(await count('users')).toBe(2)
  })

  test.each([
    ['no name', { ...person, fullName: '' }],
    ['a quota of 0', { ...person, generationLimit: 0 }],
    ['one of the most used passwords', { ...person, password: '1234567890' }],
    ['a quota of 1.5', { ...person, generationLimit: 1.5 }],
    ['a quota of 2^31', { ...person, generationLimit: 2 ** 31 }],
    ['the username of the fallback administrator', { ...person, username: 'LOCAL-admin' }],
  ])('creating a user with %s returns bad-input', async (_, input) => {
    const admin = await signIn({ isAdmin: true })
    expect(await refusalCodeOf(admin.accounts.create(input))).toBe('bad-input')
    expect(await count('usernames')).toBe(1)
  })

  test('an update changes only the fields in the request, and no other user', async () => {
    const admin = await signIn({ isAdmin: true })
    const before = await admin.accounts.create({ ...person, phone: '771234567' })
    await signIn()
    const rest = await readOtherUsers(before.id)
    const after = await admin.accounts.update({ id: before.id, fullName: 'هناء صالح', generationLimit: 500 })
    expect(after).toEqual({ ...before, fullName: 'هناء صالح', generationLimit: 500 })
    expect(await admin.accounts.update({ id: before.id, phone: '' })).toEqual({ ...after, phone: null })
    expect(await admin.accounts.update({ id: before.id })).toEqual({ ...after, phone: null })
    expect(await readOtherUsers(before.id)).toEqual(rest)
    expect(await lastActivity()).toBe('update_user')
    for (const passwordFields of [{}, { currentPassword: PASSWORD }])
      expect(await refusalCodeOf(admin.accounts.update({ id: 'nobody', fullName: 'س', ...passwordFields }))).toBe('not-found')
  })

  test('an update or deletion ignores a user id in the body', async () => {
    const admin = await signIn({ isAdmin: true })
    const [a, b] = [await signIn(), await signIn()]
    const rest = await readOtherUsers(a.user.id)
    const sendUserRequest = (method: string, path: string, body: object) =>
      admin.fetch(`${base()}/api/users/${path}?id=${a.user.id}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: b.user.id, ...body }),
      })
    expect((await sendUserRequest('PUT', 'update.php', { fullName: 'هناء' })).status).toBe(200)
    expect((await sendUserRequest('PUT', 'update-generations.php', { count: 7 })).status).toBe(200)
    expect((await admin.accounts.list({})).find(({ id }) => id === a.user.id)).toMatchObject({ fullName: 'هناء', usedGenerations: 7 })
    expect((await sendUserRequest('DELETE', 'delete.php', {})).status).toBe(200)
    expect(await readOtherUsers(a.user.id)).toEqual(rest)
    expect(await count('users')).toBe(2)
  })

  test('an empty password in an update keeps the user’s password', async () => {
    const admin = await signIn({ isAdmin: true })
    const [user, other] = [await signIn({ username: 'hanaa' }), await signIn()]
    const { id } = user.user
    await admin.accounts.update({ id, password: '' })
    expect(await user.accounts.me({})).not.toBeNull()
    expect(await refusalCodeOf(signInAs('hanaa'))).toBe('done')
    expect(await user.accounts.me({})).toMatchObject({ passwordChangedAt: user.user.passwordChangedAt })
    const reset = await admin.accounts.update({ id, fullName: 'هناء', password: 'new-password' })
    expect(reset.passwordChangedAt! > user.user.passwordChangedAt!).toBe(true)
    expect(await user.accounts.me({})).toBeNull()
    expect(await refusalCodeOf(signInAs('hanaa'))).toBe('wrong-credentials')
    expect(await refusalCodeOf(signInAs('hanaa', 'new-password'))).toBe('done')
    expect(await other.accounts.me({})).not.toBeNull()
    expect(await admin.accounts.me({})).not.toBeNull()
    for (const password of ['12345', 'iloveyou', 'hanaa-2026'])
      expect(await refusalCodeOf(admin.accounts.update({ id, password }))).toBe('bad-input')
    expect(await refusalCodeOf(admin.accounts.update({ id, username: 'salma', password: 'salma-2026' }))).toBe('bad-input')
    expect(await refusalCodeOf(signInAs('hanaa', 'new-password'))).toBe('done')
  })

  test('administrators must send their current password to change their own', async () => {
    const admin = await signIn({ username: 'admin', isAdmin: true })
    const elsewhere = await signInAs('admin')
    const passwordChange = { id: admin.user.id, password: 'new-password' }
    for (const [change, code, text] of [
      [passwordChange, 'bad-input', texts.password.missing],
      [{ ...passwordChange, currentPassword: 'wrong-one' }, 'wrong-password', texts.password.wrong],
    ] as const)
      await expect(admin.accounts.update(change)).rejects.toMatchObject({ code, fields: { currentPassword: text } })
    expect(await elsewhere.accounts.me({})).not.toBeNull()
    await admin.accounts.update({ id: admin.user.id, fullName: 'هناء', password: '' })
    await admin.accounts.update({ ...passwordChange, currentPassword: PASSWORD })
    expect(await admin.accounts.me({})).not.toBeNull()
    expect(await elsewhere.accounts.me({})).toBeNull()
  })

  test('changing a username frees the old one', async () => {
    const admin = await signIn({ isAdmin: true })
    const [a, b] = [await admin.accounts.create(person), await admin.accounts.create({ ...person, username: 'ali' })]
    expect(await refusalCodeOf(admin.accounts.update({ id: b.id, username: 'Hanaa', fullName: 'علي' }))).toBe('username-taken')
    expect(await admin.accounts.list({})).toContainEqual(b)
    expect(await admin.accounts.update({ id: a.id, username: 'HANAA' })).toMatchObject({ username: 'HANAA' })
    await admin.accounts.update({ id: a.id, username: 'huda' })
    expect(await refusalCodeOf(admin.accounts.update({ id: b.id, username: 'hanaa' }))).toBe('done')
    expect(await refusalCodeOf(signInAs('huda'))).toBe('done')
    expect(await count('usernames')).toBe(3)
  })

  test('ten concurrent changes of a username leave one username taken', async () => {
    const admin = await signIn({ isAdmin: true })
    const { id } = await admin.accounts.create(person)
    await Promise.all(Array.from({ length: 10 }, (_, n) => admin.accounts.update({ id, username: `name${n}` })))
    expect(await count('usernames')).toBe(2)
    expect(await refusalCodeOf(admin.accounts.create(person))).toBe('done')
  })

  test('deleting a user deletes only that user’s rows', async () => {
    const admin = await signIn({ isAdmin: true })
    const [user, other] = [await signIn(), await signIn()]
    for (const { invitations, requests } of [user, other]) {
      await invitations.create({ nonce: 'n-1', invitations: [{ ...event, guestName: 'سارة' }] })
      await requests.create({ ...event, eventType: 'wedding', phone: '771234567' })
    }
    await admin.accounts.remove({ id: user.user.id })
    expect(await user.accounts.me({})).toBeNull()
    expect(await refusalCodeOf(signInAs(user.user.username))).toBe('wrong-credentials')
    expect((await admin.invitations.list({})).rows.map(({ userId }) => userId)).toEqual([other.user.id])
    expect((await admin.requests.listAll({})).rows.map(({ userId }) => userId)).toEqual([other.user.id])
    expect(await other.accounts.me({})).not.toBeNull()
    expect([await count('tombstones'), await count('usernames'), await count('users')]).toEqual([1, 2, 2])
    expect(await lastActivity()).toBe('delete_user')
    expect(await refusalCodeOf(admin.accounts.remove({ id: user.user.id }))).toBe('not-found')
  })

  test('accounts.remove refuses the administrator’s own account', async () => {
    const admin = await signIn({ isAdmin: true })
    await signIn({ isAdmin: true })
    await expect(admin.accounts.remove({ id: admin.user.id })).rejects.toMatchObject({ code: 'oneself', status: 409 })
  })

  test('a higher quota or fewer used credits charge pending invitations', async () => {
    const admin = await signIn({ isAdmin: true })
    const host = await signIn({ limit: 1 })
    const names = ['سارة', 'علي', 'هدى', 'ريم'].map(guestName => ({ ...event, guestName }))
    await host.invitations.create({ happened: true, invitations: names })
    const countPendingInvitations = async () => (await host.invitations.list({})).rows.filter(({ isPending }) => isPending).length
    expect(await countPendingInvitations()).toBe(3)
    expect(await admin.accounts.update({ id: host.user.id, generationLimit: 3 })).toMatchObject({ usedGenerations: 3 })
    expect(await countPendingInvitations()).toBe(1)
    expect(await admin.accounts.updateGenerations({ id: host.user.id, count: 0 })).toMatchObject({ usedGenerations: 1 })
    expect(await countPendingInvitations()).toBe(0)
    expect(await refusalCodeOf(admin.accounts.updateGenerations({ id: 'nobody', count: 0 }))).toBe('not-found')
    expect(await refusalCodeOf(host.accounts.updateGenerations({ id: host.user.id, count: 0 }))).toBe('not-allowed')
  })

  test.each([1, 0])('no invitation outlives the deletion of its owner (quota %i)', async limit => {
    const admin = await signIn({ isAdmin: true })
    for (let round = 0; round < 10; round++) {
      const host = await signIn({ limit })
      const creations = Array.from({ length: 8 }, (_, n) =>
        refusalCodeOf(host.invitations.create({ invitations: [{ ...event, guestName: `ضيف ${n}` }], happened: true })),
      )
      expect(await refusalCodeOf(admin.accounts.remove({ id: host.user.id }))).toBe('done')
      await Promise.all(creations)
      expect(await count('invitations')).toBe(0)
      expect(await refusalCodeOf(signInAs(host.user.username))).toBe('wrong-credentials')
    }
  })
})

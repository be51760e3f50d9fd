import { createHook } from 'node:async_hooks'
import * as texts from '@hudur/core/texts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { PASSWORD } from '../../testing/server.ts'
import { countOutcomes, refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const applicant = { fullName: 'هناء ناصر', username: 'hanaa', password: PASSWORD, phone: '٧٧١٢٣٤٥٦٧', email: 'hanaa@example.com' }

describe.each(ENGINES)('registrations on %s', engine => {
  const { db, base, visitor, signIn, signInAs, count } = startTestServer(engine)

  const register = async (body: unknown) => {
    const response = await fetch(`${base()}/api/auth/register.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, ...((await response.json()) as { id?: string; message?: string; error?: string; fields?: object }) }
  }

  test('a new registration is pending and creates no user', async () => {
    const admin = await signIn({ isAdmin: true })
    const first = await visitor().accounts.register(applicant)
    expect(first).toMatchObject({ success: true, message: 'تم إنشاء الحساب بنجاح! الحساب قيد المراجعة' })
    const second = await visitor().accounts.register({ fullName: 'علي', username: 'ali', password: PASSWORD })
    const waiting = (await admin.accounts.registrations({})).rows
    expect(waiting.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(waiting[0]).toEqual({
      id: first.id,
      full_name: 'هناء ناصر',
      username: 'hanaa',
      email: 'hanaa@example.com',
      phone: '771234567',
      status: 'pending',
      created_at: expect.any(String),
    })
    expect(waiting[1]).toMatchObject({ email: null, phone: null })
    expect(await count('users')).toBe(1)
  })

  test('lists a page of pending registrations with their total number', async () => {
    const admin = await signIn({ isAdmin: true })
    const rows = Array.from({ length: 510 }, (_, n) => ({
      id: `r-${String(n).padStart(4, '0')}`,
      full_name: 'هناء',
      username: `hanaa${n}`,
      username_key: `hanaa${n}`,
      password_hash: null,
      phone: null,
      email: null,
      status: n === 0 ? ('rejected' as const) : ('pending' as const),
      created_at: new Date(1_800_000_000_000 + (n % 5)).toISOString(),
      decided_at: null,
    }))
    await db().write(trx => trx.insertInto('registrations').values(rows).execute())
    const oldest = rows
      .slice(1)
      .sort((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1))
      .map(({ id }) => id)
    const { registrations } = admin.accounts
    expect((await registrations({})).rows.map(({ id }) => id)).toEqual(oldest)
    const part = await registrations({ limit: 30, offset: 60 })
    expect([part.rows.map(({ id }) => id), part.total]).toEqual([oldest.slice(60, 90), 509])
  })

  test('returns 409 for a registration while 1,000 registrations are pending', async () => {
    const admin = await signIn({ isAdmin: true })
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      id: `r-${n}`,
      full_name: 'هناء',
      username: `hanaa${n}`,
      username_key: `hanaa${n}`,
      password_hash: null,
      phone: null,
      email: null,
      status: 'pending' as const,
      created_at: new Date(1_800_000_000_000).toISOString(),
      decided_at: null,
    }))
    for (const some of [rows.slice(0, 500), rows.slice(500)])
      await db().write(trx => trx.insertInto('registrations').values(some).execute())
    expect(await register(applicant)).toMatchObject({ status: 409, code: 'budget-used', error: texts.tooManyForms })
    await admin.accounts.reject({ id: 'r-7' })
    expect(await register(applicant)).toMatchObject({ status: 200 })
  })

  test.each([
    ['no fields', {}, 'يرجى ملء جميع الحقول المطلوبة'],
    ['a blank name', { ...applicant, fullName: ' ' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['no username and a short password', { ...applicant, username: '', password: '1' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['no password', { ...applicant, password: '' }, 'يرجى ملء جميع الحقول المطلوبة'],
    ['a password of five characters', { ...applicant, password: '12345' }, 'كلمة المرور يجب أن تكون 6 أحرف على الأقل'],
    ['a most used password of six characters', { ...applicant, password: 'dragon' }, texts.guessablePassword.common],
    ['one of the most used passwords', { ...applicant, password: 'Password1' }, texts.guessablePassword.common],
    ['a password that contains the username', { ...applicant, password: 'my-Hanaa-9' }, texts.guessablePassword.holdsUsername],
    ['a password of 201 characters', { ...applicant, password: 'x'.repeat(201) }, texts.badPassword],
    ['a username with letters of two scripts', { ...applicant, username: 'hanаa' }, texts.register.badUsername],
    ['the username of the fallback administrator', { ...applicant, username: 'Local-Admin' }, texts.register.usernameTaken],
    ['a telephone number without digits', { ...applicant, phone: 'هاتف' }, texts.badPhone],
    ['two e-mail addresses', { ...applicant, email: 'a@example.com,b@example.com' }, texts.badEmail],
    ['an e-mail address followed by a header', { ...applicant, email: 'a@example.com\r\nBcc: b@example.com' }, texts.badEmail],
  ])('a registration with %s returns 400 and stores nothing', async (_, body, error) => {
    expect(await register(body)).toMatchObject({ status: 400, error })
    expect(await count('registrations')).toBe(0)
    expect(await count('usernames')).toBe(0)
  })

  test('a repeated idempotency key stores the registration once', async () => {
    const keyedRegistration = { ...applicant, nonce: 'registration-1' }
    const first = await visitor().accounts.register(keyedRegistration)
    expect(await visitor().accounts.register(keyedRegistration)).toEqual(first)
    expect(await count('registrations')).toBe(1)
    const other = visitor().accounts.register({ ...keyedRegistration, fullName: 'هدى ناصر' })
    expect(await refusalCodeOf(other)).toBe('nonce-taken')
    const stranger = visitor().accounts.register({ ...applicant, nonce: 'registration-2' })
    expect(await refusalCodeOf(stranger)).toBe('username-taken')
    const storedKeys = JSON.stringify(await db().read.selectFrom('idempotency_keys').selectAll().execute())
    expect(storedKeys).not.toContain(PASSWORD)
  })

  test('returns 409 for a username that an account or registration has', async () => {
    await signIn({ username: 'إيمان' })
    await register(applicant)
    for (const username of ['HANAA', ' hanaa ', 'ｈａｎａａ', 'ايمان', 'إِيمان']) {
      expect(await register({ ...applicant, username })).toMatchObject({
        status: 409,
        error: 'اسم المستخدم موجود مسبقاً',
        fields: { username: 'اسم المستخدم موجود مسبقاً' },
      })
    }
    expect(await count('registrations')).toBe(1)
  })

  test('returns 409 for a username that looks like a taken one', async () => {
    const admin = await signIn({ username: 'كريم', isAdmin: true })
    const { id } = await visitor().accounts.register(applicant)
    for (const username of ['hanaa.', 'hánaa', 'کریم', 'كـريـم', 'locaI-admin'])
      expect(await register({ ...applicant, username }), username).toMatchObject({
        status: 409,
        fields: { username: 'اسم المستخدم موجود مسبقاً' },
      })
    expect(await refusalCodeOf(signInAs('hanaa.'))).toBe('wrong-credentials')
    await admin.accounts.reject({ id })
    expect(await register({ ...applicant, username: 'hanaa.' })).toMatchObject({ status: 200 })
    expect(await refusalCodeOf(visitor().accounts.register(applicant))).toBe('username-taken')
  })

  test('one of six concurrent registrations with look-alike usernames succeeds', async () => {
    const names = ['hala', 'ha1a', 'haIa', 'hala.', 'hála', '_hala']
    const outcomes = await Promise.all(names.map(username => refusalCodeOf(visitor().accounts.register({ ...applicant, username }))))
    expect(countOutcomes(outcomes)).toEqual({ done: 1, 'username-taken': 5 })
  })

  test('one of 20 concurrent registrations with the same username succeeds', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        refusalCodeOf(visitor().accounts.register({ ...applicant, username: n % 2 ? 'Hanaa' : 'hanaa' })),
      ),
    )
    expect(countOutcomes(outcomes)).toEqual({ done: 1, 'username-taken': 19 })
    expect(await count('registrations')).toBe(1)
    expect(await count('usernames')).toBe(1)
  })

  test('a sign-in to a pending registration returns under-review', async () => {
    await register(applicant)
    await expect(visitor().accounts.login({ username: 'Hanaa', password: PASSWORD })).rejects.toMatchObject({
      code: 'under-review',
      status: 403,
      message: 'الحساب قيد المراجعة',
    })
    expect(await refusalCodeOf(visitor().accounts.login({ username: 'hanaa', password: 'wrong-one' }))).toBe('wrong-credentials')
  })

  test('approving a registration creates a user with a quota of 100', async () => {
    const admin = await signIn({ isAdmin: true })
    const { id } = await visitor().accounts.register(applicant)
    const { user } = await admin.accounts.approve({ id })
    expect(user).toMatchObject({ username: 'hanaa', fullName: 'هناء ناصر', generationLimit: 100, usedGenerations: 0, isAdmin: false })
    expect((await signInAs('hanaa')).user).toEqual(user)
    expect((await admin.accounts.registrations({})).rows).toEqual([])
    const { password_hash, decided_at } = await db().read.selectFrom('registrations').selectAll().executeTakeFirstOrThrow()
    expect([password_hash, typeof decided_at]).toEqual([null, 'string'])
    expect((await admin.activity.list({})).notifications[0]).toMatchObject({ action: 'create_user', targetId: id })
  })

  test('rejecting a registration frees its username', async () => {
    const admin = await signIn({ isAdmin: true })
    const { id } = await visitor().accounts.register(applicant)
    await admin.accounts.reject({ id })
    expect((await admin.accounts.registrations({})).rows).toEqual([])
    expect(await refusalCodeOf(signInAs('hanaa'))).toBe('wrong-credentials')
    expect((await db().read.selectFrom('registrations').select('password_hash').executeTakeFirstOrThrow()).password_hash).toBeNull()
    expect(await refusalCodeOf(visitor().accounts.register(applicant))).toBe('done')
  })

  test('rejects all pending registrations of a time span once', async () => {
    const admin = await signIn({ isAdmin: true })
    const names = ['before', 'first', 'approved', 'last', 'after']
    const rows = names.map((username, n) => ({
      ...{ id: `r-${n}`, full_name: 'هناء', username, username_key: username, password_hash: 'hash', phone: null, email: null },
      ...{ status: username === 'approved' ? ('approved' as const) : ('pending' as const) },
      ...{ created_at: new Date(1_800_000_000_000 + n).toISOString(), decided_at: null },
    }))
    await db().write(async trx => {
      await trx.insertInto('registrations').values(rows).execute()
      await trx
        .insertInto('usernames')
        .values(names.map(key => ({ key })))
        .execute()
    })
    const span = { from: rows[1]!.created_at, to: rows[3]!.created_at }
    expect((await admin.accounts.registrations({ ...span, limit: 1 })).total).toBe(2)
    expect(await admin.accounts.rejectRegistrations(span)).toEqual({ rejected: 2 })
    expect((await admin.accounts.registrations({})).rows.map(({ username }) => username)).toEqual(['before', 'after'])
    const kept = await db().read.selectFrom('registrations').select('username').where('password_hash', 'is not', null).execute()
    expect(kept.map(({ username }) => username).sort()).toEqual(['after', 'approved', 'before'])
    const taken = await db().read.selectFrom('usernames').select('key').where('key', 'in', names).execute()
    expect(taken.map(({ key }) => key).sort()).toEqual(['after', 'approved', 'before'])
    expect(await admin.accounts.rejectRegistrations(span)).toEqual({ rejected: 0 })
    const { notifications } = await admin.activity.list({})
    expect(notifications).toMatchObject([{ action: 'delete_user', description: texts.activity.registrationsRejected(2) }])
    const host = await signIn({})
    expect(await refusalCodeOf(host.accounts.rejectRegistrations(span))).toBe('not-allowed')
    expect(await refusalCodeOf(admin.accounts.rejectRegistrations({ ...span, to: 'غداً' }))).toBe('bad-input')
  })

  test('only one of ten concurrent decisions on a registration succeeds', async () => {
    const admin = await signIn({ isAdmin: true })
    const { id } = await visitor().accounts.register(applicant)
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => refusalCodeOf(n % 3 === 2 ? admin.accounts.reject({ id }) : admin.accounts.approve({ id }))),
    )
    expect(countOutcomes(outcomes)).toEqual({ done: 1, decided: 9 })
    const approved = (await db().read.selectFrom('registrations').select('status').executeTakeFirstOrThrow()).status === 'approved'
    expect(await count('users')).toBe(approved ? 2 : 1)
    expect(await count('usernames')).toBe(approved ? 2 : 1)
    expect(await refusalCodeOf(admin.accounts.approve({ id: 'nobody' }))).toBe('not-found')
    expect(await refusalCodeOf(admin.accounts.reject({ id: 'nobody' }))).toBe('not-found')
  })

  test('approving one registration leaves other registrations pending', async () => {
    const admin = await signIn({ isAdmin: true })
    const { id } = await visitor().accounts.register(applicant)
    const other = await visitor().accounts.register({ ...applicant, username: 'ali' })
    await admin.accounts.approve({ id })
    expect((await admin.accounts.registrations({})).rows.map(registration => registration.id)).toEqual([other.id])
  })

  test('a failed sign-in computes one hash, whether the username exists or not', async () => {
    // The hash takes nearly all of the time of a sign-in. Exactly one hash therefore makes the three cases equally long.
    let hashes = 0
    const hook = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable()
    onTestFinished(() => void hook.disable())
    await signIn({ username: 'user' })
    await register(applicant)
    for (const username of ['user', 'hanaa', 'nobody']) {
      const before = hashes
      expect(await refusalCodeOf(visitor().accounts.login({ username, password: 'wrong-one' }))).toBe('wrong-credentials')
      expect(hashes - before, username).toBe(1)
    }
  })
})

import * as texts from '@hudur/core/texts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { unbalancedAccounts } from '../../testing/ledger.ts'
import { PASSWORD } from '../../testing/server.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const wedding = { eventName: 'زفاف سارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '٧٧١٢٣٤٥٦٧' } as const
const ended = { code: 'link-ended', status: 401, message: texts.welcome.ended }
const DAY_MS = 86_400_000

describe.each(ENGINES)('the account of an order on %s', engine => {
  let at: number
  const { db, signIn, visitor, count } = startTestServer(engine, { now: () => new Date(at) })

  type Caller = Awaited<ReturnType<typeof signIn>>
  let admin: Caller
  beforeEach(async () => {
    at = Date.parse('2026-12-01T12:00:00Z')
    admin = await signIn({ username: 'admin', isAdmin: true })
  })

  const order = async (fields: object = {}) =>
    (await visitor().requests.order({ ...wedding, customerName: 'أم خالد', invitationCount: 240, ...fields })).id
  const open = async (id?: string, input: object = {}) => admin.requests.openAccount({ id: id ?? (await order()), ...input })
  const tokenOf = ({ url }: { url: string | null }) => new URL(url!, 'https://example.com').hash.slice(1)
  const userOf = async (userId: string) => (await admin.accounts.list({})).find(({ id }) => id === userId)

  test('opening creates an account, an event and a link for the first password', async () => {
    const id = await order()
    expect(await admin.requests.account({ id })).toEqual({
      ...{ user: null, isOpened: false, hasPassword: false, proposedUsername: 'أم خالد', granted: 0, event: null, link: null },
    })
    const opened = await open(id)
    expect(opened).toMatchObject({ isExisting: false, granted: 0, url: expect.stringMatching(/^\/welcome#[\w-]{43}$/) })
    expect(await userOf(opened.userId)).toMatchObject({
      ...{ fullName: 'أم خالد', username: 'أم خالد', phone: '771234567', isAdmin: false, generationLimit: 100 },
    })
    expect((await admin.requests.orders({})).rows).toMatchObject([{ id, userId: opened.userId }])
    expect(await admin.requests.account({ id })).toMatchObject({
      user: { id: opened.userId, fullName: 'أم خالد' },
      ...{ isOpened: true, hasPassword: false, proposedUsername: null },
      event: { id: opened.eventId, name: wedding.eventName, date: wedding.eventDate },
      link: { createdAt: '2026-12-01T12:00:00.000Z', expiresAt: '2026-12-08T12:00:00.000Z', by: 'admin' },
    })
    expect((await admin.requests.orders({ userId: opened.userId })).total).toBe(1)
    expect((await admin.requests.orders({ eventId: opened.eventId! })).total).toBe(1)
    expect((await admin.requests.orders({ userId: admin.user.id })).total).toBe(0)
    expect(await unbalancedAccounts(db())).toEqual([])
  })

  test('the customer sets the first password, is signed in and finds the event', async () => {
    const opened = await open()
    const token = tokenOf(opened)
    const customer = visitor()
    expect(await customer.accounts.welcome({ token })).toEqual({ fullName: 'أم خالد', username: 'أم خالد' })
    expect(await customer.accounts.setFirstPassword({ token, password: 'ورد-جوري 7' })).toMatchObject({ id: opened.userId })
    expect(await customer.accounts.me({})).toMatchObject({ id: opened.userId })
    expect((await customer.events.list({})).rows).toMatchObject([{ id: opened.eventId, name: wedding.eventName }])
    expect(await visitor().accounts.login({ username: 'أم خالد', password: 'ورد-جوري 7' })).toMatchObject({ id: opened.userId })
    const { rows } = await admin.requests.orders({})
    expect(await admin.requests.account({ id: rows[0]!.id })).toMatchObject({ hasPassword: true, link: null })
  })

  test('nobody can sign in to an account without a password', async () => {
    await open()
    for (const password of ['x', PASSWORD])
      expect(await refusalCodeOf(visitor().accounts.login({ username: 'أم خالد', password }))).toBe('wrong-credentials')
  })

  test('unknown, used, replaced and expired links get the same refusal', async () => {
    const id = await order()
    const replaced = tokenOf(await open(id))
    const used = tokenOf(await open(id))
    for (const token of ['', 'x', replaced]) await expect(visitor().accounts.welcome({ token })).rejects.toMatchObject(ended)
    await expect(visitor().accounts.setFirstPassword({ token: replaced, password: 'ورد-جوري 7' })).rejects.toMatchObject(ended)
    await visitor().accounts.setFirstPassword({ token: used, password: 'ورد-جوري 7' })
    await expect(visitor().accounts.welcome({ token: used })).rejects.toMatchObject(ended)
    await expect(visitor().accounts.setFirstPassword({ token: used, password: 'ورد-جوري 8' })).rejects.toMatchObject(ended)
    const expired = tokenOf(await open(await order({ phone: '771111111' })))
    at += 7 * DAY_MS - 1
    await visitor().accounts.welcome({ token: expired })
    at += 1
    await expect(visitor().accounts.welcome({ token: expired })).rejects.toMatchObject(ended)
    await expect(visitor().accounts.setFirstPassword({ token: expired, password: 'ورد-جوري 7' })).rejects.toMatchObject(ended)
  })

  test('a refused password does not end the link', async () => {
    const token = tokenOf(await open())
    const attempt = (password: string) => visitor().accounts.setFirstPassword({ token, password })
    await expect(attempt('12345')).rejects.toMatchObject({ fields: { password: texts.register.tooShort } })
    await expect(attempt('password')).rejects.toMatchObject({ fields: { password: texts.guessablePassword.common } })
    await expect(attempt('أم خالد1')).rejects.toMatchObject({ fields: { password: texts.guessablePassword.holdsUsername } })
    await attempt('ورد-جوري 7')
  })

  test('one of ten concurrent uses of a link sets the password', async () => {
    const token = tokenOf(await open())
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => refusalCodeOf(visitor().accounts.setFirstPassword({ token, password: `ورد-جوري ${n}` }))),
    )
    expect(codes.filter(code => code !== 'link-ended')).toHaveLength(1)
  })

  test('a password set by an administrator ends the link', async () => {
    const opened = await open()
    await admin.accounts.update({ id: opened.userId, password: 'ورد-جوري 7' })
    await expect(visitor().accounts.welcome({ token: tokenOf(opened) })).rejects.toMatchObject(ended)
    expect(await open((await admin.requests.orders({})).rows[0]!.id)).toMatchObject({ url: null, isExisting: true })
  })

  test('an order by a known telephone number is linked to its account', async () => {
    const host = await signIn({ username: 'host' })
    await admin.accounts.update({ id: host.user.id, phone: '+967 771 234 567' })
    const id = await order()
    expect(await admin.requests.account({ id })).toMatchObject({
      ...{ user: { id: host.user.id }, isOpened: false, hasPassword: true, proposedUsername: null },
    })
    const event = await host.events.create({ name: wedding.eventName, date: wedding.eventDate })
    expect(await open(id, { username: 'other' })).toEqual({
      ...{ userId: host.user.id, url: null, isExisting: true, granted: 0, eventId: event.id },
    })
    expect((await admin.activity.list({})).notifications[0]).toMatchObject({
      description: texts.activity.accountLinked('حساب host', wedding.eventName),
    })
  })

  describe('with a package', () => {
    const addPackage = (invitations = 240) =>
      admin.sales.createPackage({ name: 'باقة الأفراح', invitations, price: 50_000, currency: 'YER' })
    const entriesOf = async (userId: string) =>
      (await admin.accounts.credits({ userId })).rows.map(({ kind, amount, reason, orderId, by }) => ({
        kind,
        amount,
        reason,
        orderId,
        by,
      }))
    const reason = texts.packageGranted('باقة الأفراح', wedding.eventName)

    test('a new account gets its invitations, as a grant for the order', async () => {
      const [id, { id: packageId }] = [await order(), await addPackage()]
      const opened = await open(id, { packageId })
      expect(opened.granted).toBe(240)
      expect(await userOf(opened.userId)).toMatchObject({ generationLimit: 240, usedGenerations: 0 })
      expect(await entriesOf(opened.userId)).toEqual([{ kind: 'grant', amount: 240, reason, orderId: id, by: 'admin' }])
      expect(await admin.requests.account({ id })).toMatchObject({ granted: 240 })
      expect(await unbalancedAccounts(db())).toEqual([])
    })

    test('a package that is granted later keeps the link', async () => {
      const [id, { id: packageId }] = [await order(), await addPackage()]
      const token = tokenOf(await open(id))
      expect(await open(id, { packageId })).toMatchObject({ granted: 240, url: null })
      await visitor().accounts.welcome({ token })
      expect(await open(id, { packageId }), 'a repeat after a lost answer').toMatchObject({ granted: 0, url: expect.any(String) })
    })

    test('a package that is granted later renews an expired link', async () => {
      const [id, { id: packageId }] = [await order(), await addPackage()]
      await open(id)
      at += 7 * DAY_MS
      await visitor().accounts.welcome({ token: tokenOf(await open(id, { packageId })) })
    })

    test('a known account gets its invitations once for each order', async () => {
      const { id: packageId } = await addPackage()
      const first = await open(await order())
      const id = await order()
      for (const granted of [240, 0]) expect(await open(id, { packageId })).toMatchObject({ userId: first.userId, granted })
      expect(await userOf(first.userId)).toMatchObject({ generationLimit: 340 })
      expect(await unbalancedAccounts(db())).toEqual([])
    })

    test('two administrators at once create one account with one grant', async () => {
      const other = await signIn({ username: 'other', isAdmin: true })
      const [id, { id: packageId }] = [await order(), await addPackage()]
      const opened = await Promise.all([admin, other, admin, other].map(one => one.requests.openAccount({ id, packageId })))
      expect(opened.map(({ granted }) => granted).sort()).toEqual([0, 0, 0, 240])
      expect(await entriesOf(opened[0]!.userId)).toHaveLength(1)
      expect(await count('users')).toBe(3)
      expect(await unbalancedAccounts(db())).toEqual([])
    })

    test('an unknown or archived package opens nothing', async () => {
      const [id, { id: packageId }] = [await order(), await addPackage()]
      await admin.sales.updatePackage({ id: packageId, isArchived: true })
      for (const refused of ['unknown', packageId])
        await expect(open(id, { packageId: refused })).rejects.toMatchObject({ fields: { packageId: texts.orderAccount.noPackage } })
      expect(await count('users')).toBe(1)
    })

    test('a grant beyond the largest quota opens nothing', async () => {
      const host = await signIn({ username: 'host', limit: 2_147_483_647 })
      await admin.accounts.update({ id: host.user.id, phone: wedding.phone })
      const [id, { id: packageId }] = [await order(), await addPackage()]
      await expect(open(id, { packageId })).rejects.toMatchObject({ message: texts.credits.tooMany })
      expect((await admin.requests.orders({})).rows).toMatchObject([{ userId: null }])
    })
  })

  test('an administrator’s telephone number is not a known one', async () => {
    await admin.accounts.update({ id: admin.user.id, phone: '771234567' })
    expect(await open()).toMatchObject({ isExisting: false })
  })

  test('an administrator without a password gets no link', async () => {
    const id = await order()
    const opened = await open(id)
    await admin.accounts.update({ id: opened.userId, isAdmin: true })
    await expect(visitor().accounts.welcome({ token: tokenOf(opened) })).rejects.toMatchObject(ended)
    expect(await open(id)).toMatchObject({ userId: opened.userId, url: null })
  })

  test('concurrent openings of two orders by one customer create one account', async () => {
    const other = await signIn({ username: 'other', isAdmin: true })
    const ids = [await order(), await order({ eventName: 'عقد القران' })]
    const opened = await Promise.all([0, 1, 0, 1].map((n, m) => [admin, other][m % 2]!.requests.openAccount({ id: ids[n]! })))
    expect(new Set(opened.map(({ userId }) => userId)).size).toBe(1)
    expect(opened.filter(({ isExisting }) => !isExisting)).toHaveLength(1)
    expect(await count('users')).toBe(3)
    expect(await count('events')).toBe(2)
    const tokens = await Promise.all(opened.map(one => refusalCodeOf(visitor().accounts.welcome({ token: tokenOf(one) }))))
    expect(
      tokens.filter(code => code !== 'link-ended'),
      'only the last link is valid',
    ).toHaveLength(1)
  })

  test('another name gets the next free username, a chosen one is refused when taken', async () => {
    await open()
    const id = await order({ phone: '771111111' })
    await expect(open(id, { username: 'أم خالد' })).rejects.toMatchObject({ code: 'username-taken' })
    expect(await admin.requests.account({ id })).toMatchObject({ isOpened: false, proposedUsername: 'أم خالد 2' })
    expect(await userOf((await open(id)).userId)).toMatchObject({ username: 'أم خالد 2' })
    const chosen = await open(await order({ phone: '772222222', customerName: '' }), { username: 'sara' })
    expect(await userOf(chosen.userId)).toMatchObject({ username: 'sara', fullName: 'صاحب طلب «زفاف سارة»' })
  })

  test('a customer without a name gets a numbered username', async () => {
    expect(await userOf((await open(await order({ customerName: '' }))).userId)).toMatchObject({ username: 'عميل 1' })
  })

  test.each(['cancelled', 'rejected'] as const)('refuses to open an account for a %s order', async status => {
    const id = await order()
    await admin.requests.updateOrder({ id, status })
    await expect(open(id)).rejects.toMatchObject({ code: 'bad-input', message: texts.orderAccount.closed })
    expect(await count('users')).toBe(1)
  })

  test('a deleted event is not prepared again', async () => {
    const id = await order()
    const { eventId } = await open(id)
    await admin.events.remove({ id: eventId! })
    await open(id)
    expect(await count('events')).toBe(0)
    expect(await admin.requests.account({ id })).toMatchObject({ isOpened: true, event: null })
  })

  test('after its account was deleted an order can get another one', async () => {
    const id = await order()
    const first = await open(id)
    await admin.accounts.remove({ id: first.userId })
    await expect(visitor().accounts.welcome({ token: tokenOf(first) })).rejects.toMatchObject(ended)
    expect((await admin.requests.orders({})).rows).toMatchObject([{ id, userId: null }])
    const second = await open(id)
    expect(second.userId).not.toBe(first.userId)
    expect(await admin.requests.account({ id })).toMatchObject({ isOpened: true, event: { name: wedding.eventName } })
  })

  test('an unknown order is refused as not found', async () => {
    expect(await refusalCodeOf(open('unknown'))).toBe('not-found')
    expect(await refusalCodeOf(admin.requests.account({ id: 'unknown' }))).toBe('not-found')
  })

  test('the token is stored nowhere', async () => {
    const token = tokenOf(await open())
    await visitor().accounts.welcome({ token })
    for (const table of ['welcome_links', 'activity', 'idempotency_keys', 'orders', 'users', 'mails'] as const)
      expect(JSON.stringify(await db().read.selectFrom(table).selectAll().execute())).not.toContain(token)
  })
})

describe.each(ENGINES)('guesses of links on %s', engine => {
  const { visitor } = startTestServer(engine, { rateLimit: true })

  test('wrong tokens from one address are refused after the limit', async () => {
    const { accounts } = visitor()
    const codes: unknown[] = []
    for (let n = 0; n < 21; n++) codes.push(await refusalCodeOf(accounts.welcome({ token: `x${n}` })))
    expect(codes).toEqual([...Array(20).fill('link-ended'), 'busy'])
    expect(await refusalCodeOf(accounts.setFirstPassword({ token: 'y', password: PASSWORD }))).toBe('busy')
  })
})

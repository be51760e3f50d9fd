import { MAX_INTEGER } from '@hudur/core/inputs'
import * as texts from '@hudur/core/texts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { unbalancedAccounts } from '../../testing/ledger.ts'
import { PASSWORD } from '../../testing/server.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const event = { eventName: 'زفاف', eventDate: '2027-01-14' }
const request = { ...event, eventType: 'wedding', phone: '771234567', invitationCount: 80 } as const

describe.each(ENGINES)('the ledger of credits on %s', engine => {
  const { db, signIn, visitor } = startTestServer(engine)

  type Caller = Awaited<ReturnType<typeof signIn>>
  let admin: Caller
  let host: Caller
  beforeEach(async () => {
    admin = await signIn({ username: 'admin', isAdmin: true })
    host = await signIn({ username: 'host', limit: 5 })
  })

  const entriesOf = async (userId: string) =>
    (await admin.accounts.credits({ userId })).rows.map(({ kind, amount, by }) => `${kind} ${amount} ${by}`).reverse()
  const guests = (count: number) => Array.from({ length: count }, (_, n) => ({ ...event, guestName: `ضيف ${n}` }))

  test('the ledger has an entry for each change of quota and use', async () => {
    const { id } = await admin.accounts.create({ fullName: 'هناء', username: 'hanaa', password: PASSWORD, generationLimit: 40 })
    await admin.accounts.update({ id, generationLimit: 60 })
    await admin.accounts.update({ id, generationLimit: 50, fullName: 'هناء ناصر' })
    await admin.accounts.updateGenerations({ id, count: 7 })
    await admin.accounts.updateGenerations({ id, count: 3 })
    const entries = ['opening 40 admin', 'grant 20 admin', 'correction -10 admin', 'charge -7 admin', 'refund 4 admin']
    expect((await entriesOf(id)).toSorted()).toEqual(entries.toSorted())
    expect(await unbalancedAccounts(db())).toEqual([])
  })

  test('created invitations are charged in one entry, deleted ones refunded', async () => {
    const [first] = await host.invitations.create({ invitations: guests(3) })
    await host.invitations.remove({ id: first!.id })
    const { rows, total } = await admin.accounts.credits({ userId: host.user.id, limit: 2 })
    expect(total).toBe(3)
    expect(rows).toMatchObject([
      { kind: 'refund', amount: 1, by: 'host', reason: texts.activity.deleted('ضيف 0', 'زفاف') },
      { kind: 'charge', amount: -3, by: 'host', reason: texts.activity.created(3, 'زفاف') },
    ])
  })

  test('a grant’s entry names the administrator and the request', async () => {
    const { id: requestId } = await host.requests.create(request)
    const grant = { userId: host.user.id, amount: 80, reason: 'دُفع نقداً', requestId, nonce: 'tap' }
    const granted = await admin.accounts.grantCredits(grant)
    expect(granted.user).toMatchObject({ generationLimit: 85, usedGenerations: 0 })
    expect(await admin.accounts.grantCredits(grant), 'a repeat gets the first answer').toEqual(granted)
    await expect(admin.accounts.grantCredits({ ...grant, amount: 90 })).rejects.toMatchObject({ code: 'nonce-taken' })
    const [entry] = (await admin.accounts.credits({ userId: host.user.id })).rows
    expect(entry).toMatchObject({ kind: 'grant', amount: 80, by: 'admin', reason: 'دُفع نقداً', orderId: null, requestId })
    expect((await admin.activity.list({})).notifications[0]).toMatchObject({
      ...{ action: 'update_user', targetId: host.user.id, description: texts.activity.creditsGranted('حساب host', 80) },
    })
  })

  test('a negative grant is a correction that leaves a quota of at least 1', async () => {
    const take = (amount: number) => admin.accounts.grantCredits({ userId: host.user.id, amount, reason: 'زيادة بالخطأ' })
    expect((await take(-4)).user.generationLimit).toBe(1)
    await expect(take(-1)).rejects.toMatchObject({ code: 'bad-input', fields: { amount: texts.credits.belowOne(1) } })
    expect(await entriesOf(host.user.id)).toEqual(['opening 5 null', 'correction -4 admin'])
  })

  test('lists a ledger of several pages once each, newest first', async () => {
    const rows = Array.from({ length: 620 }, (_, n) => ({
      ...{ id: `e${n}`, user_id: host.user.id, at: new Date(n % 7).toISOString(), by_id: null, kind: 'grant' as const, amount: 1 },
      ...{ reason: 'سبب', order_id: null, request_id: null },
    }))
    for (const some of [rows.slice(0, 310), rows.slice(310)]) await db().write(trx => trx.insertInto('credits').values(some).execute())
    const { rows: entries, total } = await admin.accounts.credits({ userId: host.user.id })
    expect(total).toBe(621)
    const sorted = rows.toSorted((a, b) => (a.at + a.id < b.at + b.id ? 1 : -1)).map(({ id }) => id)
    expect(entries.slice(1).map(({ id }) => id)).toEqual(sorted)
  })

  test('refuses a grant above the largest quota that the database can store', async () => {
    const userId = host.user.id
    await admin.accounts.update({ id: userId, generationLimit: MAX_INTEGER - 1 })
    const give = (amount: number) => admin.accounts.grantCredits({ userId, amount, reason: 'هدية' })
    expect((await give(1)).user.generationLimit).toBe(MAX_INTEGER)
    await expect(give(1)).rejects.toMatchObject({ code: 'bad-input', fields: { amount: texts.credits.tooMany } })
    expect(await unbalancedAccounts(db())).toEqual([])
  })

  test('a grant releases invitations that wait for credits', async () => {
    await host.invitations.create({ invitations: guests(5) })
    await host.invitations.create({ invitations: [{ ...event, guestName: 'بانتظار' }], happened: true })
    await admin.accounts.grantCredits({ userId: host.user.id, amount: 1, reason: 'هدية' })
    expect((await host.invitations.list({})).rows.filter(({ isPending }) => isPending)).toEqual([])
    expect((await entriesOf(host.user.id)).toSorted()).toEqual(
      ['opening 5 null', 'charge -5 host', 'grant 1 admin', 'charge -1 null'].toSorted(),
    )
  })

  test.each([
    ['an amount of 0', { amount: 0 }, 'bad-input'],
    ['a blank reason', { reason: ' ' }, 'bad-input'],
    ['an unknown account', { userId: 'nobody' }, 'not-found'],
    ['an unknown order', { orderId: 'nothing' }, 'not-found'],
    ['an unknown request', { requestId: 'nothing' }, 'not-found'],
  ])('refuses a grant with %s and adds nothing', async (_, part, code) => {
    expect(await refusalCodeOf(admin.accounts.grantCredits({ userId: host.user.id, amount: 5, reason: 'سبب', ...part }))).toBe(code)
    expect(await entriesOf(host.user.id)).toEqual(['opening 5 null'])
  })

  test('refuses a grant for the request of another user', async () => {
    const { id: requestId } = await host.requests.create(request)
    const grant = { userId: admin.user.id, amount: 5, reason: 'سبب', requestId }
    await expect(admin.accounts.grantCredits(grant)).rejects.toMatchObject({ fields: { requestId: texts.credits.otherRequest } })
  })

  test('refuses a grant for the order of another account', async () => {
    const { id: orderId } = await visitor().requests.order(request)
    await admin.requests.updateOrder({ id: orderId, status: 'processing' })
    await admin.requests.openAccount({ id: orderId })
    const grant = { userId: host.user.id, amount: 5, reason: 'سبب', orderId }
    await expect(admin.accounts.grantCredits(grant)).rejects.toMatchObject({ fields: { orderId: texts.credits.otherRequest } })
  })

  test('accepts a grant for a website order', async () => {
    const { id: orderId } = await visitor().requests.order(request)
    await admin.accounts.grantCredits({ userId: host.user.id, amount: 5, reason: 'طلب من الموقع', orderId })
    expect((await admin.accounts.credits({ userId: host.user.id })).rows[0]).toMatchObject({ orderId })
  })

  test('the entries add up to quota and use after any sequence of calls', async () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('create' as const), count: fc.integer({ min: 1, max: 4 }), happened: fc.boolean() }),
      fc.record({ does: fc.constant('grant' as const), amount: fc.integer({ min: -6, max: 6 }) }),
      fc.record({ does: fc.constantFrom('use' as const, 'limit' as const), count: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ does: fc.constantFrom('remove' as const, 'link' as const, 'revoke' as const, 'delete' as const, 'restore' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async steps => {
        const userId = host.user.id
        for (const one of steps) {
          const [invitation] = (await host.invitations.list({ limit: 1 })).rows
          const eventId = invitation?.eventId ?? ''
          const acts = {
            create: () => 'happened' in one && host.invitations.create({ invitations: guests(one.count), happened: one.happened }),
            grant: () => 'amount' in one && admin.accounts.grantCredits({ userId, amount: one.amount, reason: 'سبب' }),
            use: () => 'count' in one && admin.accounts.updateGenerations({ id: userId, count: one.count }),
            limit: () => 'count' in one && admin.accounts.update({ id: userId, generationLimit: one.count }),
            remove: () => invitation && host.invitations.remove({ id: invitation.id }),
            link: () => host.links.create({ eventId, role: 'family', name: 'العائلة', allotment: 2 }),
            revoke: async () => host.links.revoke({ id: (await host.links.list({ eventId }))[0]?.id ?? '' }),
            delete: () => host.events.remove({ id: eventId }),
            restore: async () => host.events.restore({ id: (await host.events.deleted({})).rows[0]?.id ?? '' }),
          }
          await refusalCodeOf(Promise.resolve(acts[one.does]()))
          expect(await unbalancedAccounts(db())).toEqual([])
        }
        for (const { id } of (await host.events.list({})).rows) await host.events.remove({ id })
      }),
      { numRuns: 8 },
    )
  })
})

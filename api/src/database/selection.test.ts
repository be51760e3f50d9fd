import * as texts from '@hudur/core/texts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { PASSWORD } from '../../testing/server.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const wedding = { eventName: 'زفاف سارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '0512345678' } as const
const written = { fullName: 'هناء', email: 'hanaa@example.com', subject: 'سؤال', message: 'كم؟' }

describe.each(ENGINES)('changes of selected rows of the office on %s', engine => {
  const { db, signIn, visitor, count } = startTestServer(engine)
  type Caller = Awaited<ReturnType<typeof signIn>>
  let admin: Caller
  beforeEach(async () => {
    admin = await signIn({ username: 'admin', isAdmin: true })
  })

  const createAll = async <Row>(number: number, create: (n: number) => Promise<Row>) => {
    const rows: Row[] = []
    for (let n = 0; n < number; n++) rows.push(await create(n))
    return rows
  }

  test('a new status of many orders adds to the timeline of each what a single change adds', async () => {
    const orders = await createAll(4, () => visitor().requests.order(wedding))
    const [many, single, done] = [orders.slice(0, 3).map(({ id }) => id), orders[3]!.id, orders[2]!.id]
    await admin.requests.updateOrder({ id: many[1]!, status: 'processing' })
    for (const id of [done, single]) await admin.requests.updateOrder({ id, status: 'completed' })
    expect(await admin.requests.updateOrders({ ids: [...many, 'nothing'], newStatus: 'completed' })).toEqual({ changed: 2 })
    expect((await admin.requests.orders({ status: 'completed' })).total).toBe(4)
    const timelineOf = async (orderId: string) =>
      (await admin.requests.timeline({ orderId })).flatMap(one =>
        one.kind === 'status' ? `${one.formerStatus} ${one.status} ${one.by}` : [],
      )
    expect(await timelineOf(many[0]!)).toEqual(await timelineOf(single))
    expect(await timelineOf(many[1]!)).toEqual(['pending processing admin', 'processing completed admin'])
    expect(await timelineOf(done)).toEqual(['pending completed admin'])
  })

  test('5,000 orders that match a filter change in one call, and none when the number differs', async () => {
    const row = { event_name: wedding.eventName, event_date: wedding.eventDate, event_type: wedding.eventType, phone: '1', notes: null }
    await visitor().requests.order(wedding)
    for (let part = 0; part < 10; part++)
      await db().write(trx =>
        trx
          .insertInto('orders')
          .values(
            Array.from({ length: 500 }, (_, n) => ({
              ...{ ...row, id: `o-${part}-${n}`, status: 'pending' as const, source: 'website', invitation_count: 1 },
              created_at: '2026-11-01T10:00:00.000Z',
            })),
          )
          .execute(),
      )
    const all = { status: 'pending', to: '2026-11-02T00:00:00.000Z', count: 5_000 } as const
    const differing = { code: 'count-changed', status: 409, message: texts.countChanged(5_000), fields: { count: texts.countNow(5_000) } }
    await expect(admin.requests.updateOrders({ all: { ...all, count: 4_999 }, newStatus: 'rejected' })).rejects.toMatchObject(differing)
    expect((await admin.requests.orders({ status: 'rejected', limit: 1 })).total).toBe(0)
    expect(await admin.requests.updateOrders({ all, newStatus: 'rejected' })).toEqual({ changed: 5_000 })
    expect([await count('order_events'), (await admin.requests.orders({ status: 'pending' })).total]).toEqual([5_000, 1])
  })

  test('selected requests of users are approved with their timelines', async () => {
    const host = await signIn({ username: 'host' })
    const [found] = await createAll(3, n => host.requests.create({ ...wedding, eventName: n === 0 ? 'تخرّج' : wedding.eventName }))
    expect(await admin.requests.updateMany({ all: { search: 'زفاف', count: 2 }, newStatus: 'approved' })).toEqual({ changed: 2 })
    const statuses = (await host.requests.list({})).rows.map(({ eventName, status }) => `${eventName} ${status}`).sort()
    expect(statuses).toEqual(['تخرّج pending', 'زفاف سارة approved', 'زفاف سارة approved'])
    expect((await admin.requests.timeline({ requestId: found!.id })).map(({ kind }) => kind)).toEqual(['created'])
    expect(await count('order_events')).toBe(2)
  })

  test('selected messages are marked and deleted', async () => {
    const messages = await createAll(3, n => visitor().messages.create({ ...written, subject: `سؤال ${n}` }))
    const ids = messages.slice(1).map(({ id }) => id)
    expect(await admin.messages.updateMany({ ids, newStatus: 'read' })).toEqual({ changed: 2 })
    expect(await admin.messages.updateMany({ all: { count: 3 }, newStatus: 'read' })).toEqual({ changed: 1 })
    expect(await refusalCodeOf(admin.messages.removeMany({ all: { status: 'new', count: 3 } }))).toBe('count-changed')
    expect(await admin.messages.removeMany({ ids: [...ids, ...ids] })).toEqual({ changed: 2 })
    expect((await admin.messages.list({})).rows.map(({ id }) => id)).toEqual([messages[0]!.id])
    const [newest] = (await admin.activity.list({ limit: 1 })).notifications
    expect(newest).toMatchObject({ action: 'delete_message', description: texts.activity.messagesDeleted(2) })
  })

  test('selected registrations are decided as single ones are', async () => {
    const people = await createAll(4, n =>
      visitor().accounts.register({ fullName: `هناء ${n}`, username: `hanaa${n}`, password: PASSWORD }),
    )
    const ids = people.map(({ id }) => id)
    await admin.accounts.reject({ id: ids[3]! })
    expect(await admin.accounts.decideMany({ ids: [ids[0]!, ids[3]!], verdict: 'approved' })).toEqual({ decided: 1 })
    expect(await refusalCodeOf(admin.accounts.decideMany({ all: { count: 4 }, verdict: 'rejected' }))).toBe('count-changed')
    expect(await admin.accounts.decideMany({ all: { search: 'هناء', count: 2 }, verdict: 'rejected' })).toEqual({ decided: 2 })
    const opened = await visitor().accounts.login({ username: 'hanaa0', password: PASSWORD })
    expect(opened).toMatchObject({ id: ids[0], generationLimit: 100 })
    const again = { fullName: 'هناء', username: 'hanaa1', password: PASSWORD }
    expect(await refusalCodeOf(visitor().accounts.register(again)), 'the username is free').toBe('done')
    const actions = (await admin.activity.list({})).notifications.map(({ action }) => action)
    expect(actions).toEqual(['delete_user', 'delete_user', 'create_user', 'delete_user'])
  })

  test('selected accounts are deleted with a record each, and never the caller’s own', async () => {
    const hosts = await createAll(3, n => signIn({ username: `host${n}` }))
    await hosts[0]!.invitations.create({ invitations: [{ ...wedding, guestName: 'سارة' }] })
    const ids = hosts.map(({ user }) => user.id)
    expect(await refusalCodeOf(admin.accounts.removeMany({ ids: [...ids, admin.user.id] }))).toBe('oneself')
    expect(await refusalCodeOf(admin.accounts.removeMany({ all: { count: 4 } }))).toBe('count-changed')
    expect(await admin.accounts.removeMany({ ids: [ids[0]!, 'nothing'] })).toEqual({ removed: 1 })
    expect(await admin.accounts.removeMany({ all: { count: 2 } })).toEqual({ removed: 2 })
    expect([await count('users'), await count('invitations'), await count('tombstones')]).toEqual([1, 0, 1])
    const { data } = await admin.accounts.deletedAccounts({})
    expect(data.accounts.map(({ username, deleted_by }) => `${username} ${deleted_by}`).sort()).toEqual(
      [0, 1, 2].map(n => `host${n} admin`),
    )
  })

  test('without a recent sign-in, accounts are deleted only with the own password', async () => {
    const host = await signIn({ username: 'host' })
    await db().write(trx => trx.updateTable('sessions').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute())
    const ids = [host.user.id]
    expect(await refusalCodeOf(admin.accounts.removeMany({ ids }))).toBe('password-required')
    expect(await admin.accounts.removeMany({ ids, currentPassword: PASSWORD })).toEqual({ removed: 1 })
  })
})

import { linkCounterId } from '@hudur/core/actor'
import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import type { Contract, contract } from '@hudur/core/contract'
import type { Backend, EndpointInput } from '@hudur/core/endpoint'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import { createPng } from '@hudur/core/testing/pictures'
import * as texts from '@hudur/core/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { openLink } from '../../testing/link-device.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'
import { up } from '../database/migrations/0002-people-of-allotments.ts'
import { returnUnusedAllotments } from './service.ts'

const event = { eventName: 'زفاف سارة', eventDate: '2026-11-20' }
const TIME_ZONE = 'Asia/Aden'

describe.each(ENGINES)('family links on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let now: Date

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db, { now: () => now, timeZone: TIME_ZONE })
  })
  beforeEach(async () => {
    now = new Date('2026-11-18T18:00:00.000Z')
    await emptyDatabase(db)
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  /** Creates a host with one guest and a balance of 9 more invitations. */
  async function createHost() {
    const account = await addAccount(db, { username: 'host', limit: 10 })
    const { backend } = await server.callerFor(account)
    const [guest] = await backend.invitations.create({ invitations: [{ ...event, guestName: 'هدى', table: '1' }] })
    const eventId = guest!.eventId!
    const createLink = (fields: Partial<EndpointInput<typeof contract.links.create>> = {}) =>
      backend.links.create({ eventId, role: 'family', name: 'أهل العروس', allotment: 4, ...fields })
    const readUsedQuota = async () => (await backend.accounts.me({}))!.usedGenerations
    return { backend, guest: guest!, eventId, create: createLink, used: readUsedQuota }
  }

  const openDevice = async (link: Pick<LinkWithUrl, 'id' | 'url'>) => (await openLink(server.base, link)).backend

  const inviteGuests = (backend: Backend<Contract>, ...names: string[]) =>
    backend.invitations.create({ invitations: names.map(guestName => ({ ...event, guestName })) })

  test('a link with the id of another owner’s deleted link has none of its data', async () => {
    const { backend, create, eventId } = await createHost()
    const [family, door] = [await create(), await create({ role: 'door', name: 'باب' })]
    const [sara] = await inviteGuests(await openDevice(family), 'سارة')
    await (await openDevice(family)).invitations.sent({ ids: [sara!.id], via: 'whatsapp' })
    await (await openDevice(door)).checkIn.check({ qr_code: sara!.code })
    // As the daily deletion does 90 days after the end of the links.
    await db.write(trx => trx.deleteFrom('links').where('event_id', '=', eventId).execute())
    const stranger = (await server.callerFor(await addAccount(db, { username: 'stranger', limit: 10 }))).backend
    const { id: otherId } = await stranger.events.create({ name: 'غيره', date: event.eventDate })
    await stranger.links.create({ id: family.id, eventId: otherId, role: 'family', name: 'سرّ', allotment: 2 })
    await stranger.links.create({ id: door.id, eventId: otherId, role: 'door', name: 'سرّ' })
    const history = await backend.invitations.history({ id: sara!.id })
    expect(history.map(({ kind, by }) => [kind, by])).toEqual([
      ['admission', null],
      ['sent', expect.not.stringContaining('سرّ')],
    ])
    await backend.invitations.update({ id: sara!.id, maxScans: 3 })
    expect(
      (await stranger.links.list({ eventId: otherId })).map(({ role, allotment, used, admitted }) => [role, allotment, used, admitted]),
    ).toEqual(
      expect.arrayContaining([
        ['family', 2, 0, 0],
        ['door', null, 0, 0],
      ]),
    )
  })

  test('a family link cannot find the host’s guests by an equal name or number', async () => {
    const { backend, create, eventId } = await createHost()
    await backend.invitations.create({ invitations: [{ ...event, guestName: 'أم محمد', phone: '777123456' }] })
    const family = await openDevice(await create())
    const guests = [{ guestName: 'هدى' }, { guestName: 'سارة', phone: '+967777123456' }, { guestName: 'علي' }]
    await family.invitations.create({ invitations: guests.map(guest => ({ ...event, ...guest })) })
    const list = async (caller: typeof backend, filter: 'duplicates' | 'all', search = '') => {
      const { rows, total } = await caller.invitations.list({ eventId, filter, search })
      expect(total).toBe(rows.length)
      return rows.map(({ guestName }) => guestName).sort()
    }
    expect(await list(family, 'duplicates')).toEqual([])
    expect(await list(family, 'all', 'هدى')).toEqual(['سارة', 'علي', 'هدى'])
    expect(await list(backend, 'duplicates')).toEqual(['أم محمد', 'سارة', 'هدى', 'هدى'])
    await family.invitations.create({ invitations: [{ ...event, guestName: 'على' }] })
    expect(await list(family, 'duplicates')).toEqual(['على', 'علي'])
  })

  test('a family link’s allotment is charged to the owner’s quota', async () => {
    const { backend, create, used } = await createHost()
    for (const allotment of [undefined, 0, 1.5, 10_001])
      await expect(create({ allotment })).rejects.toMatchObject({ code: 'bad-input', fields: { allotment: expect.any(String) } })
    await expect(create({ allotment: 10 })).rejects.toMatchObject({ code: 'over-balance' })
    expect(await used()).toBe(1)
    const link = await create()
    expect(link).toMatchObject({ allotment: 4, used: 0 })
    expect(await used()).toBe(5)
    const family = await openDevice(link)
    await inviteGuests(family, 'علي', 'سعيد')
    expect([await used(), (await family.links.me({})).used]).toEqual([5, 2])

    await expect(backend.links.update({ id: link.id, allotment: 1 })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(backend.links.update({ id: link.id, allotment: 10 })).rejects.toMatchObject({ code: 'over-balance' })
    expect(await backend.links.update({ id: link.id, allotment: 9 })).toMatchObject({ allotment: 9, used: 2 })
    expect(await used()).toBe(10)
    expect(await backend.links.update({ id: link.id, allotment: 3 })).toMatchObject({ allotment: 3 })
    expect(await used()).toBe(4)
    await backend.links.revoke({ id: link.id })
    expect(await used()).toBe(3)
    await expect(backend.links.revoke({ id: link.id })).rejects.toMatchObject({ code: 'not-found' })
    expect(await used()).toBe(3)
  })

  test('a family link creates invitations only within its allotment', async () => {
    const { backend, create, eventId, used } = await createHost()
    const family = await openDevice(await create({ allotment: 2 }))
    const fields = { ...event, eventName: 'غيرها', side: 'غيره', table: '9', isVip: true, note: 'x' }
    const [guest] = await family.invitations.create({ invitations: [{ ...fields, guestName: 'علي', phone: '777123456' }] })
    const expected = { guestName: 'علي', eventId, side: 'أهل العروس', table: null, isVip: false, note: null, phone: '777123456' }
    expect(guest).toMatchObject(expected)
    expect((await backend.invitations.list({ eventId })).rows.find(({ id }) => id === guest!.id)).toMatchObject(expected)
    await expect(inviteGuests(family, 'سعيد', 'خالد')).rejects.toMatchObject({ code: 'over-balance' })
    await inviteGuests(family, 'سعيد')
    await expect(inviteGuests(family, 'خالد')).rejects.toMatchObject({ code: 'over-balance' })
    expect((await family.invitations.list({})).total).toBe(2)
    // The allotment was charged when the link was created, so its invitations do not change the owner's used quota.
    expect(await used()).toBe(3)
    expect((await backend.checkIn.check({ qr_code: guest!.id })).outcome).toBe('admitted')
  })

  const inviteFamily = async (backend: Backend<Contract>, maxScans: number) =>
    (await backend.invitations.create({ invitations: [{ ...event, guestName: 'عائلة علي', generationType: 'custom', maxScans }] }))[0]!

  test('an allotment counts the people of invitations', async () => {
    const { backend, create, used } = await createHost()
    const link = await create({ allotment: 6 })
    const family = await openDevice(link)
    const readCounts = async () => [(await family.links.me({})).used, await used()]
    expect(await readCounts()).toEqual([0, 7])
    const { id } = await inviteFamily(family, 4)
    // An invitation costs the host one credit, whatever its people. The other reserved credits are returned.
    expect(await readCounts()).toEqual([4, 4])
    const overAllotment = { code: 'over-balance', message: texts.link.overAllotment(3, 2) }
    await expect(inviteFamily(family, 3)).rejects.toMatchObject(overAllotment)
    await expect(family.invitations.update({ id, maxScans: 7 })).rejects.toMatchObject({
      ...overAllotment,
      fields: { maxScans: overAllotment.message },
    })
    await family.invitations.update({ id, maxScans: 6 })
    expect(await readCounts()).toEqual([6, 2])
    await family.invitations.update({ id, maxScans: 2 })
    expect(await readCounts()).toEqual([2, 6])
    await expect(backend.links.update({ id: link.id, allotment: 1 })).rejects.toMatchObject({
      fields: { allotment: texts.linkOnServer.belowUsed(2) },
    })
    expect(await family.invitations.remove({ id })).toMatchObject({ refunded: true })
    expect(await readCounts()).toEqual([0, 7])
  })

  test('the migration to people keeps the unused part of an allotment', async () => {
    const { create } = await createHost()
    const family = await openDevice(await create({ allotment: 6 }))
    await inviteFamily(family, 4)
    await db.write(async trx => {
      await trx.updateTable('links').set({ allotment: 3, used: 1 }).execute()
      await up(trx)
    })
    expect(await family.links.me({})).toMatchObject({ allotment: 6, used: 4 })
  })

  test('an edit by the host leaves the rest of the allotment unchanged', async () => {
    const { backend, create, used } = await createHost()
    const family = await openDevice(await create({ allotment: 6 }))
    const { id } = await inviteFamily(family, 4)
    for (const [maxScans, counts] of [
      [9, { allotment: 11, used: 9 }],
      [1, { allotment: 3, used: 1 }],
    ] as const) {
      await backend.invitations.update({ id, maxScans })
      expect([await family.links.me({}), await used()]).toMatchObject([counts, 4])
    }
  })

  test('a family gets back no more people than the host has credits', async () => {
    const { backend, create, used } = await createHost()
    const family = await openDevice(await create({ allotment: 9 }))
    const { id } = await inviteFamily(family, 9)
    await backend.invitations.create({ invitations: Array.from({ length: 6 }, (_, n) => ({ ...event, guestName: `ضيف ${n}` })) })
    await family.invitations.update({ id, maxScans: 5 })
    expect([(await family.links.me({})).used, await used()]).toEqual([7, 10])
    await family.invitations.remove({ id })
    expect([(await family.links.me({})).used, await used()]).toEqual([6, 10])
  })

  test('concurrent creations never exceed the allotment', async () => {
    const { backend, create, eventId } = await createHost()
    const family = await openDevice(await create({ allotment: 4 }))
    const request = { nonce: 'n', invitations: [{ ...event, guestName: 'علي' }] }
    const [first, second] = [await family.invitations.create(request), await family.invitations.create(request)]
    expect(second).toEqual(first)
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => inviteGuests(family, `ضيف ${n}`)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await family.links.me({})).toMatchObject({ allotment: 4, used: 4 })
    expect((await backend.events.get({ id: eventId })).invitations).toBe(5)
  })

  test('a family link lists, edits and deletes only its own guests', async () => {
    const { backend, create, guest, eventId } = await createHost()
    const [family, other] = [
      await openDevice(await create({ allotment: 2 })),
      await openDevice(await create({ allotment: 2, name: 'أهل العريس' })),
    ]
    const [own] = await inviteGuests(family, 'علي')
    await inviteGuests(other, 'سعيد')
    expect((await family.invitations.list({ search: 'هدى' })).rows).toMatchObject([{ id: own!.id }])
    expect((await family.invitations.list({ eventName: 'غيرها', eventDate: event.eventDate })).rows).toMatchObject([{ id: own!.id }])
    for (const { id } of [guest, (await other.invitations.list({})).rows[0]!]) {
      await expect(family.invitations.update({ id, guestName: 'غيره' })).rejects.toMatchObject({ code: 'not-found' })
      await expect(family.invitations.remove({ id })).rejects.toMatchObject({ code: 'not-found' })
    }
    const change = { id: own!.id, guestName: 'عليّ بن صالح', eventName: 'حفل آخر', table: '3', isVip: true, side: 'x' }
    expect(await family.invitations.update(change)).toMatchObject({
      ...{ guestName: 'عليّ بن صالح', eventId, eventName: event.eventName, table: null, isVip: false, side: 'أهل العروس' },
    })
    await expect(family.events.live({})).rejects.toMatchObject({ code: 'not-allowed' })
    expect(await backend.invitations.list({ eventId })).toMatchObject({ total: 3 })
  })

  test('a family link cannot create an invitation with another’s id', async () => {
    const { backend, create, guest } = await createHost()
    await backend.invitations.update({ id: guest.id, phone: '777123456', note: 'من كبار الضيوف' })
    const [family, other] = [await openDevice(await create({ allotment: 2 })), await openDevice(await create({ allotment: 2 }))]
    const same = { ...event, id: guest.id, guestName: guest.guestName }
    await expect(family.invitations.create({ invitations: [same] })).rejects.toMatchObject({ code: 'id-taken' })
    // Both links have the same name. A request of one link, sent again by the other, must not return the first answer.
    const request = { nonce: 'n', invitations: [{ ...event, guestName: 'علي' }] }
    await family.invitations.create(request)
    expect(await other.invitations.create(request)).toEqual([])
    expect((await other.invitations.list({})).total).toBe(0)
  })

  test('a family link never gets the note that the owner wrote', async () => {
    const { backend, create } = await createHost()
    const family = await openDevice(await create({ allotment: 2 }))
    const [own] = await inviteGuests(family, 'علي')
    await backend.invitations.update({ id: own!.id, note: 'لا يجلس قرب عمّه' })
    expect((await family.invitations.list({})).rows).toMatchObject([{ note: null }])
    expect(await family.invitations.update({ id: own!.id, guestName: 'عليّ' })).toMatchObject({ note: null })
    expect((await backend.invitations.list({ search: 'علي' })).rows).toMatchObject([{ note: 'لا يجلس قرب عمّه' }])
  })

  test('a family link marks only its own guests as sent', async () => {
    const { backend, create, guest, eventId } = await createHost()
    await backend.events.update({ id: eventId, message: 'أهلًا {الضيف}: {الرابط}' })
    const family = await openDevice(await create())
    expect((await family.links.me({})).event).toMatchObject({ message: 'أهلًا {الضيف}: {الرابط}', pictureId: null })
    const [own] = await inviteGuests(family, 'علي')
    await backend.invitations.update({ id: own!.id, note: 'لا يجلس قرب عمّه' })
    const sentAt = now.toISOString()
    expect(await family.invitations.sent({ ids: [own!.id, guest.id], via: 'whatsapp' })).toMatchObject([
      { id: own!.id, sentAt, sentVia: 'whatsapp', note: null },
    ])
    await expect(family.invitations.sent({ ids: [guest.id], via: 'whatsapp' })).rejects.toMatchObject({ code: 'not-found' })
    expect(await backend.invitations.history({ id: own!.id })).toMatchObject([{ kind: 'sent', via: 'whatsapp', by: 'أهل العروس' }])
    expect(await backend.events.get({ id: eventId })).toMatchObject({ sent: 1, unsent: 1 })
    expect(await family.invitations.sent({ ids: [own!.id], via: 'whatsapp', undo: true })).toMatchObject([{ sentAt: null }])
    // A link cannot remove a sent mark that the host has set.
    await backend.invitations.sent({ ids: [own!.id], via: 'picture' })
    await expect(family.invitations.sent({ ids: [own!.id], via: 'picture', undo: true })).rejects.toMatchObject({ code: 'not-found' })
    expect((await family.invitations.list({})).rows).toMatchObject([{ sentVia: 'picture' }])
    for (const role of ['door', 'live'] as const)
      expect((await (await openDevice(await create({ role, allotment: undefined }))).links.me({})).event).toMatchObject({ message: null })
  })

  test('a lowered allotment charges a pending invitation of the owner', async () => {
    const { backend, create, used } = await createHost()
    const link = await create({ allotment: 9 })
    const [pending] = await backend.invitations.create({ happened: true, invitations: [{ ...event, guestName: 'معلّق' }] })
    expect(pending).toMatchObject({ isPending: true })
    const family = await openDevice(link)
    const [own] = await inviteGuests(family, 'علي')
    await family.invitations.remove({ id: own!.id })
    expect([await used(), (await backend.invitations.list({ search: 'معلق' })).rows[0]!.isPending]).toEqual([10, true])
    await backend.links.update({ id: link.id, allotment: 8 })
    expect([await used(), (await backend.invitations.list({ search: 'معلق' })).rows[0]!.isPending]).toEqual([10, false])
  })

  test('an allotment still counts as used after the used quota is reset', async () => {
    const { backend, create, used } = await createHost()
    const admin = (await server.callerFor(await addAccount(db, { username: 'admin', isAdmin: true }))).backend
    const link = await create({ allotment: 4 })
    await admin.accounts.updateGenerations({ id: (await backend.accounts.me({}))!.id, count: 0 })
    expect(await used()).toBe(4)
    await backend.links.revoke({ id: link.id })
    expect(await used()).toBe(0)
  })

  test('a deletion within an hour refunds the allotment', async () => {
    const { create, used } = await createHost()
    const family = await openDevice(await create({ allotment: 2 }))
    const [first, second] = await inviteGuests(family, 'علي', 'سعيد')
    expect(await family.invitations.remove({ id: first!.id })).toEqual({ success: true, refunded: true })
    expect([(await family.links.me({})).used, await used()]).toEqual([1, 3])
    now = new Date(now.getTime() + 2 * 3_600_000)
    expect(await family.invitations.remove({ id: second!.id })).toEqual({ success: true, refunded: false })
    expect([(await family.links.me({})).used, await used()]).toEqual([1, 3])
  })

  test('edits with a family link use a daily budget of the link', async () => {
    const { create } = await createHost()
    const family = await openDevice(await create({ allotment: 2 }))
    const [first, second] = await inviteGuests(family, 'علي', 'سعيد')
    await family.invitations.update({ id: first!.id, guestName: 'عليّ' })
    await family.invitations.remove({ id: second!.id })
    const budgets = await db.read.selectFrom('budgets').select(['user_id', 'what']).where('what', '!=', 'scans').execute()
    const id = linkCounterId((await family.links.me({})).id)
    expect(
      budgets
        .filter(({ user_id }) => user_id === id)
        .map(({ what }) => what)
        .sort(),
    ).toEqual(['edits', 'refunds'])
    // The owner's one edit is the creation of the link.
    expect(budgets.filter(({ user_id }) => user_id !== id)).toHaveLength(1)
  })

  test('a link whose id is another account’s uses no budget of that account', async () => {
    const victim = await addAccount(db, { username: 'victim', limit: 10 })
    const { create } = await createHost()
    const family = await openDevice(await create({ id: victim.id, allotment: 2 }))
    const [first, second] = await inviteGuests(family, 'علي', 'سعيد')
    await family.invitations.update({ id: first!.id, guestName: 'عليّ' })
    await family.invitations.remove({ id: second!.id })
    expect(await db.read.selectFrom('budgets').select('what').where('user_id', '=', victim.id).execute()).toEqual([])
  })

  test('an expired family link refunds its unused allotment once', async () => {
    const { backend, create, used } = await createHost()
    const link = await create()
    const family = await openDevice(link)
    await inviteGuests(family, 'علي')
    const returnUnused = () => returnUnusedAllotments({ db, now: () => now, timeZone: TIME_ZONE })
    await returnUnused()
    expect(await used()).toBe(5)
    now = new Date('2026-11-22T20:59:00.000Z')
    await returnUnused()
    expect(await used()).toBe(5)
    now = new Date('2026-11-22T21:00:00.000Z')
    await expect(inviteGuests(family, 'سعيد')).rejects.toMatchObject({ code: 'link-ended' })
    await returnUnused()
    await returnUnused()
    expect(await used()).toBe(2)
    await backend.links.update({ id: link.id, expiresAt: '2026-12-01T00:00:00.000Z' })
    expect(await family.links.me({})).toMatchObject({ allotment: 1, used: 1 })
    await expect(inviteGuests(family, 'سعيد')).rejects.toMatchObject({ code: 'over-balance' })
  })

  test('a family link that was stored with a later end refunds its allotment 90 days after the event', async () => {
    const { create } = await createHost()
    const link = await create()
    // The host's session expires before the link.
    const used = async () => (await db.read.selectFrom('users').select('used_generations').executeTakeFirstOrThrow()).used_generations
    await db.write(trx => trx.updateTable('links').set({ expires_at: '9999-12-31T00:00:00.000Z' }).where('id', '=', link.id).execute())
    const before = await used()
    const returnUnused = () => returnUnusedAllotments({ db, now: () => now, timeZone: TIME_ZONE })
    now = new Date('2027-02-18T20:59:00.000Z')
    await returnUnused()
    expect(await used()).toBe(before)
    now = new Date('2027-02-18T21:00:00.000Z')
    await returnUnused()
    expect(await used()).toBe(before - link.allotment!)
  })

  test('deleting an event refunds the unused allotments of its family links', async () => {
    const { backend, create, eventId, used } = await createHost()
    await inviteGuests(await openDevice(await create()), 'علي')
    await backend.links.revoke({ id: (await create({ allotment: 3 })).id })
    expect(await used()).toBe(5)
    const { refunded } = await backend.events.remove({ id: eventId })
    expect(refunded).toBe(2)
    expect(await used()).toBe(0)
  })

  test('a family link can read only the design and picture of its event', async () => {
    const { backend, create, eventId } = await createHost()
    const [used, unused] = [
      await backend.invitations.uploadPicture({ picture: createPng() }),
      await backend.invitations.uploadPicture({ picture: createPng({ grey: 9 }) }),
    ]
    const look = { ...DEFAULT_LOOK, background: { is: 'picture' as const, pictureId: used.id } }
    await backend.invitations.saveDesign({ eventId, look })
    await backend.invitations.saveDesign({ ...event, eventName: 'تخرّج', look: DEFAULT_LOOK })
    const family = await openDevice(await create())
    expect(await family.invitations.designs({})).toMatchObject({ total: 1, rows: [{ eventId, look }] })
    expect((await family.invitations.picture({ id: used.id })).length).toBeGreaterThan(0)
    await expect(family.invitations.picture({ id: unused.id })).rejects.toMatchObject({ code: 'not-found' })
  })
})

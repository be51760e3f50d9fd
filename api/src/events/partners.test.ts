import { dayInTimeZone } from '@hudur/core/calendar'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { type LiveEventFigures, MAX_EVENT_PARTNERS } from '@hudur/core/events/contract'
import { dayInAden } from '@hudur/core/testing/days'
import * as texts from '@hudur/core/texts'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { followFigures } from '../../testing/follow.ts'
import { addAccount } from '../../testing/server.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { deleteAllExpired } from '../database/retention.ts'

const DAY = '2097-01-14'
/** The full names that `addAccount` gives. */
const NAMES = { owner: 'حساب salem', partner: 'حساب nora', stranger: 'حساب hind' }

describe.each(ENGINES)('partners of events on %s', engine => {
  const { db, base, signIn: signInAccount } = startTestServer(engine)

  async function signIn(username: string, isAdmin = false) {
    const backend = await signInAccount({ username, isAdmin, limit: 5 })
    return { account: backend.user, backend, fetch: backend.fetch }
  }

  const addGuests = ({ invitations }: Backend<Contract>, eventId: string, ...guestNames: string[]) =>
    invitations.create({ invitations: guestNames.map(guestName => ({ eventId, guestName, maxScans: 2 })) })

  /** Creates an owner with a shared event and one of their own, a partner and a stranger, each with guests. */
  async function createHosts() {
    const [owner, partner, stranger] = [await signIn('salem'), await signIn('nora'), await signIn('hind')]
    const shared = await owner.backend.events.create({ name: 'زفاف سارة', date: DAY })
    const other = await owner.backend.events.create({ name: 'عقد قران', date: DAY })
    const [guest] = await addGuests(owner.backend, shared.id, 'منيرة العتيبي')
    await addGuests(owner.backend, other.id, 'منيرة القحطاني')
    await owner.backend.events.addPartner({ eventId: shared.id, username: 'NORA' })
    return { owner, partner, stranger, shared, other, guest: guest! }
  }

  const endPartnership = ({ owner, shared }: Awaited<ReturnType<typeof createHosts>>) =>
    owner.backend.events.removePartner({ eventId: shared.id, username: 'nora' })

  test('a partner’s invitations are charged to the owner', async () => {
    const { owner, partner, shared } = await createHosts()
    const [created] = await addGuests(partner.backend, shared.id, 'لطيفة')
    expect(created).toMatchObject({ userId: owner.account.id, eventId: shared.id })
    const usedOf = async ({ backend }: typeof owner) => (await backend.accounts.me({}))?.usedGenerations
    expect([await usedOf(owner), await usedOf(partner)]).toEqual([3, 0])
    await expect(addGuests(partner.backend, shared.id, 'أ1', 'أ2', 'أ3')).rejects.toMatchObject({ code: 'over-balance' })
    await partner.backend.invitations.answer({ id: created!.id, attends: true })
    const history = await owner.backend.invitations.history({ id: created!.id })
    expect(history).toMatchObject([{ kind: 'answer', by: NAMES.partner }])
    const admin = await signIn('admin', true)
    const { notifications } = await admin.backend.activity.list({})
    expect(notifications.slice(0, 3).map(({ userName, description }) => [userName, description])).toEqual([
      [NAMES.partner, texts.activity.answered('لطيفة', shared.name)],
      [NAMES.partner, texts.activity.created(1, shared.name)],
      [NAMES.owner, texts.activity.partnerAdded(NAMES.partner, shared.name)],
    ])
  })

  test('a partner sees the shared event, and nothing else of the owner', async () => {
    const { partner, shared, guest } = await createHosts()
    const { backend } = partner
    const own = await backend.events.create({ name: 'تخرّج', date: DAY })
    await addGuests(backend, own.id, 'منيرة الدوسري')
    const guests = ['منيرة الدوسري', guest.guestName].sort()
    const namesOf = (rows: readonly { guestName: string }[]) => rows.map(({ guestName }) => guestName).sort()
    expect((await backend.events.list({})).rows.map(({ name, ownerName }) => [name, ownerName]).sort()).toEqual([
      ['تخرّج', NAMES.partner],
      ['زفاف سارة', NAMES.owner],
    ])
    expect(namesOf((await backend.invitations.list({})).rows)).toEqual(guests)
    expect(namesOf((await backend.invitations.list({ search: 'منيره' })).rows)).toEqual(guests)
    expect(namesOf((await backend.invitations.list({ search: 'منيره', filter: 'unscanned' })).rows)).toEqual(guests)
    expect(namesOf((await backend.invitations.list({ search: 'زفاف' })).rows)).toEqual([guest.guestName])
    expect((await backend.invitations.list({ search: 'قران' })).rows).toEqual([])
    expect(namesOf(await backend.checkIn.candidates({ search: 'منيرة' }))).toEqual(guests)
    expect(await backend.invitations.stats({})).toMatchObject({ total: 2, invited: 4 })
    expect(await backend.checkIn.arrivals({})).toMatchObject({ invited: 4 })
    expect(await backend.checkIn.arrivals({ eventName: shared.name, eventDate: DAY })).toMatchObject({ invited: 2 })
    expect(await backend.events.live({})).toMatchObject({ invited: 4, conflicts: 0 })
    expect(await backend.checkIn.check({ qr_code: guest.id, nonce: 'n-1' })).toMatchObject({ outcome: 'admitted' })
    expect(await backend.checkIn.check({ qr_code: 'منيرة القحطاني' })).toMatchObject({ outcome: 'refused' })
    expect(await backend.checkIn.arrivals({ eventId: shared.id })).toMatchObject({ arrived: 1 })
    const link = await backend.links.create({ eventId: shared.id, role: 'door', name: 'الباب' })
    expect((await backend.links.list({ eventId: shared.id })).map(({ id }) => id)).toEqual([link.id])
  })

  test('a partner cannot delete the event, add partners or move guests', async () => {
    const { owner, partner, stranger, shared, other, guest } = await createHosts()
    const { events, invitations } = partner.backend
    const notAllowed = { code: 'not-allowed', message: texts.partner.ownerOnly }
    await expect(events.remove({ id: shared.id })).rejects.toMatchObject(notAllowed)
    await expect(events.addPartner({ eventId: shared.id, username: 'hind' })).rejects.toMatchObject(notAllowed)
    await owner.backend.events.addPartner({ eventId: shared.id, username: 'hind' })
    await expect(events.removePartner({ eventId: shared.id, username: 'hind' })).rejects.toMatchObject(notAllowed)
    for (const eventName of [other.name, 'اسم جديد'])
      await expect(invitations.update({ id: guest.id, eventName })).rejects.toMatchObject({
        fields: { eventName: texts.partner.otherEvent },
      })
    expect((await owner.backend.events.list({})).total).toBe(2)
    expect(await events.removePartner({ eventId: shared.id, username: 'nora' }), 'leaves').toEqual([])
    await expect(events.get({ id: shared.id })).rejects.toMatchObject({ code: 'not-found' })
    expect(await stranger.backend.events.partners({ eventId: shared.id })).toMatchObject([{ username: 'hind', fullName: NAMES.stranger }])
  })

  test('addPartner refuses unknown usernames, the owner and too many partners', async () => {
    const { owner, stranger, shared, other } = await createHosts()
    const { events } = owner.backend
    const unknown = { code: 'not-found', fields: { username: texts.partner.unknown } }
    await expect(events.addPartner({ eventId: shared.id, username: 'nobody' })).rejects.toMatchObject(unknown)
    await expect(events.addPartner({ eventId: shared.id, username: 'salem' })).rejects.toMatchObject({ code: 'bad-input' })
    // A stranger learns nothing from the event of another host, whether or not the username exists.
    for (const username of ['nora', 'nobody'])
      await expect(stranger.backend.events.addPartner({ eventId: shared.id, username })).rejects.toMatchObject({
        message: texts.event.gone,
      })
    for (let n = 1; n < MAX_EVENT_PARTNERS; n++) {
      await addAccount(db(), { username: `guest${n}` })
      await events.addPartner({ eventId: shared.id, username: `guest${n}` })
    }
    await expect(events.addPartner({ eventId: shared.id, username: 'hind' })).rejects.toMatchObject({ code: 'budget-used' })
    expect(await events.addPartner({ eventId: shared.id, username: 'nora' }), 'a repeated request').toHaveLength(MAX_EVENT_PARTNERS)
    expect(await events.addPartner({ eventId: other.id, username: 'nora' })).toHaveLength(1)
  })

  test('a device gets its whole replica when a partnership begins or ends', async () => {
    const hosts = await createHosts()
    const { owner, partner, shared, guest } = hosts
    const { invitations } = partner.backend
    const first = await invitations.changes({ opened: [{ eventId: shared.id, eventName: shared.name, eventDate: DAY }] })
    const opened = [{ eventId: shared.id, eventName: shared.name, eventDate: DAY }]
    expect([first.events.map(({ id }) => id), first.invitations.map(({ id }) => id)]).toEqual([[shared.id], [guest.id]])
    // As if the partnership and the download were of another hour.
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
    await db().write(trx => trx.updateTable('event_partners').set({ added_at: '2020-01-01T00:00:00.000Z' }).execute())
    const cursor = { since: anHourAgo, epoch: first.epoch, opened }
    const isSameDay = dayInTimeZone('Asia/Aden', new Date(anHourAgo)) === dayInAden()
    if (isSameDay) expect((await invitations.changes(cursor)).isFull).toBe(false)
    await endPartnership(hosts)
    expect(await invitations.changes(cursor)).toMatchObject({ isFull: true, events: [], invitations: [] })
    await owner.backend.events.addPartner({ eventId: shared.id, username: 'nora' })
    expect(await invitations.changes(cursor)).toMatchObject({ isFull: true, invitations: [{ id: guest.id }] })
  })

  test('ends the streams of a removed partner at once', async () => {
    const hosts = await createHosts()
    const { partner, shared } = hosts
    const streams = [
      await followFigures<LiveEventFigures>(partner.fetch, base(), shared.id),
      await followFigures<LiveEventFigures>(partner.fetch, base()),
    ]
    for (const stream of streams) expect(await stream.next()).toMatchObject({ invited: 2 })
    // The figures over all events of a partner change with the shared event too.
    await addGuests(hosts.owner.backend, shared.id, 'لطيفة')
    for (const stream of streams) expect(await stream.until(({ invited }) => invited === 4)).toBeDefined()
    await hosts.owner.backend.events.update({ id: shared.id, date: dayInAden() })
    await hosts.owner.backend.invitations.update({ id: hosts.guest.id, isVip: true })
    await hosts.owner.backend.checkIn.check({ qr_code: hosts.guest.id })
    for (const stream of streams) await stream.until(({ vipArrivals }) => vipArrivals?.[0]?.guestName === hosts.guest.guestName)
    const start = performance.now()
    await endPartnership(hosts)
    for (const stream of streams) await expect(stream.until(() => false)).rejects.toThrow('the stream has ended')
    // Without a report of the change, the figures are read again after 15 s.
    expect(performance.now() - start).toBeLessThan(12_000)
  })

  test('a restored event has its partners again', async () => {
    const { owner, partner, shared } = await createHosts()
    const { events } = owner.backend
    await events.remove({ id: shared.id })
    expect((await partner.backend.events.list({})).rows).toEqual([])
    expect((await partner.backend.events.deleted({})).rows).toEqual([])
    await deleteAllExpired(db(), new Date())
    const [deleted] = (await events.deleted({})).rows
    await events.restore({ id: deleted!.id })
    expect((await partner.backend.events.list({})).rows.map(({ id }) => id)).toEqual([shared.id])
    await events.remove({ id: shared.id })
    await deleteAllExpired(db(), new Date(Date.now() + 15 * 86_400_000))
    expect(await db().read.selectFrom('event_partners').selectAll().execute()).toEqual([])
  })
})

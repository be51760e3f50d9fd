import type { LiveEventFigures } from '@hudur/core/events/contract'
import { LINK_ID_HEADER } from '@hudur/core/http-backend'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import * as texts from '@hudur/core/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { followFigures } from '../../testing/follow.ts'
import { openLink } from '../../testing/link-device.ts'
import { addAccount, browserFetch, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'
import { deleteAllExpired } from '../database/retention.ts'

const event = { eventName: 'زفاف سارة', eventDate: '2026-11-20' }
const DAY = 86_400_000

describe.each(ENGINES)('links on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let now: Date

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db, { now: () => now, liveInterval: 600_000, streams: { maxOfLink: 2, checkInterval: 600_000 } })
  })
  beforeEach(async () => {
    now = new Date('2026-11-20T18:00:00.000Z')
    await emptyDatabase(db)
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  async function createHost(username = 'host') {
    const account = await addAccount(db, { username })
    const { fetch, backend } = await server.callerFor(account)
    const [guest] = await backend.invitations.create({
      invitations: [{ ...event, guestName: 'عائلة علي', generationType: 'custom', maxScans: 4 }],
    })
    const eventId = guest!.eventId!
    const createLink = (fields = {}) => backend.links.create({ eventId, role: 'live', name: 'شاشة القاعة', ...fields })
    return { account, fetch, backend, guest: guest!, eventId, create: createLink }
  }

  const openDevice = (link: Pick<LinkWithUrl, 'id' | 'url'>, cookies?: Map<string, string>) => openLink(server.base, link, cookies)

  test('a link has its URL only in the response that creates it', async () => {
    const { backend, create, eventId } = await createHost()
    const link = await create()
    expect(link).toMatchObject({
      ...{ eventId, role: 'live', name: 'شاشة القاعة', showsNames: false, expiresAt: null, devices: [] },
      // Midnight in Aden, at the end of the second day after the event.
      endsAt: '2026-11-22T21:00:00.000Z',
      url: expect.stringMatching(/^\/live#[\w-]{43}$/),
    })
    const { url: _, ...listed } = link
    expect(await backend.links.list({ eventId })).toEqual([listed])
    const expiresAt = '2026-11-21T00:00:00.000Z'
    expect(await backend.links.update({ id: link.id, name: 'شاشة المدخل', expiresAt })).toMatchObject({
      name: 'شاشة المدخل',
      endsAt: expiresAt,
    })
    await backend.links.revoke({ id: link.id })
    expect(await backend.links.list({ eventId })).toEqual([])
    await expect(backend.links.reissue({ id: link.id })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('creating a link again with the same id replaces its URL', async () => {
    const { backend, create, eventId } = await createHost()
    const first = await create({ id: 'ABCDEFGHJKMNPQRSTVWX' })
    const second = await create({ id: 'ABCDEFGHJKMNPQRSTVWX' })
    expect(second).toMatchObject({ id: first.id, name: first.name })
    expect(await backend.links.list({ eventId })).toHaveLength(1)
    await expect(openDevice(first)).rejects.toMatchObject({ code: 'link-ended' })
    expect((await openDevice(second)).self).toMatchObject({ id: first.id })
    for (const other of [{ name: 'غيره' }, { showsNames: true }, { expiresAt: '2026-11-21T00:00:00.000Z' }])
      await expect(create({ id: first.id, ...other })).rejects.toMatchObject({
        ...{ code: 'id-taken', message: 'يوجد رابط آخر بهذا المعرّف' },
      })
    await backend.links.revoke({ id: first.id })
    await expect(create({ id: first.id })).rejects.toMatchObject({ code: 'id-taken', message: 'أُبطل هذا الرابط' })
  })

  test('the list of links has each device once, with its last request', async () => {
    const { backend, create, eventId } = await createHost()
    const link = await create()
    const device = await openDevice(link)
    expect(device.self).toEqual({
      ...{
        id: link.id,
        role: 'live',
        name: 'شاشة القاعة',
        showsNames: false,
        maySearch: false,
        endsAt: link.endsAt,
        allotment: null,
        used: 0,
        hasPin: false,
        walkIns: 0,
        walkInsUsed: 0,
      },
      event: {
        ...{ id: eventId, name: event.eventName, date: event.eventDate, startsAt: null, timeWords: null, place: null, hidesNames: false },
        ...{ message: null, pictureId: null },
      },
    })
    expect(await device.backend.links.me({})).toEqual(device.self)
    now = new Date(now.getTime() + 120_000)
    await device.backend.links.me({})
    expect(await backend.links.list({ eventId })).toMatchObject([{ devices: [{ seenAt: now.toISOString() }] }])
    // The same browser opens the link again: it stays one device.
    await openDevice(link, device.cookies)
    expect((await backend.links.list({ eventId }))[0]!.devices).toHaveLength(1)
  })

  test('a live link gets names only if its owner allows them', async () => {
    const { backend, create, guest } = await createHost()
    const [numbers, names] = [await openDevice(await create()), await openDevice(await create({ showsNames: true }))]
    await backend.checkIn.check({ qr_code: guest.id, admit: 3, gate: 'الشرقية' })
    const arrival = { at: now.toISOString(), people: 3, gate: 'الشرقية' }
    expect(await numbers.backend.events.live({})).toEqual({
      ...{ arrived: 3, invited: 4, exceeding: 0, answered: 0, expected: 4, gates: [{ name: 'الشرقية', arrived: 3 }], last: [arrival] },
      walkIns: 0,
      changedAt: expect.any(String),
    })
    expect(await names.backend.events.live({})).toMatchObject({ last: [{ ...arrival, guestName: 'عائلة علي' }] })
    expect(await numbers.backend.checkIn.arrivalTimes(event)).toEqual([{ at: now.toISOString(), people: 3 }])
  })

  test('a live link gets no figures of other events', async () => {
    const [mine, other] = [await createHost(), await createHost('other')]
    const [second] = await mine.backend.invitations.create({ invitations: [{ ...event, eventName: 'تخرّج', guestName: 'هدى' }] })
    await mine.backend.checkIn.check({ qr_code: second!.id })
    await other.backend.checkIn.check({ qr_code: other.guest.id })
    const { backend } = await openDevice(await mine.create())
    for (const id of [second!.eventId!, other.eventId, undefined])
      expect(await backend.events.live(id === undefined ? {} : { id })).toMatchObject({ arrived: 0, invited: 4 })
    for (const choice of [{ eventId: second!.eventId! }, { eventId: other.eventId }, { eventName: 'تخرّج', eventDate: event.eventDate }])
      expect(await backend.checkIn.arrivalTimes(choice)).toEqual([])
  })

  test('a device gets link-ended after its link has ended for any reason', async () => {
    const { backend, create, eventId } = await createHost()
    const expectLinkEnded = ({ backend: device }: Awaited<ReturnType<typeof openDevice>>) =>
      expect(device.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    const [revoked, reissued, short, long] = [await create(), await create(), await create(), await create()]
    const devices = await Promise.all([revoked, reissued, short, long].map(link => openDevice(link)))
    await backend.links.revoke({ id: revoked.id })
    await expectLinkEnded(devices[0]!)
    await expect(openDevice(revoked)).rejects.toMatchObject({ code: 'link-ended' })
    const { url } = await backend.links.reissue({ id: reissued.id })
    await expectLinkEnded(devices[1]!)
    await expect(openDevice(reissued)).rejects.toMatchObject({ code: 'link-ended' })
    await openDevice({ id: reissued.id, url })

    await backend.links.update({ id: short.id, expiresAt: '2026-11-20T19:00:00.000Z' })
    now = new Date('2026-11-20T19:00:00.000Z')
    await expectLinkEnded(devices[2]!)
    now = new Date('2026-11-22T21:00:00.000Z')
    await expectLinkEnded(devices[3]!)
    await backend.events.update({ id: eventId, date: '2026-12-01' })
    expect(await devices[3]!.backend.links.me({})).toMatchObject({ event: { date: '2026-12-01' } })
    await backend.events.remove({ id: eventId })
    await expectLinkEnded(devices[3]!)
  })

  test('a link lasts at most until the end of the 90th day after its event', async () => {
    const { backend, create, eventId } = await createHost()
    const latest = '2027-02-18T21:00:00.000Z'
    const tooLong = { code: 'bad-input', fields: { expiresAt: texts.linkOnServer.lastsTooLong } }
    for (const expiresAt of ['2027-02-18T21:00:00.001Z', '9999-12-31T00:00:00.000Z']) {
      await expect(create({ expiresAt })).rejects.toMatchObject(tooLong)
      const { id } = await create()
      await expect(backend.links.update({ id, expiresAt })).rejects.toMatchObject(tooLong)
      await backend.links.revoke({ id })
    }
    const link = await create({ expiresAt: latest })
    expect(link).toMatchObject({ endsAt: latest, expiresAt: latest })
    const device = await openDevice(link)
    await backend.events.update({ id: eventId, date: '2026-08-01' })
    await expect(device.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    expect(await backend.links.list({ eventId })).toMatchObject([{ endsAt: '2026-10-30T21:00:00.000Z' }])
  })

  test('a link that was stored with a later end also ends 90 days after its event', async () => {
    const { backend, create, eventId } = await createHost()
    const link = await create()
    await db.write(trx => trx.updateTable('links').set({ expires_at: '9999-12-31T00:00:00.000Z' }).where('id', '=', link.id).execute())
    const device = await openDevice(link)
    const endsAt = '2027-02-18T21:00:00.000Z'
    expect(await backend.links.list({ eventId })).toMatchObject([{ endsAt, expiresAt: endsAt }])
    expect(await backend.links.update({ id: link.id, name: 'باب' })).toMatchObject({ endsAt, expiresAt: endsAt })
    now = new Date(endsAt)
    await expect(device.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    await expect(openDevice(link)).rejects.toMatchObject({ code: 'link-ended' })
    const countLinksAfter = async (days: number) => {
      await deleteAllExpired(db, new Date(now.getTime() + days * DAY))
      return (await db.read.selectFrom('links').select('id').execute()).length
    }
    expect([await countLinksAfter(90), await countLinksAfter(91)]).toEqual([1, 0])
  })

  test('a live stream ends when its link or event ends', async () => {
    const { backend, create, eventId } = await createHost()
    const links = [await create(), await create(), await create()]
    const streams = await Promise.all(
      links.map(async link => {
        const stream = await followFigures<LiveEventFigures>((await openDevice(link)).fetch, server.base)
        expect(await stream.next()).toMatchObject({ invited: 4 })
        return stream
      }),
    )
    await backend.links.revoke({ id: links[0]!.id })
    expect(await streams[0]!.next()).toBeUndefined()
    await backend.links.reissue({ id: links[1]!.id })
    expect(await streams[1]!.next()).toBeUndefined()
    await backend.events.remove({ id: eventId })
    while ((await streams[2]!.next()) !== undefined);
  })

  test('a live stream ends when its link may no longer show names', async () => {
    const { backend, create, guest } = await createHost()
    const link = await create({ showsNames: true })
    const { fetch } = await openDevice(link)
    await backend.checkIn.check({ qr_code: guest.id })
    const stream = await followFigures<LiveEventFigures>(fetch, server.base)
    expect(await stream.next()).toMatchObject({ last: [{ guestName: 'عائلة علي' }] })
    await backend.links.update({ id: link.id, showsNames: false })
    expect(await stream.next()).toBeUndefined()
    const again = await followFigures<LiveEventFigures>(fetch, server.base)
    expect((await again.next())!.last).toEqual([{ at: now.toISOString(), people: 1, gate: null }])
    again.close()
  })

  test('links and accounts in one browser have separate cookies', async () => {
    const [mine, other] = [await createHost(), await createHost('other')]
    const [first, second] = [await mine.create({ name: 'الأولى' }), await other.create({ name: 'الثانية' })]
    const cookies = new Map<string, string>()
    const account = await server.callerFor(mine.account, cookies)
    const [one, two] = [await openDevice(first, cookies), await openDevice(second, cookies)]
    expect([...cookies.keys()].sort()).toEqual(['hudur', `hudur_link_${first.id}`, `hudur_link_${second.id}`].sort())
    expect(await one.backend.links.me({})).toMatchObject({ name: 'الأولى' })
    expect(await two.backend.links.me({})).toMatchObject({ name: 'الثانية' })
    expect(await account.backend.accounts.me({})).toMatchObject({ username: 'host' })
    // Without the header that names a link, the cookies of links and of the account have no effect below /api/link.
    const paths = ['/api/link/me.php', '/api/link/events/live.php']
    for (const path of paths) expect((await browserFetch(cookies)(server.base + path)).status).toBe(401)
    // The cookie of one link, sent under the name of another link's cookie, gets 401.
    const swapped = new Map([[`hudur_link_${second.id}`, cookies.get(`hudur_link_${first.id}`)!]])
    const headers = { 'x-hudur-link': second.id }
    expect((await browserFetch(swapped)(server.base + paths[0]!, { headers })).status).toBe(401)
    // The cookie of a link gets 401 from the calls of its owner's account.
    const ofLink = new Map([[`hudur_link_${first.id}`, cookies.get(`hudur_link_${first.id}`)!]])
    expect((await browserFetch(ofLink)(`${server.base}/api/invitations/list.php`, { headers: { 'x-hudur-link': first.id } })).status).toBe(
      401,
    )
  })

  test('a link’s cookie has the path /api/link until 8 days after the end', async () => {
    const { backend, create } = await createHost()
    const link = await create({ expiresAt: new Date(now.getTime() + DAY).toISOString() })
    const entered = await fetch(`${server.base}/api/link/enter.php`, {
      method: 'POST',
      body: JSON.stringify({ token: link.url.split('#')[1] }),
      headers: { 'content-type': 'application/json' },
    })
    const expectedCookie = (days: number) =>
      expect.stringMatching(
        new RegExp(`^hudur_link_${link.id}=[\\w-]{43}; Max-Age=${days * 86_400}; Path=/api/link; HttpOnly; SameSite=Lax$`),
      )
    expect(entered.headers.getSetCookie()).toEqual([expectedCookie(9)])
    await backend.links.update({ id: link.id, expiresAt: new Date(now.getTime() + 90 * DAY).toISOString() })
    const [cookie = ''] = entered.headers.getSetCookie()[0]!.split(';')
    const read = await fetch(`${server.base}/api/link/me.php`, { headers: { cookie, [LINK_ID_HEADER]: link.id } })
    expect(read.headers.getSetCookie()).toEqual([expectedCookie(98)])
    expect(read.headers.getSetCookie()[0]).toMatch(new RegExp(`^${cookie};`))
  })

  test('over https a link’s cookie needs the prefix `__Secure-`', async () => {
    const secure = await startServer(db, { now: () => now, publicUrl: new URL('https://hudur.example') })
    const { create } = await createHost()
    const link = await create()
    const enter = {
      method: 'POST',
      body: JSON.stringify({ token: link.url.split('#')[1] }),
      headers: { 'content-type': 'application/json' },
    }
    const entered = await fetch(`${secure.base}/api/link/enter.php`, enter)
    const [header = ''] = entered.headers.getSetCookie()
    expect(header).toMatch(new RegExp(`^__Secure-hudur_link_${link.id}=[\\w-]{43};.*; Secure`))
    const [cookie = ''] = header.split(';')
    const statusWithCookie = async (sent: string) =>
      (await fetch(`${secure.base}/api/link/me.php`, { headers: { cookie: sent, [LINK_ID_HEADER]: link.id } })).status
    expect([await statusWithCookie(cookie), await statusWithCookie(cookie.replace('__Secure-', ''))]).toEqual([200, 401])
    await secure.close()
  })

  test('an event has at most 50 links, and a link 50 devices a day', async () => {
    const { backend, create, eventId } = await createHost()
    const [first, second] = await Promise.all(Array.from({ length: 50 }, () => create()))
    await expect(create()).rejects.toMatchObject({ code: 'budget-used' })
    await backend.links.revoke({ id: second!.id })
    await create()
    for (let n = 0; n < 50; n++) await openDevice(first!)
    await expect(openDevice(first!)).rejects.toMatchObject({ code: 'link-full' })
    now = new Date(now.getTime() + DAY + 60_000)
    await openDevice(first!)
    expect((await backend.links.list({ eventId })).flatMap(({ devices }) => devices)).toHaveLength(50)
  })

  test('streams of a link do not count towards the limit of its owner', async () => {
    const { fetch, create } = await createHost()
    const device = await openDevice(await create())
    const streams = []
    for (let n = 0; n < 3; n++) streams.push(await followFigures(device.fetch, server.base))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 503])
    const own = await followFigures(fetch, server.base)
    expect(own.status).toBe(200)
    for (const stream of [...streams, own]) stream.close()
  })

  test('an account cannot list or create links for another owner’s event', async () => {
    const [mine, other] = [await createHost(), await createHost('other')]
    const { id } = await mine.create()
    const notFound = { code: 'not-found' }
    await expect(other.backend.links.list({ eventId: mine.eventId })).rejects.toMatchObject(notFound)
    await expect(other.create({ eventId: mine.eventId })).rejects.toMatchObject(notFound)
    await expect(other.create({ id })).rejects.toMatchObject({ code: 'id-taken' })
  })

  test('the tables of links contain no token in clear text', async () => {
    const { create } = await createHost()
    const link = await create()
    const { cookies } = await openDevice(link)
    const stored = JSON.stringify([
      await db.read.selectFrom('links').selectAll().execute(),
      await db.read.selectFrom('link_sessions').selectAll().execute(),
    ])
    for (const token of [link.url.split('#')[1]!, cookies.get(`hudur_link_${link.id}`)!]) expect(stored).not.toContain(token)
  })

  test('deleting an account deletes its links', async () => {
    const { account, create } = await createHost()
    await openDevice(await create())
    const admin = await server.callerFor(await addAccount(db, { username: 'admin', isAdmin: true }))
    await admin.backend.accounts.remove({ id: account.id })
    for (const table of ['links', 'link_sessions'] as const) expect(await db.read.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('links are deleted 90 days after they have ended', async () => {
    const { backend, create } = await createHost()
    const [revoked] = [await create(), await create({ expiresAt: '2026-11-20T19:00:00.000Z' }), await create()]
    await backend.links.revoke({ id: revoked!.id })
    const countLinksAfter = async (days: number) => {
      await deleteAllExpired(db, new Date(Date.parse('2026-11-20T19:30:00.000Z') + days * DAY))
      return (await db.read.selectFrom('links').select('id').execute()).length
    }
    expect([await countLinksAfter(89), await countLinksAfter(90), await countLinksAfter(95)]).toEqual([3, 1, 0])
  })
})

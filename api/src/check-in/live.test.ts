import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import type { LiveEventFigures, LiveFiguresOfAllEvents } from '@hudur/core/events/contract'
import { SAMPLE_ID } from '@hudur/core/id'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { type FiguresStream, followFigures as followAt } from '../../testing/follow.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import { sessionsIn } from '../accounts/sessions-repository.ts'
import type { Database } from '../database/database.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const event = { eventName: 'زفاف سارة', eventDate: '2026-11-20' }

describe.each(ENGINES)('live figures on %s', engine => {
  let db: Database
  let now = NOW
  let server: Awaited<ReturnType<typeof startServer>>
  let opened: FiguresStream<unknown>[]

  beforeAll(async () => {
    db = await startDatabase(engine)
    // Regular reads are 10 minutes apart, so within the tests figures arrive only when a change triggers a read.
    server = await startServer(db, { now: () => now, liveInterval: 600_000, streams: { max: 4, maxOfAccount: 3, checkInterval: 50 } })
  })
  beforeEach(async () => {
    opened = []
    now = NOW
    await emptyDatabase(db)
  })
  afterEach(() => {
    for (const stream of opened) stream.close()
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  async function signInHost(username = 'host', isAdmin = false) {
    const account = await addAccount(db, { username, isAdmin })
    return { account, ...(await server.callerFor(account)) }
  }

  async function followAsCaller<Figures = LiveEventFigures>({ fetch }: { fetch: typeof globalThis.fetch }, id?: string) {
    const stream = await followAt<Figures>(fetch, server.base, id)
    opened.push(stream as FiguresStream<unknown>)
    return stream
  }

  const inviteGuest = async (backend: Backend<Contract>, guestName: string, maxScans = 1) =>
    (await backend.invitations.create({ invitations: [{ ...event, guestName, generationType: 'custom', maxScans }] }))[0]!

  test('a live stream sends figures at once and after each change', async () => {
    const caller = await signInHost()
    const { backend } = caller
    const family = await inviteGuest(backend, 'عائلة علي', 4)
    const stream = await followAsCaller(caller, family.eventId!)
    expect(await stream.next()).toMatchObject({ arrived: 0, invited: 4, exceeding: 0, gates: [], last: [], conflicts: 0 })

    await backend.checkIn.check({ qr_code: family.id, admit: 3, gate: 'الشرقية', nonce: 'a' })
    expect(await stream.until(({ arrived }) => arrived === 3)).toMatchObject({
      gates: [{ name: 'الشرقية', arrived: 3 }],
      last: [{ people: 3, gate: 'الشرقية', guestName: 'عائلة علي', at: NOW.toISOString() }],
    })

    await backend.checkIn.check({ qr_code: family.id, nonce: 'b' })
    expect(await stream.until(({ arrived }) => arrived === 4)).toMatchObject({
      gates: [
        { name: 'الشرقية', arrived: 3 },
        { name: '', arrived: 1 },
      ],
    })
    const at = NOW.toISOString()
    await backend.checkIn.undo({ admission: 'b', nonce: 'undo b', qr_code: family.id, admittedAt: at, undoneAt: at })
    expect((await stream.until(({ arrived }) => arrived === 3)).last).toHaveLength(1)

    await inviteGuest(backend, 'سعيد')
    await stream.until(({ invited }) => invited === 5)
    await backend.invitations.remove({ id: family.id })
    await stream.until(({ invited }) => invited === 1)
  })

  test('live figures expect people who accepted or have not answered', async () => {
    const caller = await signInHost()
    const { backend } = caller
    const [family, couple] = [await inviteGuest(backend, 'عائلة علي', 4), await inviteGuest(backend, 'هدى', 2)]
    const [stream, overview] = [await followAsCaller(caller, family.eventId!), await followAsCaller<LiveFiguresOfAllEvents>(caller)]
    await backend.invitations.update({ id: family.id, children: 2 })
    expect(await stream.until(({ expectedChildren }) => expectedChildren === 2)).toMatchObject({ answered: 0, expected: 6 })
    await backend.invitations.answer({ id: family.id, attends: true, people: 3, children: 1 })
    await stream.until(({ answered, expected, expectedChildren }) => answered === 1 && expected === 5 && expectedChildren === 1)
    await overview.until(({ events: [only] }) => only!.answered === 1)
    await backend.invitations.answer({ id: couple.id, attends: false })
    await stream.until(({ answered, expected }) => answered === 2 && expected === 3)
    await backend.invitations.cancel({ id: family.id })
    await stream.until(({ answered, expected }) => answered === 1 && expected === 0)
  })

  test('live figures count a conflict until it is marked as seen', async () => {
    const caller = await signInHost()
    const { backend } = caller
    const { id, eventId } = await inviteGuest(backend, 'علي')
    const stream = await followAsCaller(caller, eventId!)
    const overview = await followAsCaller<LiveFiguresOfAllEvents>(caller)
    for (const nonce of ['a', 'b']) await backend.checkIn.check({ qr_code: id, nonce, happened: true })
    expect(await stream.until(({ conflicts }) => conflicts === 1)).toMatchObject({ arrived: 1, exceeding: 1 })
    await overview.until(({ conflicts }) => conflicts === 1)
    await backend.checkIn.settleConflict({ id: (await backend.checkIn.conflicts({})).rows[0]!.id })
    await stream.until(({ conflicts }) => conflicts === 0)
    await overview.until(({ conflicts }) => conflicts === 0)
  })

  test('names VIP guests once they have arrived', async () => {
    const caller = await signInHost()
    const { backend } = caller
    const [vip] = await backend.invitations.create({
      invitations: [{ ...event, guestName: 'منيرة', isVip: true, generationType: 'custom', maxScans: 2 }],
    })
    const { eventId } = vip!
    const other = await inviteGuest(backend, 'علي')
    const streams = [await followAsCaller(caller, eventId!), await followAsCaller<LiveEventFigures>(caller)]
    for (const stream of streams) expect(await stream.next()).toMatchObject({ vipArrivals: [] })

    await backend.checkIn.check({ qr_code: other.id, nonce: 'other' })
    await backend.checkIn.check({ qr_code: vip!.id, nonce: 'first' })
    const arrival = { invitationId: vip!.id, userId: caller.account.id, guestName: 'منيرة', at: NOW.toISOString() }
    for (const stream of streams) expect(await stream.until(({ arrived }) => arrived === 2)).toMatchObject({ vipArrivals: [arrival] })

    // A later admission with the same card is no further arrival.
    now = new Date(NOW.getTime() + 1_000)
    await backend.checkIn.check({ qr_code: vip!.id, nonce: 'second' })
    for (const stream of streams) expect((await stream.until(({ arrived }) => arrived === 3)).vipArrivals).toEqual([arrival])
    for (const nonce of ['first', 'second'])
      await backend.checkIn.undo({
        admission: nonce,
        nonce: `undo ${nonce}`,
        qr_code: vip!.id,
        admittedAt: NOW.toISOString(),
        undoneAt: now.toISOString(),
      })
    for (const stream of streams) expect((await stream.until(({ arrived }) => arrived === 1)).vipArrivals).toEqual([])

    await backend.events.update({ id: eventId!, hidesNames: true })
    await backend.checkIn.check({ qr_code: vip!.id, nonce: 'third' })
    for (const stream of streams)
      expect((await stream.until(({ arrived }) => arrived === 2)).vipArrivals).toEqual([
        { ...arrival, guestName: null, at: now.toISOString() },
      ])
  })

  test('figures without an event id cover the caller’s own events', async () => {
    const [caller, other, admin] = [await signInHost(), await signInHost('other'), await signInHost('admin', true)]
    const mine = await inviteGuest(caller.backend, 'علي', 2)
    await inviteGuest(other.backend, 'سارة')
    const [own, all] = [await followAsCaller<LiveFiguresOfAllEvents>(caller), await followAsCaller<LiveFiguresOfAllEvents>(admin)]
    expect(await own.next()).toEqual({
      ...{ arrived: 0, invited: 2, exceeding: 0, conflicts: 0, vipArrivals: [], changedAt: expect.any(String) },
      events: [{ id: mine.eventId, arrived: 0, invited: 2, answered: 0 }],
    })
    expect(await all.next()).toMatchObject({ invited: 3, events: [{}, {}] })
    await caller.backend.checkIn.check({ qr_code: mine.id })
    expect((await own.until(({ arrived }) => arrived === 1)).events).toEqual([{ id: mine.eventId, arrived: 1, invited: 2, answered: 0 }])
    await all.until(({ arrived }) => arrived === 1)
  })

  test('a cancelled card changes the figures of all events', async () => {
    const caller = await signInHost()
    const { id } = await inviteGuest(caller.backend, 'علي', 2)
    const overview = await followAsCaller<LiveFiguresOfAllEvents>(caller)
    expect(await overview.next()).toMatchObject({ changedAt: NOW.toISOString() })
    now = new Date(NOW.getTime() + 1_000)
    await caller.backend.invitations.cancel({ id })
    await overview.until(({ changedAt }) => changedAt === now.toISOString())
  })

  test('events.live without `accept: text/event-stream` returns JSON', async () => {
    const { backend } = await signInHost()
    const { eventId } = await inviteGuest(backend, 'علي')
    expect(await backend.events.live({ id: eventId! })).toMatchObject({ arrived: 0, invited: 1, last: [] })
    expect(await backend.events.live({})).toMatchObject({ invited: 1, events: [{ id: eventId }] })
    await expect(backend.events.live({ id: SAMPLE_ID })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a stream ends when its event is deleted or its session has ended', async () => {
    const caller = await signInHost()
    const { eventId } = await inviteGuest(caller.backend, 'علي')
    const [first, second] = [await followAsCaller(caller, eventId!), await followAsCaller(caller)]
    await caller.backend.events.remove({ id: eventId! })
    await expect.poll(() => first.next()).toBeUndefined()
    await db.write(trx => sessionsIn(trx).removeAll(caller.account.id, undefined))
    await expect.poll(() => second.next()).toBeUndefined()
  })

  test('a stream ends when its account loses its administrator rights', async () => {
    const [admin, other] = [await signInHost('admin', true), await signInHost('other')]
    await inviteGuest(other.backend, 'سارة')
    const stream = await followAsCaller<LiveFiguresOfAllEvents>(admin)
    await stream.until(({ invited }) => invited === 1)
    await db.write(trx => trx.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.account.id).execute())
    while ((await stream.next()) !== undefined);
    expect(await (await followAsCaller<LiveFiguresOfAllEvents>(admin)).next()).toMatchObject({ invited: 0 })
  })

  test('a stream beyond the limit of an account or process gets 503', async () => {
    const [caller, other] = [await signInHost(), await signInHost('other')]
    const own = [await followAsCaller(caller), await followAsCaller(caller), await followAsCaller(caller)]
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await followAsCaller(caller)).status).toBe(503)
    expect([(await followAsCaller(other)).status, (await followAsCaller(other)).status]).toEqual([200, 503])
    expect(await other.backend.events.live({})).toMatchObject({ invited: 0 })
    own[0]!.close()
    await expect.poll(async () => (await followAsCaller(other)).status).toBe(200)
  })

  test('closing the server ends its open streams', async () => {
    const stopping = await startServer(db)
    const caller = await signInHost()
    const { fetch } = await stopping.callerFor(caller.account)
    const stream = await followAt(fetch, stopping.base)
    expect(await stream.next()).toMatchObject({ invited: 0 })
    await stopping.close()
    expect(await stream.next()).toBeUndefined()
  })
})

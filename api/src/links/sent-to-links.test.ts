import type { LinkRole } from '@hudur/core/actor'
import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { type Contract, contract } from '@hudur/core/contract'
import type { Backend, Endpoint } from '@hudur/core/endpoint'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import { createPng } from '@hudur/core/testing/pictures'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { followFigures } from '../../testing/follow.ts'
import { openLink } from '../../testing/link-device.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

const event = { eventName: 'زفاف سارة', eventDate: '2026-11-20' }
const NOW = new Date('2026-11-20T18:00:00.000Z')
const WALK_IN = { name: 'مريم البكري', note: 'تعرفها سلوى' }
const scanTimes = { admittedAt: NOW.toISOString(), undoneAt: NOW.toISOString() }

type GuestFixtures = { guests: Record<'family' | 'reissued' | 'cancelled' | 'deleted' | 'other' | 'relative', Invitation>; oldCode: string }
type DeviceCall = (device: Backend<Contract>, world: GuestFixtures) => Promise<unknown>

/** Calls of every endpoint that links of a role may call: some succeed, and others are refused. */
const CALLS_BY_ROLE: Record<LinkRole, Record<string, DeviceCall[]>> = {
  door: {
    'links.me': [door => door.links.me({})],
    'links.replica': [door => door.links.replica({})],
    'events.live': [door => door.events.live({}), (door, { guests }) => door.events.live({ id: guests.other.eventId! })],
    'checkIn.check': [
      (door, { guests }) => door.checkIn.check({ qr_code: guests.family.code, nonce: 'one' }),
      (door, { guests }) => door.checkIn.check({ qr_code: guests.family.code, admit: 9 }),
      (door, { guests }) => door.checkIn.check({ qr_code: guests.reissued.code }),
      (door, { oldCode }) => door.checkIn.check({ qr_code: oldCode }),
      (door, { guests }) => door.checkIn.check({ qr_code: guests.cancelled.code }),
      (door, { guests }) => door.checkIn.check({ qr_code: guests.deleted.code }),
      (door, { guests }) => door.checkIn.check({ qr_code: guests.other.code }),
      (door, { guests }) => door.checkIn.check({ qr_code: guests.family.guestName, source: 'typed' }),
      (door, { guests }) => door.checkIn.check({ qr_code: guests.cancelled.code, nonce: 'offline', happened: true }),
      (door, { oldCode }) => door.checkIn.check({ qr_code: oldCode, nonce: 'offline old', happened: true }),
    ],
    'checkIn.undo': [
      (door, { guests }) => door.checkIn.undo({ ...scanTimes, qr_code: guests.family.code, admission: 'one', nonce: 'undo' }),
      (door, { guests }) => door.checkIn.undo({ ...scanTimes, qr_code: guests.other.code, admission: 'never', nonce: 'undo other' }),
    ],
    'checkIn.walkIn': [
      door => door.checkIn.walkIn({ name: 'هند', people: 2, nonce: 'walk-in' }),
      door => door.checkIn.walkIn({ name: 'هند', people: 9, nonce: 'too many' }),
      door => door.checkIn.walkIn({ name: 'هند', people: 1, nonce: 'of the host' }),
      door => door.checkIn.walkIn({ name: 'هند', people: 9, nonce: 'offline walk-in', scannedAt: NOW.toISOString() }),
    ],
    'checkIn.candidates': [(door, { guests }) => door.checkIn.candidates({ search: guests.family.guestName })],
    'checkIn.arrivals': [door => door.checkIn.arrivals({})],
  },
  live: {
    'links.me': [live => live.links.me({})],
    'events.live': [live => live.events.live({}), (live, { guests }) => live.events.live({ id: guests.other.eventId! })],
    'checkIn.arrivalTimes': [live => live.checkIn.arrivalTimes(event)],
  },
  family: {
    'links.me': [family => family.links.me({})],
    'invitations.create': [
      family => family.invitations.create({ invitations: [{ ...event, guestName: 'خالتنا' }] }),
      (family, { guests }) => family.invitations.create({ invitations: [{ id: guests.family.id, ...event, guestName: 'عمّتنا' }] }),
      family => family.invitations.create({ invitations: Array(100).fill({ ...event, guestName: 'عمّتنا' }) }),
    ],
    'invitations.list': [
      family => family.invitations.list({}),
      (family, { guests }) => family.invitations.list({ search: guests.family.guestName, eventId: guests.other.eventId! }),
    ],
    ...Object.fromEntries(
      (
        [
          ['update', { guestName: 'غيره' }],
          ['answer', { attends: true, people: 1 }],
          ['giveAway', { guestName: 'غيره' }],
          ['reissue', {}],
          ['cancel', {}],
          ['restore', {}],
          ['remove', {}],
        ] as const
      ).map(([name, fields]) => [`invitations.${name}`, callsWithId(name, fields)]),
    ),
    'invitations.sent': [
      async family => family.invitations.sent({ ids: (await family.invitations.list({})).rows.map(({ id }) => id), via: 'whatsapp' }),
      (family, { guests }) =>
        family.invitations.sent({
          ids: (['family', 'other', 'relative', 'deleted'] as const).map(which => guests[which].id),
          via: 'other',
        }),
    ],
    'invitations.skip': [
      async family => family.invitations.skip({ ids: (await family.invitations.list({})).rows.map(({ id }) => id), group: 'unsent' }),
      (family, { guests }) =>
        family.invitations.skip({
          ids: (['family', 'other', 'relative', 'deleted'] as const).map(which => guests[which].id),
          group: 'unsent',
        }),
    ],
    'invitations.designs': [family => family.invitations.designs(event)],
    'invitations.picture': [
      async family => {
        const [design] = (await family.invitations.designs(event)).rows
        const { background } = design!.look
        return family.invitations.picture({ id: background.is === 'picture' ? background.pictureId : '' })
      },
      (family, { guests }) => family.invitations.picture({ id: guests.family.id }),
    ],
  },
}

/** Returns calls of an endpoint with the id of the family link's own guest, and with the ids of guests that it must not read or change. */
function callsWithId(name: 'update' | 'answer' | 'giveAway' | 'reissue' | 'cancel' | 'restore' | 'remove', fields: object): DeviceCall[] {
  const callWithId = (family: Backend<Contract>, id: string) =>
    (family.invitations[name] as (input: object) => Promise<unknown>)({ id, ...fields })
  return [
    async family => {
      const { rows } = await family.invitations.list({})
      return callWithId(family, rows.at(-1)!.id)
    },
    ...(['family', 'other', 'relative', 'deleted'] as const).map(
      (which): DeviceCall =>
        (family, { guests }) =>
          callWithId(family, guests[which].id),
    ),
  ]
}

/** The endpoints that links may call, by role. */
const endpointsOf = (role: LinkRole) =>
  Object.entries(contract).flatMap(([noun, operations]) =>
    Object.entries(operations as Record<string, Endpoint>).flatMap(([name, { links, path }]) =>
      links?.includes(role) ? [{ name: `${noun}.${name}`, path }] : [],
    ),
  )

describe.each(ENGINES)('everything that links are sent on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db, { now: () => NOW })
  })
  beforeEach(() => emptyDatabase(db))
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  /** Creates a host with guests in every state, one of them invited with another family link. */
  async function createHost() {
    const { backend } = await server.callerFor(await addAccount(db, { username: 'host' }))
    const [family, reissued, cancelled, deleted, other] = await backend.invitations.create({
      invitations: [
        { ...event, guestName: 'عائلة العولقي', generationType: 'custom', maxScans: 4, phone: '777123456', side: 'جهة الكثيري' },
        { ...event, guestName: 'هند الحمادي' },
        { ...event, guestName: 'منيرة باوزير' },
        { ...event, guestName: 'نجلاء العمودي' },
        { ...event, eventName: 'تخرّج', guestName: 'خالد السقاف' },
      ],
    })
    const eventId = family!.eventId!
    const look = {
      ...DEFAULT_LOOK,
      background: { is: 'picture' as const, pictureId: (await backend.invitations.uploadPicture({ picture: createPng() })).id },
    }
    await backend.invitations.saveDesign({ ...event, look })
    const createLink = (role: LinkRole) =>
      backend.links.create({ eventId, role, name: 'رابط', walkIns: 3, ...(role === 'family' && { allotment: 9 }) })
    const relatives = await openLink(server.base, await createLink('family'))
    const [relative] = await relatives.backend.invitations.create({ invitations: [{ ...event, guestName: 'ليلى الأغبري' }] })
    const guests = {
      ...{ family: family!, other: other!, deleted: deleted!, relative: relative! },
      reissued: await backend.invitations.reissue({ id: reissued!.id }),
      cancelled: await backend.invitations.cancel({ id: cancelled!.id }),
    }
    await backend.checkIn.check({ qr_code: guests.reissued.code, gate: 'البوابة' })
    await backend.checkIn.walkIn({ eventId, name: WALK_IN.name, people: 2, note: WALK_IN.note, nonce: 'of the host' })
    await backend.invitations.remove({ id: deleted!.id })
    return { backend, create: createLink, world: { guests, oldCode: reissued!.code } satisfies GuestFixtures }
  }

  /** Makes every call of a role twice, the second time with a revoked link. Returns all responses that the device was sent, as one text. */
  async function makeAllCalls(role: LinkRole, link: LinkWithUrl, { backend, world }: Awaited<ReturnType<typeof createHost>>) {
    const sent = new Map<string, string[]>()
    const device = await openLink(server.base, link, new Map(), (text, path) => sent.set(path, [...(sent.get(path) ?? []), text]))
    const makeCalls = async () => {
      for (const [name, calls] of Object.entries(CALLS_BY_ROLE[role]))
        for (const [n, call] of calls.entries())
          await call(device.backend, world).then(
            () => undefined,
            error => expect(error, `${name} ${n}`).toMatchObject({ code: expect.any(String) }),
          )
    }
    if (role !== 'family') {
      const stream = await followFigures(device.fetch, server.base)
      sent.set('stream', [JSON.stringify(await stream.next())])
      stream.close()
    }
    await makeCalls()
    const countResponses = () => new Map([...sent].map(([path, texts]) => [path, texts.length]))
    const before = countResponses()
    await backend.links.revoke({ id: link.id })
    await makeCalls()
    for (const { name, path } of endpointsOf(role)) {
      const [own, below] = [`/api${path}`, `/api/link${path}`]
      const at = sent.has(own) ? own : below
      expect(before.get(at), name).toBeGreaterThanOrEqual(1)
      expect(countResponses().get(at), `${name} with a revoked link`).toBeGreaterThan(before.get(at)!)
    }
    return [...sent.values()].flat().join('\n')
  }

  test.each(['door', 'live', 'family'] as const)('the table of calls has every endpoint that a %s link may call', role => {
    expect(Object.keys(CALLS_BY_ROLE[role]).sort()).toEqual(
      endpointsOf(role)
        .map(({ name }) => name)
        .sort(),
    )
  })

  test.each(['door', 'live'] as const)('the responses to a %s link contain no id, code or name of a guest', async role => {
    const given = await createHost()
    const bytes = await makeAllCalls(role, await given.create(role), given)
    const { guests, oldCode } = given.world
    for (const { id, code, guestName } of Object.values(guests))
      for (const secret of [id, code, guestName]) expect(bytes).not.toContain(secret)
    for (const secret of [oldCode, '777123456', 'جهة الكثيري', WALK_IN.name, WALK_IN.note]) expect(bytes).not.toContain(secret)
  })

  test('the responses to a family link contain no guest of others', async () => {
    const given = await createHost()
    const bytes = await makeAllCalls('family', await given.create('family'), given)
    expect(bytes).toContain('خالتنا')
    const { guests, oldCode } = given.world
    for (const { id, code, guestName } of Object.values(guests))
      for (const secret of [id, code, guestName]) expect(bytes).not.toContain(secret)
    for (const secret of [oldCode, '777123456', 'جهة الكثيري', WALK_IN.name, WALK_IN.note]) expect(bytes).not.toContain(secret)
  })
})

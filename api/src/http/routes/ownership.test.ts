import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { type Contract, contract } from '@hudur/core/contract'
import type { Backend, Endpoint, Resource } from '@hudur/core/endpoint'
import { EVENT_PICTURE_SPEC } from '@hudur/core/events/contract'
import { createJpeg, createPng } from '@hudur/core/testing/pictures'
import { API_PREFIX, LINK_API_PREFIX } from '@hudur/core/wire'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../../testing/engines.ts'
import { openLink } from '../../../testing/link-device.ts'
import { addAccount, startServer } from '../../../testing/server.ts'
import { readAllRows, restoreRows, type TableRows } from '../../../testing/table-rows.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/schema.ts'

const event = { eventName: 'زفاف سارة', eventDate: '2097-01-14' }
const requestFields = { ...event, eventType: 'wedding', phone: '712345678' } as const

const endpoints = Object.entries<Resource>(contract).flatMap(([noun, list]) =>
  Object.entries(list).map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint]),
)
const endpointOf = (name: string) => endpoints.find(([id]) => id === name)![1]

/** The tables whose rows belong to an account. */
const OWNED_TABLES = [
  'sessions',
  'events',
  'invitations',
  'card_changes',
  'answers',
  'user_requests',
  'conflicts',
  'tombstones',
  'deleted_events',
  'designs',
  'pictures',
  'event_pictures',
  'links',
  'link_sessions',
  'walk_ins',
] as const

describe.each(ENGINES)('access to rows on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db)
  })
  beforeEach(() => emptyDatabase(db))
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  type Caller = { account: Awaited<ReturnType<typeof addAccount>>; fetch: typeof fetch; backend: Backend<Contract> }
  async function signIn(username: string, isAdmin = false): Promise<Caller> {
    const account = await addAccount(db, { username, isAdmin })
    return { account, ...(await server.callerFor(account)) }
  }

  const callEndpoint = (caller: Pick<Caller, 'fetch'>, name: string, query: Record<string, string>, body?: object, prefix = API_PREFIX) => {
    const { method, path } = endpointOf(name)
    const about = name === 'trail.list' && { about: 'invitation' }
    return caller.fetch(`${server.base}${prefix}${path}?${new URLSearchParams({ ...about, ...query })}`, {
      method,
      ...(body instanceof Blob && { body }),
      ...(body && !(body instanceof Blob) && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  }

  const createInvitation = async ({ backend }: Caller, guestName = 'سارة') =>
    (await backend.invitations.create({ invitations: [{ ...event, guestName, generationType: 'custom', maxScans: 2 }] }))[0]!

  /** Uploads three offline scans of an invitation for two people. Returns the conflict of the owner. */
  async function createConflict(host: Caller) {
    const { id } = await createInvitation(host, 'هدى')
    for (const nonce of ['f-1', 'f-2', 'f-3']) await host.backend.checkIn.check({ qr_code: id, nonce: `${id}${nonce}`, happened: true })
    return (await host.backend.checkIn.conflicts({})).rows[0]!
  }

  /** Uploads an offline admission through a door link that was revoked. Returns the conflict of the owner. */
  async function createLateConflict(host: Caller) {
    const { id: code, eventId } = await createInvitation(host, 'منيرة')
    const link = await host.backend.links.create({ eventId: eventId!, role: 'door', name: 'باب' })
    const door = await openLink(server.base, link)
    await host.backend.links.revoke({ id: link.id })
    await door.backend.checkIn.check({ qr_code: code, nonce: `late-${code}`, happened: true })
    const { rows } = await host.backend.checkIn.conflicts({})
    return rows.find(({ kind, invitationId }) => kind === 'late' && invitationId === code)!
  }

  /** Opens another session of the caller's account and returns it. */
  async function openSession({ account, backend }: Caller) {
    const before = new Set((await backend.accounts.sessions({})).map(({ id }) => id))
    await server.callerFor(account)
    return (await backend.accounts.sessions({})).find(({ id }) => !before.has(id))!
  }

  const uploadPicture = ({ backend }: Caller) => backend.invitations.uploadPicture({ picture: createPng() })

  const saveDesign = async (host: Caller, eventName = event.eventName) => {
    const look = { ...DEFAULT_LOOK, background: { is: 'picture' as const, pictureId: (await uploadPicture(host)).id } }
    return host.backend.invitations.saveDesign({ ...event, eventName, look })
  }

  const createEvent = ({ backend }: Caller, name = event.eventName) => backend.events.create({ name, date: event.eventDate })

  const eventPicture = new Blob([createJpeg(EVENT_PICTURE_SPEC)], { type: 'image/jpeg' })

  /** Creates an event with a design and a picture. */
  async function createEventWithPicture(host: Caller, name: string) {
    const { eventId } = await saveDesign(host, name)
    return host.backend.events.savePicture({ id: eventId, picture: eventPicture })
  }

  /** Creates an event with an invitation and deletes it. */
  async function createDeletedEvent(host: Caller, name = 'محذوفة') {
    const { id } = await createEvent(host, name)
    await host.backend.invitations.create({ invitations: [{ eventId: id, guestName: 'نورة' }] })
    await host.backend.events.remove({ id })
    return (await host.backend.events.deleted({})).rows[0]!
  }

  const createLink = async (host: Caller, name = 'حفل') =>
    host.backend.links.create({ eventId: (await createEvent(host, name)).id, role: 'live', name: 'شاشة' })

  /** Opens a link of a new event and returns the device. */
  async function createDevice(host: Caller, name = 'حفل الجهاز') {
    const link = await createLink(host, name)
    await openLink(server.base, link)
    return (await host.backend.links.list({ eventId: link.eventId }))[0]!.devices[0]!
  }

  /** Admits people without a card to a new event. */
  async function createWalkIn(host: Caller, name = 'حفل بلا بطاقات') {
    const { id: eventId } = await createEvent(host, name)
    await host.backend.checkIn.walkIn({ eventId, name: 'هند', people: 2, nonce: 'walk-in' })
    return (await host.backend.checkIn.walkIns({ eventId })).rows[0]!
  }

  const createDeclined = async (host: Caller) =>
    host.backend.invitations.answer({ id: (await createInvitation(host, 'ريم')).id, attends: false })

  /** Creates a row of each kind. Returns the ids by kind. */
  const createRows = async (host: Caller) => ({
    session: (await openSession(host)).id,
    event: (await saveDesign(host, 'تخرّج')).eventId,
    deletedEvent: (await createDeletedEvent(host)).id,
    link: (await createLink(host)).id,
    device: (await createDevice(host)).id,
    walkIn: (await createWalkIn(host)).id,
    invitation: (await createInvitation(host)).id,
    declined: (await createDeclined(host)).id,
    conflict: (await createConflict(host)).id,
    late: (await createLateConflict(host)).id,
    design: (await saveDesign(host)).id,
    picture: (await uploadPicture(host)).id,
  })

  const readOwnedRows = () =>
    Promise.all(OWNED_TABLES.map(async table => [table, await db.read.selectFrom(table).selectAll().orderBy('id').execute()] as const))

  describe('rows of another account', () => {
    /** Every user endpoint with the id of a row: the kind of the row, and the body that another account sends with its id. */
    const CALLS_WITH_ID: Record<
      string,
      {
        on:
          | 'session'
          | 'event'
          | 'deletedEvent'
          | 'link'
          | 'device'
          | 'walkIn'
          | 'invitation'
          | 'declined'
          | 'conflict'
          | 'late'
          | 'design'
          | 'picture'
        body?: object
        isOwnOnly?: true
        /** The status with which a partner of the events of all rows is refused. */
        forPartner?: 403 | 404
      }
    > = {
      'accounts.endSession': { on: 'session', isOwnOnly: true, forPartner: 404 },
      'events.get': { on: 'event' },
      'events.live': { on: 'event' },
      'events.savePicture': { on: 'event', body: eventPicture },
      'events.update': { on: 'event', body: { name: 'غيره', place: 'قاعة' } },
      'events.trial': { on: 'event' },
      'events.remove': { on: 'event', forPartner: 403 },
      'events.restore': { on: 'deletedEvent', forPartner: 404 },
      'links.update': { on: 'link', body: { name: 'غيره' } },
      'links.reissue': { on: 'link' },
      'links.revoke': { on: 'link' },
      'links.signOutDevice': { on: 'device' },
      'invitations.update': { on: 'invitation', body: { guestName: 'غيره', maxScans: 9 } },
      'invitations.remove': { on: 'invitation' },
      'invitations.reissue': { on: 'invitation' },
      'invitations.giveAway': { on: 'declined', body: { guestName: 'غيره' } },
      'invitations.cancel': { on: 'invitation' },
      'invitations.restore': { on: 'invitation' },
      'invitations.history': { on: 'invitation' },
      'invitations.answer': { on: 'invitation', body: { attends: false } },
      'trail.list': { on: 'invitation' },
      'invitations.qr': { on: 'invitation' },
      'invitations.picture': { on: 'picture' },
      'invitations.removeDesign': { on: 'design' },
      'checkIn.removeWalkIn': { on: 'walkIn' },
      'checkIn.settleConflict': { on: 'conflict' },
      'checkIn.acceptConflict': { on: 'late' },
    }
    /** This endpoint answers every text with a verdict, never with 404. */
    const VERDICT_ENDPOINT = 'checkIn.scan'

    test('CALLS_WITH_ID covers every user endpoint with an id in its query', () => {
      const endpointNames = endpoints.filter(([, { access, query }]) => access === 'user' && query?.includes('id')).map(([name]) => name)
      expect(endpointNames.sort()).toEqual([...Object.keys(CALLS_WITH_ID), VERDICT_ENDPOINT].sort())
    })

    type World = Record<'host' | 'stranger' | 'admin', Caller> & { things: Awaited<ReturnType<typeof createRows>> }
    let world: World & { rows: TableRows }
    beforeAll(async () => {
      await emptyDatabase(db)
      const [host, stranger, admin] = [await signIn('host'), await signIn('stranger'), await signIn('admin', true)]
      const things = await createRows(host)
      world = { host, stranger, admin, things, rows: await readAllRows(db) }
    })
    /** Restores the accounts and a row of each kind, which are created once because that takes 60 calls. Returns them. */
    async function restoreWorld(): Promise<World> {
      await restoreRows(db, world.rows)
      return world
    }

    test.each(Object.entries(CALLS_WITH_ID))(
      'endpoint %s returns 404 for a row of another account',
      async (name, { on, body, isOwnOnly }) => {
        const { host, stranger, admin, things } = await restoreWorld()
        const before = await readOwnedRows()
        const [refused, unknown] = [
          await callEndpoint(stranger, name, { id: things[on] }, body),
          await callEndpoint(stranger, name, { id: 'nothing' }, body),
        ]
        expect([refused.status, await refused.json()]).toEqual([404, await unknown.json()])
        expect(await readOwnedRows()).toEqual(before)
        if (isOwnOnly) expect((await callEndpoint(admin, name, { id: things[on] }, body)).status).toBe(404)
        // The row exists: its owner or an administrator gets 200.
        expect((await callEndpoint(isOwnOnly ? host : admin, name, { id: things[on] }, body)).status).toBe(200)
      },
    )

    /** Adds an account to all events of a host. Returns a function that removes it from them. */
    async function addToAllEvents(host: Caller, { account: { username } }: Caller) {
      const { rows } = await host.backend.events.list({})
      for (const { id: eventId } of rows) await host.backend.events.addPartner({ eventId, username })
      return async () => {
        for (const { id: eventId } of rows) await host.backend.events.removePartner({ eventId, username })
      }
    }

    test.each(Object.entries(CALLS_WITH_ID))('endpoint %s serves a partner until the partner is removed', async (name, call) => {
      const { on, body, forPartner } = call
      const { host, stranger: partner, things } = await restoreWorld()
      const removePartner = await addToAllEvents(host, partner)
      const before = await readOwnedRows()
      const answer = await callEndpoint(partner, name, { id: things[on] }, body)
      expect(answer.status).toBe(forPartner ?? 200)
      if (forPartner) expect(await readOwnedRows()).toEqual(before)
      await removePartner()
      const afterwards = await readOwnedRows()
      const [refused, unknown] = [
        await callEndpoint(partner, name, { id: things[on] }, body),
        await callEndpoint(partner, name, { id: 'nothing' }, body),
      ]
      expect([refused.status, await refused.json()]).toEqual([404, await unknown.json()])
      expect(await readOwnedRows()).toEqual(afterwards)
    })

    test('a partner gets 404 for rows of the other events of the host', async () => {
      const { host, stranger: partner, things } = await restoreWorld()
      const shared = await createEvent(host, 'المشتركة')
      await host.backend.events.addPartner({ eventId: shared.id, username: partner.account.username })
      const before = await readOwnedRows()
      for (const [name, { on, body }] of Object.entries(CALLS_WITH_ID)) {
        // An upload that no design has used may be one that a partner has made for the owner.
        if (on === 'picture') continue
        const [refused, unknown] = [
          await callEndpoint(partner, name, { id: things[on] }, body),
          await callEndpoint(partner, name, { id: 'nothing' }, body),
        ]
        expect([name, refused.status, await refused.json()]).toEqual([name, 404, await unknown.json()])
      }
      expect(await readOwnedRows()).toEqual(before)
    })

    /** Each call of `CALLS_WITH_ID`, with each role of links that may make it. */
    const linkCalls = Object.entries(CALLS_WITH_ID).flatMap(([name, call]) =>
      (endpointOf(name).links ?? []).map(role => [name, role, call] as const),
    )

    test.each(linkCalls)('endpoint %s with a %s link answers a foreign id like an unknown one', async (name, role, call) => {
      const { host, stranger, things } = await restoreWorld()
      for (const { backend } of [host, stranger]) {
        const { id: eventId } = await backend.events.create({ name: 'مناسبة أخرى', date: event.eventDate })
        const link = await backend.links.create({ eventId, role, name: 'رابط', ...(role === 'family' && { allotment: 2 }) })
        const device = await openLink(server.base, link)
        const before = await readOwnedRows()
        const callThroughLink = async (id: string) => {
          const response = await callEndpoint(device, name, { id }, call.body, LINK_API_PREFIX)
          return [response.status, await response.json()]
        }
        // A stream sends the figures of the event of the link, whatever the id.
        const unknown = await callThroughLink('nothing')
        expect(await callThroughLink(things[call.on])).toEqual(unknown)
        if (!endpointOf(name).stream) expect(unknown[0]).toBe(404)
        expect(await readOwnedRows()).toEqual(before)
      }
    })

    test('a scan of another account’s invitation is refused', async () => {
      const [host, stranger] = [await signIn('host'), await signIn('stranger')]
      const { id } = await createInvitation(host)
      const before = await readOwnedRows()
      const { checkIn } = stranger.backend
      const given = { nonce: 'n-1' }
      for (const text of [id, 'سارة', JSON.stringify({ id })]) {
        const answers = [
          await checkIn.check({ qr_code: text }),
          await checkIn.verify({ qrData: text }),
          await checkIn.scan({ id: text, source: 'typed' }),
        ]
        for (const answer of answers) expect(answer).toMatchObject({ success: false, outcome: 'refused', invitation: null })
      }
      expect(await readOwnedRows()).toEqual(before)
      await checkIn.check({ qr_code: id, ...given, happened: true })
      const rows = await db.read.selectFrom('invitations').selectAll().execute()
      expect(rows).toEqual(new Map<string, object[]>(before).get('invitations'))
      expect(await host.backend.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
      expect(await checkIn.candidates({ search: 'سارة' })).toEqual([])
    })

    test('a scan with another account’s userId is refused', async () => {
      const [host, stranger] = [await signIn('host'), await signIn('stranger')]
      const { id } = await createInvitation(host)
      const before = await readOwnedRows()
      const { checkIn } = stranger.backend
      const hostEvent = { ...event, userId: host.account.id }
      for (const text of [id, 'سارة'])
        for (const answer of [
          await checkIn.check({ qr_code: text, ...hostEvent }),
          await checkIn.scan({ id: text, source: 'typed', ...hostEvent }),
        ])
          expect(answer).toMatchObject({ success: false, outcome: 'refused', invitation: null })
      expect(await checkIn.candidates({ search: 'سارة', ...hostEvent })).toEqual([])
      expect(await checkIn.arrivals(hostEvent)).toEqual({ arrived: 0, invited: 0, exceeding: 0 })
      expect(await readOwnedRows()).toEqual(before)
    })

    test('an offline undo of another account’s admission changes nothing', async () => {
      const [host, stranger] = [await signIn('host'), await signIn('stranger')]
      const { id } = await createInvitation(host)
      await host.backend.checkIn.check({ qr_code: id, nonce: 'door' })
      const conflict = await createConflict(host)
      const before = await readOwnedRows()
      const at = new Date().toISOString()
      const undo = { nonce: 'n-1', qr_code: id, admittedAt: at, undoneAt: at, happened: true }
      expect(await stranger.backend.checkIn.undo({ ...undo, admission: 'door' })).toEqual({ success: true, invitation: null })
      await stranger.backend.checkIn.undo({ ...undo, nonce: 'n-2', qr_code: conflict.code, admission: `${conflict.code}f-3` })
      expect(await readOwnedRows()).toEqual(before)
      expect(await host.backend.checkIn.check({ qr_code: id, nonce: 'door' }), 'it still stands').toMatchObject({ outcome: 'admitted' })
    })

    test('an online undo of another account’s admission changes nothing', async () => {
      const [host, stranger] = [await signIn('host'), await signIn('stranger')]
      const { id } = await createInvitation(host)
      await host.backend.checkIn.check({ qr_code: id, nonce: 'door' })
      const before = await db.read.selectFrom('invitations').selectAll().execute()
      const at = new Date().toISOString()
      const undo = { admission: 'door', nonce: 'n-1', qr_code: id, admittedAt: at, undoneAt: at }
      expect((await callEndpoint(stranger, 'checkIn.undo', {}, undo)).status).toBe(404)
      expect(await db.read.selectFrom('invitations').selectAll().execute()).toEqual(before)
    })

    test('an undo by a former administrator returns not-found', async () => {
      const [host, admin] = [await signIn('host'), await signIn('admin', true)]
      const { id } = await createInvitation(host)
      await admin.backend.checkIn.check({ qr_code: id, nonce: 'door' })
      await db.write(trx => trx.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.account.id).execute())
      const before = await db.read.selectFrom('scans').selectAll().execute()
      const at = new Date().toISOString()
      for (const happened of [false, true]) {
        const undo = { admission: 'door', nonce: 'n-1', qr_code: id, admittedAt: at, undoneAt: at, happened }
        await expect(admin.backend.checkIn.undo(undo)).rejects.toMatchObject({ code: 'not-found' })
      }
      expect(await db.read.selectFrom('scans').selectAll().execute()).toEqual(before)
      expect((await host.backend.invitations.list({})).rows).toMatchObject([{ currentScans: 1 }])
    })

    test('lists ignore another account’s userId and return only own rows', async () => {
      const [host, stranger] = [await signIn('host'), await signIn('stranger')]
      await createInvitation(host)
      await createConflict(host)
      await host.backend.requests.create(requestFields)
      const hostScope = { userId: host.account.id }
      expect(await stranger.backend.invitations.list(hostScope)).toEqual({ rows: [], total: 0 })
      expect(await stranger.backend.invitations.stats(hostScope)).toMatchObject({ total: 0, events: [] })
      expect(await stranger.backend.invitations.changes({})).toMatchObject({ invitations: [], admissions: [] })
      expect(await stranger.backend.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
      const [mine] = await host.backend.invitations.create({ invitations: [{ ...event, guestName: 'علي' }] })
      await host.backend.checkIn.scan({ id: mine!.id })
      expect(await host.backend.checkIn.arrivalTimes(event)).not.toEqual([])
      expect(await stranger.backend.checkIn.arrivalTimes({ ...event, ...hostScope })).toEqual([])
      expect(await stranger.backend.requests.list(hostScope)).toEqual({ rows: [], total: 0 })
      await saveDesign(host)
      expect(await stranger.backend.invitations.designs({ ...hostScope, ...event })).toEqual({ rows: [], total: 0 })
    })

    test('created rows belong to the caller, whatever userId is sent', async () => {
      const [host, stranger] = [await signIn('host'), await signIn('stranger')]
      await stranger.backend.invitations.create({ invitations: [{ ...event, guestName: 'علي', userId: host.account.id }] })
      await callEndpoint(stranger, 'requests.create', {}, { ...requestFields, userId: host.account.id })
      expect((await host.backend.invitations.list({})).total).toBe(0)
      expect(await host.backend.requests.list({})).toEqual({ rows: [], total: 0 })
      expect(await host.backend.accounts.me({})).toMatchObject({ usedGenerations: 0 })
      expect(await stranger.backend.accounts.me({})).toMatchObject({ usedGenerations: 1 })
    })
  })

  describe('when the query string and the body contain different ids', () => {
    type CreatedRow = { id: string }
    const createUser = (_: Caller, name: string) => addAccount(db, { username: name }) as Promise<CreatedRow>
    const createInvitationAs = (admin: Caller, name: string): Promise<CreatedRow> => createInvitation(admin, name)
    const createCancelledInvitation = async (admin: Caller, name: string) =>
      admin.backend.invitations.cancel({ id: (await createInvitationAs(admin, name)).id }) as Promise<CreatedRow>
    const createDeclinedInvitation = async (admin: Caller, name: string) =>
      admin.backend.invitations.answer({ id: (await createInvitationAs(admin, name)).id, attends: false }) as Promise<CreatedRow>
    const createOrder = ({ backend }: Caller): Promise<CreatedRow> => backend.requests.order(requestFields)
    const createPackage = ({ backend }: Caller): Promise<CreatedRow> =>
      backend.sales.createPackage({ name: 'باقة', invitations: 100, price: 5, currency: 'USD' })
    const createMessage = ({ backend }: Caller): Promise<CreatedRow> =>
      backend.messages.create({ fullName: 'هناء', email: 'h@example.com', subject: 'سؤال', message: 'كم؟' })

    const CHANGES: Record<
      string,
      { make: (admin: Caller, name: string) => Promise<CreatedRow>; table: keyof ChangedTables; key?: 'event_id'; body: object }
    > = {
      'accounts.endSession': { make: openSession, table: 'sessions', body: {} },
      'accounts.update': { make: createUser, table: 'users', body: { fullName: 'غيره' } },
      'accounts.remove': { make: createUser, table: 'users', body: {} },
      'accounts.updateGenerations': { make: createUser, table: 'users', body: { count: 7 } },
      'events.savePicture': { make: createEventWithPicture, table: 'event_pictures', key: 'event_id', body: eventPicture },
      'events.update': { make: createEvent, table: 'events', body: { place: 'قاعة' } },
      'events.trial': { make: createEvent, table: 'events', body: {} },
      'events.remove': { make: createEvent, table: 'events', body: {} },
      'events.restore': { make: createDeletedEvent, table: 'deleted_events', body: {} },
      'links.update': { make: createLink, table: 'links', body: { name: 'غيره' } },
      'links.reissue': { make: createLink, table: 'links', body: {} },
      'links.revoke': { make: createLink, table: 'links', body: {} },
      'links.signOutDevice': { make: createDevice, table: 'link_sessions', body: {} },
      'invitations.update': { make: createInvitationAs, table: 'invitations', body: { guestName: 'غيره' } },
      'invitations.remove': { make: createInvitationAs, table: 'invitations', body: {} },
      'invitations.reissue': { make: createInvitationAs, table: 'invitations', body: {} },
      'invitations.giveAway': { make: createDeclinedInvitation, table: 'invitations', body: { guestName: 'غيره' } },
      'invitations.cancel': { make: createInvitationAs, table: 'invitations', body: {} },
      'invitations.answer': { make: createInvitationAs, table: 'invitations', body: { attends: false } },
      'invitations.restore': { make: createCancelledInvitation, table: 'invitations', body: {} },
      'invitations.removeDesign': { make: saveDesign, table: 'designs', body: {} },
      'checkIn.scan': { make: createInvitationAs, table: 'invitations', body: { source: 'camera' } },
      'checkIn.removeWalkIn': { make: createWalkIn, table: 'walk_ins', body: {} },
      'checkIn.settleConflict': { make: createConflict, table: 'conflicts', body: {} },
      'checkIn.acceptConflict': { make: createLateConflict, table: 'conflicts', body: {} },
      'requests.updateOrder': { make: createOrder, table: 'orders', body: { status: 'completed' } },
      'requests.openAccount': { make: createOrder, table: 'orders', body: {} },
      'requests.update': {
        make: ({ backend }) => backend.requests.create(requestFields),
        table: 'user_requests',
        body: { status: 'completed' },
      },
      'sales.updatePackage': { make: createPackage, table: 'packages', body: { name: 'غيرها' } },
      'messages.update': { make: createMessage, table: 'messages', body: { status: 'read' } },
    }
    type ChangedTables = Pick<
      Tables,
      | 'sessions'
      | 'users'
      | 'event_pictures'
      | 'events'
      | 'deleted_events'
      | 'links'
      | 'link_sessions'
      | 'walk_ins'
      | 'invitations'
      | 'designs'
      | 'conflicts'
      | 'orders'
      | 'packages'
      | 'user_requests'
      | 'messages'
    >

    test('CHANGES covers every non-GET endpoint with an id in its query', () => {
      const endpointNames = endpoints.filter(([, { method, query }]) => method !== 'GET' && query?.includes('id')).map(([name]) => name)
      expect(endpointNames.sort()).toEqual(Object.keys(CHANGES).sort())
    })

    test.each(Object.entries(CHANGES))(
      'endpoint %s changes the row of the query string’s id only',
      async (name, { make, table, key = 'id', body }) => {
        const admin = await signIn('admin', true)
        const [a, b] = [await make(admin, 'a'), await make(admin, 'b')]
        const readRow = (id: string) => db.read.selectFrom(table).selectAll().where(sql.ref(key), '=', id).executeTakeFirst()
        const before = [await readRow(a.id), await readRow(b.id)]
        expect(before.every(Boolean)).toBe(true)
        const bodyWithId = ({ id }: CreatedRow) => (body instanceof Blob ? body : { ...body, id })
        expect((await callEndpoint(admin, name, { id: a.id }, bodyWithId(b))).status).toBe(200)
        expect(await readRow(b.id)).toEqual(before[1])
        expect(await readRow(a.id)).not.toEqual(before[0])
        // Without an id in the query string, the id in the body is not used.
        const unnamed = await callEndpoint(admin, name, {}, bodyWithId(b))
        expect(unnamed.status).toBe(400)
        expect(await readRow(b.id)).toEqual(before[1])
      },
    )
  })
})

import type { Invitation } from '@hudur/core/invitations/invitation'
import { expect, test } from 'vitest'
import { buildAccount, buildEvent, buildInvitation, openTestDevice } from '../../../testing/device.ts'
import { replicaInTransaction } from '../store/replica.ts'
import { runWriteTransaction } from '../store/store.ts'
import { createDeviceBackend } from './device-backend.ts'

const REPLICA_STORES = ['invitations', 'events', 'scans', 'meta'] as const

/**
 * Opens a device with these events and invitations, signed in as a host or an administrator. By default its clock shows 22:30 UTC, which
 * is already the next day in its time zone, Aden.
 */
async function createDeviceWithEvents(
  events: Parameters<typeof buildEvent>[0][],
  {
    invitations = [],
    isAdmin = false,
    now = '2026-11-22T22:30:00.000Z',
  }: { invitations?: Invitation[]; isAdmin?: boolean; now?: string } = {},
) {
  const device = await openTestDevice({ now: () => new Date(now) })
  const [host, other] = [
    { ...buildAccount({ isAdmin }), id: 'host' },
    { ...buildAccount(), id: 'other' },
  ]
  await device.people.storeProfiles([host, other])
  await runWriteTransaction(device.store, REPLICA_STORES, async trx => {
    await replicaInTransaction(trx).putEvents(events.map(buildEvent))
    await replicaInTransaction(trx).put(invitations, { isMade: false })
  })
  return { device, host, other, backend: createDeviceBackend(device, async () => ({ id: host.id, isAdmin })) }
}

const EVENTS = [
  { id: 'yesterday', date: '2026-11-22', name: 'حنّاء' },
  { id: 'today', date: '2026-11-23', name: 'زفاف سارة' },
  { id: 'long ago', date: '2026-10-01', name: 'خطوبة' },
  { id: 'late', date: '2026-12-20', name: 'تخرّج' },
  { id: 'today too', date: '2026-11-23', name: 'عقيقة' },
]

test.each([
  ['coming', ['today', 'today too', 'late']],
  ['past', ['yesterday', 'long ago']],
  [undefined, ['late', 'today', 'today too', 'yesterday', 'long ago']],
] as const)('the filter «%s» lists events by the device’s present day: %j', async (filter, ids) => {
  const { backend } = await createDeviceWithEvents(EVENTS, { now: '2026-11-23T03:00:00.000Z' })
  const { rows, total } = await backend.events.list({ filter })
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(total).toBe(ids.length)
  expect(await backend.events.list({ filter, limit: 1, offset: 1 })).toMatchObject({ rows: [{ id: ids[1] }], total: ids.length })
})

test('an event is coming until 6:00 of the next morning', async () => {
  const { backend } = await createDeviceWithEvents(EVENTS, { now: '2026-11-23T02:59:00.000Z' })
  const idsOf = async (filter: 'coming' | 'past') => (await backend.events.list({ filter })).rows.map(({ id }) => id)
  expect(await idsOf('coming')).toEqual(['yesterday', 'today', 'today too', 'late'])
  expect(await idsOf('past')).toEqual(['long ago'])
})

test('the measured clock offset decides which events are coming', async () => {
  const { device, backend } = await createDeviceWithEvents(EVENTS)
  await device.clock.measure('2026-11-22T04:30:00.000Z', Date.parse('2026-11-22T22:30:00.000Z'))
  expect((await backend.events.list({ filter: 'coming', limit: 1 })).rows).toMatchObject([{ id: 'yesterday' }])
})

test.each([
  ['ساره', ['today']],
  ['زفاف سا', ['today']],
  ['العقيقة', ['today too']],
  ['سلمى', []],
])('the search «%s» finds events by words of their names: %j', async (search, ids) => {
  const { backend } = await createDeviceWithEvents(EVENTS)
  expect((await backend.events.list({ search })).rows.map(({ id }) => id)).toEqual(ids)
})

test('an event’s counts include a scan that the server has not counted', async () => {
  const newInvitation = (id: string, more: Partial<Invitation> = {}) => buildInvitation(id, { eventId: 'today', ...more })
  const invitations = [
    newInvitation('0000000000000000000A', { maxScans: 3, children: 2 }),
    newInvitation('0000000000000000000B', { currentScans: 2, maxScans: 1 }),
    newInvitation('0000000000000000000C', { eventId: 'late' }),
    newInvitation('0000000000000000000D', { state: 'cancelled', maxScans: 4, currentScans: 1, children: 3 }),
  ]
  const { backend, host } = await createDeviceWithEvents(EVENTS, { invitations })
  expect(await backend.events.get({ id: 'today' })).toMatchObject({ arrived: 2, sent: 0, unsent: 1 })
  await backend.checkIn.check({ qr_code: invitations[0]!.id, admit: 2 })
  const event = await backend.events.get({ id: 'today' })
  expect(event).toEqual({
    ...buildEvent(EVENTS[1]!),
    ...{ ownerName: host.fullName, designId: null, pictureId: null, invitations: 3, invited: 5, arrived: 4, walkIns: 0 },
    ...{ sent: 0, unsent: 0, opened: 0, answered: 0, attending: 0, expected: 4 },
    ...{ invitedChildren: 2, attendingChildren: 0, expectedChildren: 2 },
    ...{ formerAnswers: 0, returnedPlaces: 0, outdated: 0, outdatedFacts: [], thanked: 0, unthanked: 2 },
  })
})

test('the figures of children are the sums of the invitations, without cancelled ones', async () => {
  const answer = {
    attends: true,
    people: 3,
    children: 2,
    at: '2026-11-02T00:00:00.000Z',
    note: null,
    announced: null,
    isForFormerDay: false,
  }
  const newInvitation = (id: string, more: Partial<Invitation>) => buildInvitation(id, { eventId: 'today', maxScans: 4, ...more })
  const { backend } = await createDeviceWithEvents(EVENTS, {
    invitations: [
      newInvitation('0000000000000000000A', { children: 1, answer }),
      newInvitation('0000000000000000000B', { children: 3 }),
      newInvitation('0000000000000000000C', { children: 4, answer: { ...answer, attends: false, people: 0, children: 0 } }),
      newInvitation('0000000000000000000D', { children: 2, answer, state: 'cancelled' }),
    ],
  })
  expect(await backend.events.get({ id: 'today' })).toMatchObject({
    ...{ invited: 12, attending: 3, expected: 7 },
    ...{ invitedChildren: 8, attendingChildren: 2, expectedChildren: 5 },
  })
})

test('hosts see only their own events, administrators all events', async () => {
  const events = [EVENTS[1]!, { ...EVENTS[3]!, userId: 'other' }]
  const host = await createDeviceWithEvents(events)
  expect(await host.backend.events.list({ userId: 'other' })).toMatchObject({ total: 1, rows: [{ id: 'today' }] })
  await expect(host.backend.events.get({ id: 'late' })).rejects.toMatchObject({ code: 'not-found', message: 'المناسبة محذوفة' })
  const admin = await createDeviceWithEvents(events, { isAdmin: true })
  expect(await admin.backend.events.list({})).toMatchObject({ total: 2 })
  expect(await admin.backend.events.list({ userId: 'other' })).toMatchObject({ rows: [{ id: 'late', ownerName: admin.other.fullName }] })
})

test('another spelling of an event’s name gives the same event id', async () => {
  const { backend } = await createDeviceWithEvents([EVENTS[1]!])
  const created = await backend.invitations.create({
    invitations: [
      { eventName: 'زفاف ساره', eventDate: '2026-11-23', guestName: 'هدى' },
      { eventId: 'today', guestName: 'أمل' },
      { eventName: 'زفاف سارة', eventDate: '2026-11-24', guestName: 'علي' },
    ],
  })
  expect(created.map(({ eventId, eventName }) => [eventId, eventName])).toEqual([
    ['today', 'زفاف سارة'],
    ['today', 'زفاف سارة'],
    [null, 'زفاف سارة'],
  ])
  expect((await backend.invitations.list({ eventId: 'today' })).rows.map(({ guestName }) => guestName)).toEqual(['هدى', 'أمل'])
})

test('creating an invitation by an unknown event id is refused', async () => {
  const { backend } = await createDeviceWithEvents([{ ...EVENTS[1]!, userId: 'other' }])
  const refusal = { code: 'not-found', fields: { eventId: 'المناسبة محذوفة' } }
  for (const eventId of ['unknown', 'today'])
    await expect(backend.invitations.create({ invitations: [{ eventId, guestName: 'أمل' }] })).rejects.toMatchObject(refusal)
  const named = { eventId: 'unknown', eventName: 'حفل', eventDate: '2026-11-23', guestName: 'أمل' }
  expect(await backend.invitations.create({ invitations: [named] })).toMatchObject([{ eventId: null, eventName: 'حفل' }])
})

test('the same idempotency key returns the first invitation again', async () => {
  const { device, backend } = await createDeviceWithEvents([EVENTS[1]!])
  const request = { nonce: 'once', invitations: [{ id: '0000000000000000000A', eventId: 'today', guestName: 'أمل' }] }
  await backend.invitations.create(request)
  await runWriteTransaction(device.store, REPLICA_STORES, trx =>
    replicaInTransaction(trx).putEvents([buildEvent({ ...EVENTS[1]!, name: 'الحفل' })]),
  )
  expect(await backend.invitations.create(request)).toMatchObject([{ id: '0000000000000000000A', eventName: 'الحفل' }])
  expect(await backend.invitations.list({})).toMatchObject({ total: 1 })
})

test('the search in everything finds events of the replica, the latest first', async () => {
  const events = [
    { id: 'early', date: '2026-11-23', name: 'زفاف سارة' },
    { id: 'late', date: '2026-12-20', name: 'ملكة ساره' },
    { id: 'of another owner', date: '2026-12-21', name: 'زفاف سارة', userId: 'other' },
  ]
  const { backend } = await createDeviceWithEvents(events.map(event => ({ userId: 'host', ...event })))
  expect((await backend.find.list({ q: 'سارة' })).map(({ kind, id, path }) => [kind, id, path])).toEqual([
    ['event', 'late', '/events/late'],
    ['event', 'early', '/events/early'],
  ])
})

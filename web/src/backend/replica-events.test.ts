import { dayInAden } from '@hudur/core/testing/days'
import { describe, expect, test } from 'vitest'
import { event, findInvitation, setUpScenarios } from '../../testing/scenarios.ts'
import { replicaOf } from './store/replica-reader.ts'
import type { OutboxEntry } from './store/store.ts'

const { scenario, testServer } = setUpScenarios()

const RENAMED_EVENT = { eventName: 'حفل الياسمين', eventDate: event.eventDate }

/** Creates a host with guests of two events, and a phone with a current replica of both. */
async function createScenarioWithTwoEvents() {
  const parts = await scenario({ guests: ['سارة ناصر', 'علي باوزير'] })
  const { desk, phone, invited } = parts
  const [other] = await desk.invitations.create({ invitations: [{ ...event, eventName: 'تخرّج', guestName: 'هدى' }] })
  await phone.sync.run()
  return { ...parts, eventId: invited[0]!.eventId!, other: other! }
}

const searchGuestNames = async ({ phone }: Awaited<ReturnType<typeof createScenarioWithTwoEvents>>, words: string) =>
  (await phone.backend.invitations.list({ search: words })).rows.map(({ guestName }) => guestName)

describe('after an event was renamed', () => {
  test('an offline device shows the new name of a renamed event', async () => {
    const parts = await createScenarioWithTwoEvents()
    const { phone, desk, invited, eventId } = parts
    expect(await searchGuestNames(parts, 'محمد')).toEqual(['سارة ناصر', 'علي باوزير'])
    const sideMessages = [{ side: 'أهل العروس', message: 'حيّاكم {الضيف}' }]
    await desk.events.update({ id: eventId, name: RENAMED_EVENT.eventName, place: 'قاعة الماسة', sideMessages })
    await phone.sync.run()
    await phone.networkState('refusing')
    const { backend } = phone

    expect((await backend.invitations.list({ eventId })).rows).toMatchObject([RENAMED_EVENT, RENAMED_EVENT])
    expect(await searchGuestNames(parts, 'الياسمين')).toEqual(['سارة ناصر', 'علي باوزير'])
    expect(await searchGuestNames(parts, 'محمد')).toEqual([])
    expect((await backend.invitations.stats({})).events).toMatchObject([
      { eventId: expect.any(String), eventName: 'تخرّج' },
      { eventId, ...RENAMED_EVENT },
    ])
    expect(await backend.events.list({ search: 'ياسمين' })).toMatchObject({
      rows: [{ id: eventId, name: RENAMED_EVENT.eventName, place: 'قاعة الماسة', sideMessages, invitations: 2, invited: 2, arrived: 0 }],
    })
    expect(await backend.checkIn.candidates({ search: 'سارة', eventId })).toMatchObject([RENAMED_EVENT])
    expect(await backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted', scanDetails: RENAMED_EVENT })
  })

  test('an offline scanner set to the former name admits the event’s guests', async () => {
    const { phone, desk, invited, eventId, other } = await createScenarioWithTwoEvents()
    await desk.events.update({ id: eventId, name: RENAMED_EVENT.eventName })
    await phone.sync.run()
    await phone.networkState('refusing')
    const { checkIn } = phone.backend
    const scanner = { eventId, ...event }
    expect(await checkIn.check({ qr_code: invited[0]!.id, ...scanner })).toMatchObject({ outcome: 'admitted' })
    expect(await checkIn.check({ qr_code: 'علي باوزير', source: 'typed', ...scanner })).toMatchObject({ outcome: 'admitted' })
    expect(await checkIn.arrivals(scanner)).toMatchObject({ arrived: 2, invited: 2 })
    expect(await checkIn.check({ qr_code: other.id, ...scanner })).toMatchObject({ refused: { reason: 'other-event', eventName: 'تخرّج' } })
    await phone.networkState('open')
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await desk.checkIn.arrivals({ eventId })).toMatchObject({ arrived: 2 })
  })

  test('an opened event 90 days ahead keeps its guests after a renaming', async () => {
    const { phone, desk } = await scenario({ guests: [] })
    const far = { eventName: 'تخرّج', eventDate: dayInAden(90) }
    const [guest] = await desk.invitations.create({ invitations: [{ ...far, guestName: 'هدى' }] })
    const eventId = guest!.eventId!
    await phone.sync.open({ eventId, ...far })
    expect(await replicaOf(phone.device).events({ userId: undefined })).toMatchObject([{ id: eventId, name: 'تخرّج' }])
    await desk.events.update({ id: eventId, name: RENAMED_EVENT.eventName })
    await phone.sync.run()
    await phone.sync.open({ eventId, ...far, eventName: RENAMED_EVENT.eventName })
    await phone.networkState('refusing')
    const answer = await phone.backend.checkIn.check({ qr_code: guest!.id, eventId, ...far })
    expect(answer).toMatchObject({ outcome: 'admitted', scanDetails: { eventName: RENAMED_EVENT.eventName, eventDate: far.eventDate } })
  })
})

test('an offline device refuses the codes of a deleted event’s guests', async () => {
  const { phone, desk, invited, eventId } = await createScenarioWithTwoEvents()
  await desk.events.remove({ id: eventId })
  await phone.sync.run()
  await phone.networkState('refusing')
  expect((await phone.backend.events.list({})).rows.map(({ name }) => name)).toEqual(['تخرّج'])
  expect(await phone.backend.invitations.list({})).toMatchObject({ total: 1 })
  await expect(phone.backend.events.get({ id: eventId })).rejects.toMatchObject({ code: 'not-found' })
  expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({ refused: { reason: 'deleted', ...event } })
})

test('an offline device admits the guests of a restored event, whether it has heard of the deletion or not', async () => {
  const { desk, invited, devices } = await scenario({ guests: ['سارة ناصر', 'علي باوزير'], phones: 2 })
  const [phone, other] = devices as [(typeof devices)[0], (typeof devices)[0]]
  const eventId = invited[0]!.eventId!
  await other.networkState('refusing')
  await desk.events.remove({ id: eventId })
  await phone.sync.run()
  await other.backend.checkIn.check({ qr_code: invited[1]!.id, eventId })
  await desk.events.restore({ id: (await desk.events.deleted({})).rows[0]!.id })
  await phone.sync.run()
  await phone.networkState('refusing')
  expect(await phone.backend.events.get({ id: eventId })).toMatchObject({ name: event.eventName, invitations: invited.length })
  expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id, eventId })).toMatchObject({ outcome: 'admitted' })
  for (const device of [phone, other]) {
    await device.networkState('open')
    await device.sync.run()
    expect(device.status.get()).toMatchObject({ waiting: 0, rejected: [] })
  }
  expect(await desk.events.get({ id: eventId })).toMatchObject({ arrived: 2 })
  expect(await desk.checkIn.conflicts({ eventId })).toMatchObject({ total: 0 })
})

test('an offline device does not list the events of a deleted account', async () => {
  const { phone, desk } = await scenario({ isAdmin: true, guests: ['سارة ناصر'] })
  const host = await testServer().newAccount()
  const hostDesk = await testServer().desk(host.username)
  await hostDesk.invitations.create({ invitations: [{ ...event, eventName: 'حفل المستضيف', guestName: 'هدى' }] })
  await hostDesk.events.create({ name: 'مناسبة بلا ضيوف', date: event.eventDate })
  await phone.sync.run()
  const listEventNames = async () => (await phone.backend.events.list({})).rows.map(({ name }) => name)
  expect(await listEventNames()).toEqual(expect.arrayContaining([event.eventName, 'حفل المستضيف', 'مناسبة بلا ضيوف']))
  await desk.accounts.remove({ id: host.id })
  await phone.sync.run()
  await phone.networkState('refusing')
  const names = await listEventNames()
  expect(names).toContain(event.eventName)
  expect(names).not.toContain('حفل المستضيف')
  expect(names).not.toContain('مناسبة بلا ضيوف')
})

describe('invitations that were created without a server', () => {
  test('an offline invitation to a new event gets the event’s id at the upload', async () => {
    const { phone, desk, eventId } = await createScenarioWithTwoEvents()
    await phone.networkState('refusing')
    const unknown = { eventName: 'مناسبة جديدة', eventDate: event.eventDate }
    const created = await phone.backend.invitations.create({
      invitations: [
        { eventId, guestName: 'أمل' },
        { ...event, eventName: 'زفاف محمد وساره', guestName: 'بلقيس' },
        { ...unknown, guestName: 'نجلاء' },
      ],
    })
    expect(created.map(invitation => invitation.eventId)).toEqual([eventId, eventId, null])
    expect(created).toMatchObject([event, event, unknown])
    await phone.networkState('open')
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    const { rows } = await desk.events.list({})
    const newEvent = rows.find(({ name }) => name === unknown.eventName)
    expect(rows).toHaveLength(3)
    await phone.networkState('refusing')
    expect(await findInvitation(phone.backend, created[2]!.id)).toMatchObject({ eventId: newEvent!.id, ...unknown })
    expect(await phone.backend.invitations.list({ eventId })).toMatchObject({ total: 4 })
  })

  test('an invitation by event id is created once after a lost response', async () => {
    const { phone, desk, eventId } = await createScenarioWithTwoEvents()
    phone.become('losing')
    const [created] = await phone.backend.invitations.create({ invitations: [{ eventId, guestName: 'أمل' }] })
    expect(created).toMatchObject({ eventId, ...event })
    await phone.networkState('open')
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await desk.invitations.list({ eventId })).toMatchObject({ total: 3 })
  })

  test.each([false, true])('an offline invitation recreates its deleted event (answer lost: %s)', async isLost => {
    const { phone, desk, eventId } = await createScenarioWithTwoEvents()
    await phone.networkState('refusing')
    const [created] = await phone.backend.invitations.create({ invitations: [{ eventId, guestName: 'أمل' }] })
    await desk.events.remove({ id: eventId })
    const [entry] = (await phone.device.store.getAll('outbox')) as (OutboxEntry & { operation: 'create' })[]
    expect(entry).toMatchObject({ operation: 'create', input: { invitations: [{ id: created!.id }] } })
    if (isLost) await desk.invitations.create(entry!.input)
    await phone.networkState('open')
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await desk.events.get({ id: eventId })).toMatchObject({ name: event.eventName, date: event.eventDate, invitations: 1 })
    expect(await findInvitation(desk, created!.id)).toMatchObject({ eventId, guestName: 'أمل' })
  })

  test('a rejected creation is listed with the name and day of its event', async () => {
    const { phone, desk, eventId } = await createScenarioWithTwoEvents()
    await phone.networkState('refusing')
    const [created] = await phone.backend.invitations.create({ invitations: [{ eventId, guestName: 'أمل' }] })
    await desk.invitations.create({ invitations: [{ id: created!.id, eventId, guestName: 'بلقيس' }] })
    await phone.networkState('open')
    await phone.sync.run()
    const [rejected] = phone.status.get().rejected as (OutboxEntry & { operation: 'create' })[]
    expect(rejected).toMatchObject({ operation: 'create', refusal: { code: 'id-taken' } })
    expect(rejected!.input.invitations).toMatchObject([{ eventId, ...event, guestName: 'أمل' }])
  })

  test('an offline invitation keeps its event’s name after a sign-out', async () => {
    const { phone, user, eventId } = await createScenarioWithTwoEvents()
    await phone.networkState('refusing')
    const [created] = await phone.backend.invitations.create({ invitations: [{ eventId, guestName: 'أمل' }] })
    await phone.backend.accounts.logout({ keepsOfflineSignIn: true })
    expect(await replicaOf(phone.device).events({ userId: undefined })).toEqual([])
    await phone.signIn(user.username)
    expect(await findInvitation(phone.backend, created!.id)).toMatchObject({ eventId, ...event })
  })
})

test('the replica of a host contains no events of another host', async () => {
  const { phone } = await createScenarioWithTwoEvents()
  const other = await scenario({ guests: [] })
  expect(await replicaOf(phone.device).events({ userId: undefined })).toHaveLength(2)
  expect(await replicaOf(other.phone.device).events({ userId: undefined })).toEqual([])
})

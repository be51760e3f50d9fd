import { expect, test } from 'vitest'
import { anAccount, anEvent, anInvitation, newDevice } from '../../../testing/device.ts'
import type { Device } from '../store/device.ts'
import { applyChanges, openEvent, readDownloadStart } from './download.ts'

const invitation = (id: string, userId: string, currentScans = 0) => anInvitation(id, { userId, currentScans, isScanned: currentScans > 0 })

type Changes = Parameters<typeof applyChanges>[2]

const changes = (cursor: string, more: Partial<Changes>): Changes => ({
  epoch: 'e',
  mark: cursor,
  isFull: true,
  invitations: [],
  formerCodes: [],
  removed: [],
  events: [],
  removedEvents: [],
  deleted: [],
  admissions: [],
  undos: [],
  ...more,
})

const inside = async ({ replica }: Device) =>
  (await replica.invitations({ userId: undefined })).map(({ id, currentScans }) => [id, currentScans])

const eventsOf = async ({ replica }: Device) => (await replica.events({ userId: undefined })).map(({ id, name, date }) => [id, name, date])

/** Opens a device with a signed-in user, and returns a function that downloads `given` as the answer to the next request. */
async function signedIn() {
  const device = await newDevice()
  const user = anAccount()
  await device.people.signIn(user, { isConfirmed: true })
  let downloads = 0
  return {
    device,
    user,
    async download(given: Partial<Changes>) {
      const start = await readDownloadStart(device, user.id)
      await applyChanges(device, user, changes(`2026-11-20T18:00:0${downloads++}.000Z`, given), start)
      return start.from
    },
  }
}

test('discards a download when another user has signed in since the request, in another tab', async () => {
  const device = await newDevice()
  const [one, other] = [anAccount(), anAccount()]
  await device.people.signIn(one, { isConfirmed: true })
  const start = await readDownloadStart(device, one.id)
  await device.people.signIn(other, { isConfirmed: true })
  const download = { invitations: [invitation('a', one.id)], events: [anEvent({ id: 'event' })] }
  await applyChanges(device, one, changes('2026-11-20T18:00:00.000Z', download), start)
  expect(await inside(device)).toEqual([])
  expect(await eventsOf(device)).toEqual([])
  await applyChanges(
    device,
    other,
    changes('2026-11-20T18:00:01.000Z', { invitations: [invitation('b', other.id)] }),
    await readDownloadStart(device, other.id),
  )
  expect(await inside(device)).toEqual([['b', 0]])
})

test('discards a download when another tab has applied a later one', async () => {
  const device = await newDevice()
  const user = anAccount()
  await device.people.signIn(user, { isConfirmed: true })
  const slow = await readDownloadStart(device, user.id)
  await applyChanges(
    device,
    user,
    changes('2026-11-20T18:00:02.000Z', { invitations: [invitation('a', user.id, 1)] }),
    await readDownloadStart(device, user.id),
  )
  await applyChanges(device, user, changes('2026-11-20T18:00:01.000Z', { invitations: [invitation('a', user.id)] }), slow)
  expect(await inside(device)).toEqual([['a', 1]])
})

test('a renamed event changes the name of all its invitations by one row, also of rows that were read before', async () => {
  const { device, download } = await signedIn()
  const invitations = ['a', 'b', 'c'].map(id => anInvitation(id, { eventId: id === 'c' ? 'other' : 'event' }))
  await download({ invitations, events: [anEvent({ id: 'event' }), anEvent({ id: 'other', name: 'تخرّج' })] })
  const names = async () =>
    (await device.replica.invitations({ userId: undefined })).map(({ eventName, eventDate }) => [eventName, eventDate])
  expect(await names()).toEqual([...Array(2).fill(['زفاف', '2026-12-01']), ['تخرّج', '2026-12-01']])
  const stored = await device.store.getAll('invitations')
  await download({ isFull: false, events: [anEvent({ id: 'event', name: 'حفل زفاف', date: '2026-12-02' })] })
  expect(await names()).toEqual([...Array(2).fill(['حفل زفاف', '2026-12-02']), ['تخرّج', '2026-12-01']])
  expect(await device.store.getAll('invitations')).toEqual(stored)
})

test('an invitation whose event is not in the replica has the name and day with which it was downloaded', async () => {
  const { device, download } = await signedIn()
  await download({ invitations: [anInvitation('a')], events: [anEvent({ id: 'event', name: 'حفل زفاف' })] })
  await download({ isFull: false, removedEvents: ['event'] })
  expect(await device.replica.invitations({ userId: undefined })).toMatchObject([{ eventName: 'زفاف', eventDate: '2026-12-01' }])
})

test('a download of changes stores events of the replica’s days, opened ones and stored ones; a full one replaces all events', async () => {
  const { device, download } = await signedIn()
  const event = (id: string, date: string) => anEvent({ id, date, name: id })
  await openEvent(device, { eventId: 'opened', eventName: 'opened', eventDate: '2027-06-01' })
  await download({ events: [event('moved', '2026-11-25')] })
  const changed = [event('new', '2026-12-20'), event('far', '2027-06-01'), event('opened', '2027-06-01'), event('moved', '2027-06-01')]
  expect(await download({ isFull: false, events: changed })).toMatchObject({ knows: 'codes', since: '2026-11-20T18:00:00.000Z' })
  expect((await eventsOf(device)).map(([id]) => id).toSorted()).toEqual(['moved', 'new', 'opened'])
  await download({ events: [event('later', '2026-12-21')] })
  expect(await eventsOf(device)).toEqual([['later', 'later', '2026-12-21']])
})

test('an event that was opened by its id is the same event after it was renamed, and one that was opened by its name as well', async () => {
  const { device, download } = await signedIn()
  const far = { eventName: 'تخرّج', eventDate: '2027-06-01' }
  expect(await openEvent(device, far)).toBe(true)
  expect(await download({})).toEqual({ knows: 'codes', opened: [far] })
  // The same event with its id: the replica includes it already.
  expect(await openEvent(device, { eventId: 'event', ...far })).toBe(false)
  expect(await download({ isFull: false })).toMatchObject({ since: expect.any(String), opened: [{ eventId: 'event', ...far }] })
  expect(await openEvent(device, { eventId: 'event', ...far, eventName: 'حفل التخرّج' })).toBe(false)
  expect(await openEvent(device, { eventId: 'another', ...far })).toBe(true)
  const { since, opened } = await download({})
  expect(since).toBeUndefined()
  expect(opened).toMatchObject([{ eventId: 'another' }, { eventId: 'event', eventName: 'حفل التخرّج' }])
})

test('a sign-out removes the events with the replica, and the end of a session keeps them', async () => {
  const { device, download } = await signedIn()
  await download({ events: [anEvent({ id: 'event' })] })
  await device.people.signOut({ isEndedOnServer: true, keepsReplica: true })
  expect(await eventsOf(device)).toHaveLength(1)
  await device.people.signOut({ isEndedOnServer: true })
  expect(await eventsOf(device)).toEqual([])
})

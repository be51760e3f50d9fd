import { expect, test } from 'vitest'
import { buildAccount, buildEvent, buildInvitation, openTestDevice } from '../../../testing/device.ts'
import type { Device } from '../store/device.ts'
import { applyChanges, readDownloadStart, recordOpenedEvent } from './download.ts'

const newInvitation = (id: string, userId: string, currentScans = 0) =>
  buildInvitation(id, { userId, currentScans, isScanned: currentScans > 0 })

type ReplicaChanges = Parameters<typeof applyChanges>[2]

const newChanges = (cursor: string, fields: Partial<ReplicaChanges>): ReplicaChanges => ({
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
  ...fields,
})

const readScanCounts = async ({ replica }: Device) =>
  (await replica.invitations({ userId: undefined })).map(({ id, currentScans }) => [id, currentScans])

const readEvents = async ({ replica }: Device) =>
  (await replica.events({ userId: undefined })).map(({ id, name, date }) => [id, name, date])

/**
 * Opens a device with a signed-in user. Returns it with `download`, which applies `given` as the answer to the next download and returns
 * the input of its request.
 */
async function createDeviceWithSignedInUser() {
  const device = await openTestDevice()
  const user = buildAccount()
  await device.people.signIn(user, { isConfirmed: true })
  let downloads = 0
  return {
    device,
    user,
    async download(given: Partial<ReplicaChanges>) {
      const start = await readDownloadStart(device, user.id)
      await applyChanges(device, user, newChanges(`2026-11-20T18:00:0${downloads++}.000Z`, given), start)
      return start.from
    },
  }
}

test('applyChanges discards a download of a previous user', async () => {
  const device = await openTestDevice()
  const [one, other] = [buildAccount(), buildAccount()]
  await device.people.signIn(one, { isConfirmed: true })
  const start = await readDownloadStart(device, one.id)
  await device.people.signIn(other, { isConfirmed: true })
  const download = { invitations: [newInvitation('a', one.id)], events: [buildEvent({ id: 'event' })] }
  await applyChanges(device, one, newChanges('2026-11-20T18:00:00.000Z', download), start)
  expect(await readScanCounts(device)).toEqual([])
  expect(await readEvents(device)).toEqual([])
  await applyChanges(
    device,
    other,
    newChanges('2026-11-20T18:00:01.000Z', { invitations: [newInvitation('b', other.id)] }),
    await readDownloadStart(device, other.id),
  )
  expect(await readScanCounts(device)).toEqual([['b', 0]])
})

test('applyChanges discards a download older than the applied one', async () => {
  const device = await openTestDevice()
  const user = buildAccount()
  await device.people.signIn(user, { isConfirmed: true })
  const slow = await readDownloadStart(device, user.id)
  await applyChanges(
    device,
    user,
    newChanges('2026-11-20T18:00:02.000Z', { invitations: [newInvitation('a', user.id, 1)] }),
    await readDownloadStart(device, user.id),
  )
  await applyChanges(device, user, newChanges('2026-11-20T18:00:01.000Z', { invitations: [newInvitation('a', user.id)] }), slow)
  expect(await readScanCounts(device)).toEqual([['a', 1]])
})

test('a downloaded new name of an event applies to its invitations', async () => {
  const { device, download } = await createDeviceWithSignedInUser()
  const invitations = ['a', 'b', 'c'].map(id => buildInvitation(id, { eventId: id === 'c' ? 'other' : 'event' }))
  await download({ invitations, events: [buildEvent({ id: 'event' }), buildEvent({ id: 'other', name: 'تخرّج' })] })
  const readEventNamesAndDays = async () =>
    (await device.replica.invitations({ userId: undefined })).map(({ eventName, eventDate }) => [eventName, eventDate])
  expect(await readEventNamesAndDays()).toEqual([...Array(2).fill(['زفاف', '2026-12-01']), ['تخرّج', '2026-12-01']])
  const stored = await device.store.getAll('invitations')
  await download({ isFull: false, events: [buildEvent({ id: 'event', name: 'حفل زفاف', date: '2026-12-02' })] })
  expect(await readEventNamesAndDays()).toEqual([...Array(2).fill(['حفل زفاف', '2026-12-02']), ['تخرّج', '2026-12-01']])
  expect(await device.store.getAll('invitations')).toEqual(stored)
})

test('an invitation keeps its event’s name if the replica lacks the event', async () => {
  const { device, download } = await createDeviceWithSignedInUser()
  await download({ invitations: [buildInvitation('a')], events: [buildEvent({ id: 'event', name: 'حفل زفاف' })] })
  await download({ isFull: false, removedEvents: ['event'] })
  expect(await device.replica.invitations({ userId: undefined })).toMatchObject([{ eventName: 'زفاف', eventDate: '2026-12-01' }])
})

test('an incremental download stores only coming, opened and stored events', async () => {
  const { device, download } = await createDeviceWithSignedInUser()
  const newEvent = (id: string, date: string) => buildEvent({ id, date, name: id })
  await recordOpenedEvent(device, { eventId: 'opened', eventName: 'opened', eventDate: '2027-06-01' })
  await download({ events: [newEvent('moved', '2026-11-25')] })
  const changed = [
    newEvent('new', '2026-12-20'),
    newEvent('far', '2027-06-01'),
    newEvent('opened', '2027-06-01'),
    newEvent('moved', '2027-06-01'),
  ]
  expect(await download({ isFull: false, events: changed })).toMatchObject({ since: '2026-11-20T18:00:00.000Z' })
  expect((await readEvents(device)).map(([id]) => id).toSorted()).toEqual(['moved', 'new', 'opened'])
  await download({ events: [newEvent('later', '2026-12-21')] })
  expect(await readEvents(device)).toEqual([['later', 'later', '2026-12-21']])
})

test('recordOpenedEvent recognises an event by its name and by its id', async () => {
  const { device, download } = await createDeviceWithSignedInUser()
  const far = { eventName: 'تخرّج', eventDate: '2027-06-01' }
  expect(await recordOpenedEvent(device, far)).toBe(true)
  expect(await download({})).toEqual({ opened: [far] })
  // The event is opened again, now with its id. The replica already includes it.
  expect(await recordOpenedEvent(device, { eventId: 'event', ...far })).toBe(false)
  expect(await download({ isFull: false })).toMatchObject({ since: expect.any(String), opened: [{ eventId: 'event', ...far }] })
  expect(await recordOpenedEvent(device, { eventId: 'event', ...far, eventName: 'حفل التخرّج' })).toBe(false)
  expect(await recordOpenedEvent(device, { eventId: 'another', ...far })).toBe(true)
  const { since, opened } = await download({})
  expect(since).toBeUndefined()
  expect(opened).toMatchObject([{ eventId: 'another' }, { eventId: 'event', eventName: 'حفل التخرّج' }])
})

test('a sign-out deletes the replica’s events, an expired session does not', async () => {
  const { device, download } = await createDeviceWithSignedInUser()
  await download({ events: [buildEvent({ id: 'event' })] })
  await device.people.signOut({ isEndedOnServer: true, keepsReplica: true })
  expect(await readEvents(device)).toHaveLength(1)
  await device.people.signOut({ isEndedOnServer: true })
  expect(await readEvents(device)).toEqual([])
})

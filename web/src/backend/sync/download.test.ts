import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildAccount, buildEvent, buildInvitation, openTestDevice } from '../../../testing/device.ts'
import type { Device } from '../store/device.ts'
import { replicaOf } from '../store/replica-reader.ts'
import { readMeta, runWriteTransaction } from '../store/store.ts'
import { applyChanges, recordOpenedEvent, startDownload } from './download.ts'

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

const readScanCounts = async (device: Device) =>
  (await replicaOf(device).invitations({ userId: undefined })).map(({ id, currentScans }) => [id, currentScans])

const readEvents = async (device: Device) =>
  (await replicaOf(device).events({ userId: undefined })).map(({ id, name, date }) => [id, name, date])

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
      const start = await startDownload(device, user.id)
      await applyChanges(device, user, newChanges(new Date(Date.UTC(2026, 10, 20, 18, 0, downloads++)).toISOString(), given), start)
      return start.from
    },
  }
}

test('applyChanges discards a download of a previous user', async () => {
  const device = await openTestDevice()
  const [one, other] = [buildAccount(), buildAccount()]
  await device.people.signIn(one, { isConfirmed: true })
  const start = await startDownload(device, one.id)
  await device.people.signIn(other, { isConfirmed: true })
  const download = { invitations: [newInvitation('a', one.id)], events: [buildEvent({ id: 'event' })] }
  await applyChanges(device, one, newChanges('2026-11-20T18:00:00.000Z', download), start)
  expect(await readScanCounts(device)).toEqual([])
  expect(await readEvents(device)).toEqual([])
  await applyChanges(
    device,
    other,
    newChanges('2026-11-20T18:00:01.000Z', { invitations: [newInvitation('b', other.id)] }),
    await startDownload(device, other.id),
  )
  expect(await readScanCounts(device)).toEqual([['b', 0]])
})

test('applyChanges discards a download older than the applied one', async () => {
  const device = await openTestDevice()
  const user = buildAccount()
  await device.people.signIn(user, { isConfirmed: true })
  const slow = await startDownload(device, user.id)
  await applyChanges(
    device,
    user,
    newChanges('2026-11-20T18:00:02.000Z', { invitations: [newInvitation('a', user.id, 1)] }),
    await startDownload(device, user.id),
  )
  await applyChanges(device, user, newChanges('2026-11-20T18:00:01.000Z', { invitations: [newInvitation('a', user.id)] }), slow)
  expect(await readScanCounts(device)).toEqual([['a', 1]])
})

const newInvitations = (userId: string, count = 1_000) => Array.from({ length: count }, (_, n) => newInvitation(`guest ${n}`, userId))

test('other writes run between the parts of a large download', async () => {
  const { device, user } = await createDeviceWithSignedInUser()
  const order: string[] = []
  const changes = newChanges('2026-11-20T18:00:00.000Z', { invitations: newInvitations(user.id) })
  await applyChanges(device, user, changes, await startDownload(device, user.id), stored => {
    order.push(`stored ${stored}`)
    if (stored === 200) void device.people.storeProfiles([user]).then(() => order.push('profile'))
  })
  expect(order.indexOf('profile')).toBeLessThan(order.indexOf('stored 800'))
  expect(await device.store.count('invitations')).toBe(1_000)
})

test('a sign-out ends a download between two parts', async () => {
  const { device, user } = await createDeviceWithSignedInUser()
  const start = await startDownload(device, user.id)
  const changes = newChanges('2026-11-20T18:00:00.000Z', { invitations: newInvitations(user.id) })
  let signingOut: Promise<void> | undefined
  const signOut = () => {
    signingOut ??= device.people.signOut({ isEndedOnServer: true })
  }
  expect(await applyChanges(device, user, changes, start, signOut)).toBeUndefined()
  await signingOut
  expect(await readScanCounts(device)).toEqual([])
})

test('a full download deletes the guests that it does not contain', async () => {
  const { device, user, download } = await createDeviceWithSignedInUser()
  await download({ invitations: newInvitations(user.id) })
  await download({ invitations: newInvitations(user.id, 250) })
  expect(await device.store.count('invitations')).toBe(250)
})

test('a part of a download counts the scans that it contains once', async () => {
  const { device, user } = await createDeviceWithSignedInUser()
  const scan = {
    ...{ account: user.id, idempotencyKey: 'scan', code: 'guest 0', invitationId: 'guest 0', people: 1, gate: null, clockOffset: null },
    ...{ scannedAt: '2026-11-20T18:00:00.000Z', at: '2026-11-20T18:00:00.000Z', isSent: true, isListed: false, open: 1 as const },
  }
  await device.store.put('scans', scan)
  const [, ...others] = newInvitations(user.id)
  const changes = newChanges('2026-11-20T18:00:00.000Z', {
    invitations: [newInvitation('guest 0', user.id, 1), ...others],
    admissions: [{ nonce: 'scan', invitationId: 'guest 0', people: 1 }],
  })
  let counts: Promise<unknown> | undefined
  await applyChanges(device, user, changes, await startDownload(device, user.id), () => {
    counts ??= readScanCounts(device)
  })
  expect(((await counts) as [string, number][])[0]).toEqual(['guest 0', 1])
})

test('a downloaded new name of an event applies to its invitations', async () => {
  const { device, download } = await createDeviceWithSignedInUser()
  const invitations = ['a', 'b', 'c'].map(id => buildInvitation(id, { eventId: id === 'c' ? 'other' : 'event' }))
  await download({ invitations, events: [buildEvent({ id: 'event' }), buildEvent({ id: 'other', name: 'تخرّج' })] })
  const readEventNamesAndDays = async () =>
    (await replicaOf(device).invitations({ userId: undefined })).map(({ eventName, eventDate }) => [eventName, eventDate])
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
  expect(await replicaOf(device).invitations({ userId: undefined })).toMatchObject([{ eventName: 'زفاف', eventDate: '2026-12-01' }])
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

test('a replica of more rows than one request reads is read completely', async () => {
  const { device, user, download } = await createDeviceWithSignedInUser()
  const ids = Array.from({ length: 900 }, (_, n) => `guest ${String(n).padStart(4, '0')}`)
  await download({ invitations: ids.map(id => newInvitation(id, user.id)) })
  expect((await readScanCounts(device)).map(([id]) => id)).toEqual(ids)
})

test('a download of rows that are stored already leaves the replica’s version', async () => {
  const { device, user, download } = await createDeviceWithSignedInUser()
  const [first, ...others] = newInvitations(user.id, 300)
  await download({ invitations: [first!, ...others] })
  const version = await readMeta(device.store, 'replica-version')
  await download({ isFull: false, invitations: [first!, ...others] })
  expect(await readMeta(device.store, 'replica-version')).toBe(version)
  await download({ isFull: false, invitations: [{ ...first!, currentScans: 1 }, ...others] })
  expect(await readMeta(device.store, 'replica-version')).toBe(version! + 1)
})

test('a write waits for one part of a reading of the replica', async () => {
  const { device, user, download } = await createDeviceWithSignedInUser()
  await download({ invitations: newInvitations(user.id, 2_000) })
  const order: string[] = []
  const reading = readScanCounts(device).then(() => order.push('read'))
  await runWriteTransaction(device.store, ['invitations'], trx => trx.objectStore('invitations').get('guest 0'))
  order.push('written')
  await reading
  expect(order).toEqual(['written', 'read'])
})

test('readers of the replica get the rows as they are after every change', async () => {
  const { device, user, download } = await createDeviceWithSignedInUser()
  const id = fc.integer({ min: 0, max: 9 }).map(n => `guest ${n}`)
  const run = fc.record({
    ...{ changed: fc.uniqueArray(id, { maxLength: 3 }), removed: fc.uniqueArray(id, { maxLength: 2 }), currentScans: fc.nat(2) },
    ...{ isFull: fc.boolean(), isReadDuring: fc.boolean(), isRenamed: fc.boolean() },
  })
  await fc.assert(
    fc.asyncProperty(fc.array(run, { maxLength: 8 }), async runs => {
      for (const { changed, removed, currentScans, isFull, isReadDuring, isRenamed } of runs) {
        const invitations = changed.map(one => buildInvitation(one, { userId: user.id, eventId: 'event', currentScans }))
        const events = isFull || isRenamed ? [buildEvent({ id: 'event', name: isRenamed ? 'تخرّج' : 'زفاف' })] : []
        const reading = isReadDuring ? readScanCounts(device) : undefined
        await download({ isFull, invitations, removed, events })
        await reading
        const name = (await device.store.get('events', 'event'))?.name
        const stored = await device.store.getAll('invitations')
        const read = await replicaOf(device).rows({ userId: undefined })
        expect(read.map(row => row.position)).toEqual(stored.map(({ position }) => position).sort((a, b) => a - b))
        expect(new Map(read.map(row => [row.id, row.invitation]))).toEqual(
          new Map(stored.map(row => [row.id, { ...row.invitation, ...(name && { eventName: name }) }])),
        )
      }
    }),
    { numRuns: 40 },
  )
})

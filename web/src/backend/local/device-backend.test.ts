import 'fake-indexeddb/auto'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import { describeBackend } from '@hudur/core/testing/backend-suite'
import { expect, test } from 'vitest'
import { buildAccount, buildInvitation, openTestDevice } from '../../../testing/device.ts'
import { replicaInTransaction } from '../store/replica.ts'
import { runWriteTransaction } from '../store/store.ts'
import { createDeviceBackend } from './device-backend.ts'
import { createLocalPart } from './local-part.ts'

describeBackend('on this device', async () => {
  const device = await openTestDevice()
  return {
    async signIn(account) {
      const user = buildAccount(account)
      await device.people.storeProfiles([user])
      return createDeviceBackend(device, async () => ({ id: user.id, isAdmin: user.isAdmin }))
    },
  }
})

test('the backend of a device is made once', async () => {
  const device = await openTestDevice()
  expect(createLocalPart(device).backend).toBe(createLocalPart(device).backend)
})

test('the device backend refuses server-only endpoints with «offline»', async () => {
  const device = await openTestDevice()
  const backend = createDeviceBackend(device)
  await expect(backend.invitations.remove({ id: 'x' })).rejects.toMatchObject({ code: 'offline', message: 'غير متاح دون اتصال' })
  await expect(backend.invitations.designs({})).rejects.toMatchObject({ code: 'offline', message: 'غير متاح دون اتصال' })
  await expect(backend.invitations.picture({ id: 'x' })).rejects.toMatchObject({ code: 'offline' })
  await expect(backend.accounts.list({})).rejects.toMatchObject({ code: 'offline' })
  await expect(backend.invitations.list({})).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('creating an invitation with a deleted id is refused as «id-taken»', async () => {
  const device = await openTestDevice()
  const host = buildAccount()
  await device.people.storeProfiles([host])
  const event = { eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة', id: idFromBytes(new Uint8Array(ID_BYTES).fill(7)) }
  await runWriteTransaction(device.store, ['invitations', 'events', 'scans', 'meta'], trx =>
    replicaInTransaction(trx).putDeleted([{ ...event, eventId: null, userId: host.id }]),
  )
  const backend = createDeviceBackend(device, async () => ({ id: host.id, isAdmin: false }))
  await expect(backend.invitations.create({ invitations: [event] })).rejects.toMatchObject({ code: 'id-taken' })
  expect(await backend.invitations.list({})).toMatchObject({ total: 0 })
})

test('a device counts cancelled invitations as neither answered nor unanswered', async () => {
  const device = await openTestDevice()
  const answer = {
    attends: true,
    people: 1,
    children: 0,
    note: null,
    at: '2026-11-02T00:00:00.000Z',
    announced: null,
    isForFormerDay: false,
  }
  const invitations = [
    buildInvitation('absent'),
    buildInvitation('arrived', { currentScans: 1, isScanned: true, answer }),
    buildInvitation('cancelled', { state: 'cancelled', answer }),
    buildInvitation('declined-cancelled', { state: 'cancelled', answer: { ...answer, attends: false, people: 0 } }),
  ]
  await runWriteTransaction(device.store, ['invitations', 'events', 'scans', 'meta'], trx =>
    replicaInTransaction(trx).put(invitations, { isMade: false }),
  )
  const backend = createDeviceBackend(device, async () => ({ id: 'host', isAdmin: false }))
  expect(await backend.invitations.stats({})).toMatchObject({ total: 4, scanned: 1, unscanned: 1 })
  const listed = async (filter: 'scanned' | 'unscanned' | 'attending' | 'declined') =>
    (await backend.invitations.list({ filter })).rows.map(({ id }) => id)
  expect(await listed('scanned')).toEqual(['arrived'])
  expect(await listed('unscanned')).toEqual(['absent'])
  expect(await listed('attending')).toEqual(['arrived'])
  expect(await listed('declined')).toEqual([])
})

test('on a device, the filters for sending leave out guests who arrived', async () => {
  const device = await openTestDevice()
  const arrived = { currentScans: 1, isScanned: true }
  const sentAt = '2026-11-02T00:00:00.000Z'
  const declined = { ...{ attends: false, people: 0, children: 0, note: null, at: sentAt }, announced: null, isForFormerDay: false }
  const invitations = [
    ...[buildInvitation('unsent'), buildInvitation('arrived', arrived), buildInvitation('declined', { answer: declined })],
    ...[buildInvitation('sent', { sentAt }), buildInvitation('sent-arrived', { ...arrived, sentAt })],
  ]
  await runWriteTransaction(device.store, ['invitations', 'events', 'scans', 'meta'], trx =>
    replicaInTransaction(trx).put(invitations, { isMade: false }),
  )
  const backend = createDeviceBackend(device, async () => ({ id: 'host', isAdmin: false }))
  const listed = async (filter: 'unsent' | 'unopened' | 'unanswered') =>
    (await backend.invitations.list({ filter })).rows.map(({ id }) => id)
  expect(await listed('unsent')).toEqual(['unsent'])
  expect(await listed('unopened')).toEqual(['sent'])
  expect(await listed('unanswered')).toEqual(['sent'])
})

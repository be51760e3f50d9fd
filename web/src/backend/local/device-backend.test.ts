import 'fake-indexeddb/auto'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import { describeBackend } from '@hudur/core/testing/backend-suite'
import { expect, test } from 'vitest'
import { buildAccount, openTestDevice } from '../../../testing/device.ts'
import { replicaInTransaction } from '../store/replica.ts'
import { runWriteTransaction } from '../store/store.ts'
import { createDeviceBackend } from './device-backend.ts'

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

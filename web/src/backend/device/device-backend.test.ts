import 'fake-indexeddb/auto'
import { describeBackend } from '@hudur/core/testing'
import { expect, test } from 'vitest'
import { anAccount, newDevice } from '../../../testing/device.ts'
import { deviceBackend } from './device-backend.ts'

describeBackend('on this device', async () => {
  const device = await newDevice()
  return {
    async signIn(account) {
      const user = anAccount(account)
      await device.people.met([user])
      return deviceBackend(device, async () => ({ id: user.id, isAdmin: user.isAdmin }))
    },
  }
})

test('what only a server can do is refused in words', async () => {
  const device = await newDevice()
  const backend = deviceBackend(device)
  await expect(backend.invitations.remove({ id: 'x' })).rejects.toMatchObject({ code: 'offline', message: 'غير متاح دون اتصال' })
  await expect(backend.invitations.designs({})).rejects.toMatchObject({ code: 'offline', message: 'غير متاح دون اتصال' })
  await expect(backend.invitations.picture({ id: 'x' })).rejects.toMatchObject({ code: 'offline' })
  await expect(backend.accounts.list({})).rejects.toMatchObject({ code: 'offline' })
  await expect(backend.invitations.list({})).rejects.toMatchObject({ code: 'not-signed-in' })
})

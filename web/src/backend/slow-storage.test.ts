import { expect, test } from 'vitest'
import { openTestDevice } from '../../testing/device.ts'
import { inviteGuests, setUpScenarios } from '../../testing/scenarios.ts'
import { PASSWORD } from '../../testing/test-server.ts'
import { composeDoorBackend } from './door.ts'
import type { Device } from './store/device.ts'
import { replicaOf } from './store/replica-reader.ts'

const { scenario } = setUpScenarios()

test('the server answers calls while IndexedDB is still opening', async () => {
  const { phone, desk, invited, user } = await scenario({ guests: ['سارة', 'علي'] })
  const { promise: opening, resolve: open } = Promise.withResolvers<Device>()
  const tab = phone.openTab(opening)
  expect(await tab.backend.accounts.me({})).toMatchObject({ id: user.id })
  await expect.poll(() => tab.status.get()).toMatchObject({ canStoreData: false })
  expect(await tab.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
  await inviteGuests(tab.backend, 'هدى')
  expect(await desk.invitations.stats({})).toMatchObject({ total: 3, arrived: 1 })

  open(phone.device)
  expect(await tab.openedLate).toBe(true)
  await tab.sync.run()
  expect(tab.status.get()).toMatchObject({ canStoreData: true, replica: { guests: 3 } })
  phone.become('refusing')
  await tab.connection.retest()
  expect(await tab.backend.checkIn.check({ qr_code: invited[1]!.id })).toMatchObject({ outcome: 'admitted' })
  expect(await tab.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'used' })
})

test('a user who signs in while IndexedDB is opening stays signed in', async () => {
  const before = await scenario()
  const other = await scenario()
  const { phone } = before
  const { promise: opening, resolve: open } = Promise.withResolvers<Device>()
  const tab = phone.openTab(opening)
  expect(await tab.backend.accounts.login({ username: other.user.username, password: PASSWORD })).toMatchObject({ id: other.user.id })
  open(phone.device)
  await tab.openedLate
  expect(await tab.backend.accounts.me({})).toMatchObject({ id: other.user.id })
  expect(await phone.device.people.session()).toEqual({ userId: other.user.id, isConfirmed: true })
  await tab.sync.run()
  expect((await replicaOf(phone.device).invitations({ userId: undefined })).map(({ id }) => id)).toEqual(other.invited.map(({ id }) => id))
})

test('a door link downloads its replica after its storage opened late', async () => {
  const { phone, desk, invited } = await scenario({ guests: ['سارة', 'علي'] })
  const link = await desk.links.create({ eventId: invited[0]!.eventId!, role: 'door', name: 'باب النساء' })
  const { promise: opening, resolve: open } = Promise.withResolvers<Device>()
  const tab = phone.openTab(undefined, opening)
  await tab.enterLink(link.url.split('#')[1]!)
  const door = tab.withDoor(link.id, composeDoorBackend)
  await door.backend.links.me({})
  await expect.poll(() => door.status.get()).toMatchObject({ canStoreData: false, replica: null })

  open(await openTestDevice({ isDoor: true }))
  expect(await door.openedLate).toBe(true)
  await expect.poll(() => door.status.get()).toMatchObject({ canStoreData: true })
  await door.backend.links.me({})
  await expect.poll(() => door.status.get()).toMatchObject({ canStoreData: true, replica: { guests: 2 } })
  phone.become('refusing')
  await tab.connection.retest()
  expect(await door.backend.checkIn.check({ qr_code: invited[1]!.id })).toMatchObject({ outcome: 'admitted' })
})

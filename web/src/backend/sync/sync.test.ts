import { expect, test } from 'vitest'
import { event, invite, scenarios } from '../../../testing/scenarios.ts'

const { testServer, scenario } = scenarios()

test('a download without an answer leaves the sync unfinished until one is complete', async () => {
  const { username } = await testServer().newAccount()
  const phone = await testServer().newPhone()
  const desk = await testServer().desk(username)
  await invite(desk, 'سلمى')
  phone.failAt(/changes\.php/)
  await phone.signIn(username)
  await phone.sync.run()
  expect(phone.sync.isUnfinished()).toBe(true)
  expect(phone.status.get().replica).toBeNull()
  phone.failAt(/nothing/)
  await phone.sync.run()
  expect(phone.sync.isUnfinished()).toBe(false)
  expect(phone.status.get().replica).toMatchObject({ guests: 1 })
})

test('an admission whose answer arrives after a download that includes it is counted once', async () => {
  const { phone, desk, user, invited } = await scenario({ guests: ['سارة', 'هدى'] })
  const scan = { qr_code: invited[0]!.id, nonce: 'late' }
  await desk.scanning.check(scan)
  await phone.sync.run()
  // The server recognises the idempotency key, and answers as it did the first time.
  expect(await phone.backend.scanning.check(scan)).toMatchObject({ outcome: 'admitted' })
  await phone.networkState('refusing')
  expect(await phone.device.replica.invitations({ userId: user.id })).toMatchObject([{ currentScans: 1 }, { currentScans: 0 }])
  expect(await phone.backend.scanning.arrivals({ ...event })).toMatchObject({ arrived: 1 })
})

test('an undo whose answer arrives after a download that includes it is counted once', async () => {
  const { phone, desk, user, invited } = await scenario()
  await desk.invitations.update({ id: invited[0]!.id, maxScans: 4 })
  await phone.sync.run()
  const scan = { qr_code: invited[0]!.id, admit: 2, nonce: 'admission' }
  await phone.backend.scanning.check({ ...scan, nonce: 'before' })
  await phone.backend.scanning.check(scan)
  const at = new Date().toISOString()
  const undo = { qr_code: invited[0]!.id, admission: 'admission', nonce: 'undo', admittedAt: at, undoneAt: at }
  await desk.scanning.undo(undo)
  await phone.sync.run()
  phone.failAt(/changes\.php/)
  await phone.backend.scanning.undo(undo)
  await phone.networkState('refusing')
  expect(await phone.device.replica.invitations({ userId: user.id })).toMatchObject([{ currentScans: 2 }])
})

test('an admission whose answer is lost after a download that includes it is counted once, and admits the rest of the family', async () => {
  const { phone, desk, user, invited } = await scenario()
  await desk.invitations.update({ id: invited[0]!.id, maxScans: 4 })
  const scan = { qr_code: invited[0]!.id, admit: 2, nonce: 'lost' }
  await desk.scanning.check(scan)
  await phone.sync.run()
  await phone.networkState('refusing')
  expect(await phone.backend.scanning.check(scan)).toMatchObject({ outcome: 'admitted', admitted: 2 })
  expect(await phone.device.replica.invitations({ userId: user.id })).toMatchObject([{ currentScans: 2 }])
  expect(await phone.backend.scanning.check({ ...scan, nonce: 'rest' })).toMatchObject({ outcome: 'admitted', admitted: 2 })
})

test('an undo whose answer is lost after a download that includes it is counted once', async () => {
  const { phone, desk, user, invited } = await scenario()
  await desk.invitations.update({ id: invited[0]!.id, maxScans: 4 })
  for (const nonce of ['one', 'two']) await phone.backend.scanning.check({ qr_code: invited[0]!.id, admit: 2, nonce })
  const at = new Date().toISOString()
  const undo = { qr_code: invited[0]!.id, admission: 'two', nonce: 'undo', admittedAt: at, undoneAt: at }
  await desk.scanning.undo(undo)
  await phone.sync.run()
  await phone.networkState('refusing')
  expect(await phone.backend.scanning.undo(undo)).toMatchObject({ success: true, invitation: { currentScans: 2 } })
  expect(await phone.device.replica.invitations({ userId: user.id })).toMatchObject([{ currentScans: 2 }])
})

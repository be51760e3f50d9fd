import { contract } from '@hudur/core/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { expect, test } from 'vitest'
import { event, inviteGuests, setUpScenarios } from '../../../testing/scenarios.ts'
import { PASSWORD } from '../../../testing/test-server.ts'
import { replicaOf } from '../store/replica-reader.ts'

const { testServer, scenario } = setUpScenarios()

test('a sync is due after its download got no answer', async () => {
  const { username } = await testServer().newAccount()
  const phone = await testServer().newPhone()
  const desk = await testServer().desk(username)
  await inviteGuests(desk, 'سلمى')
  phone.failAt(/changes\.php/)
  await phone.signIn(username)
  await phone.sync.run()
  expect(phone.sync.isDue()).toBe(true)
  expect(phone.status.get().replica).toBeNull()
  phone.failAt(/nothing/)
  await phone.sync.run()
  expect(phone.sync.isDue()).toBe(false)
  expect(phone.status.get().replica).toMatchObject({ guests: 1 })
})

test('a device with only a session cookie downloads the replica once', async () => {
  const { username } = await testServer().newAccount()
  const phone = await testServer().newPhone()
  const desk = await testServer().desk(username)
  await inviteGuests(desk, 'سلمى')
  await createHttpBackend(contract, phone).accounts.login({ username, password: PASSWORD })
  await phone.sync.run()
  expect(phone.status.get().replica).toBeNull()
  await phone.backend.accounts.me({})
  await expect.poll(() => phone.status.get().replica).toMatchObject({ guests: 1 })
  await phone.backend.accounts.me({})
  // This run ends after a sync that `me` started, if there was one, and adds one download.
  await phone.sync.run()
  const downloads = phone.requests.filter(request => request.includes('changes.php'))
  expect(downloads, 'reading the same user again starts no sync').toHaveLength(2)
})

test('two syncs that start at the same time download the replica once', async () => {
  const { username } = await testServer().newAccount()
  const phone = await testServer().newPhone()
  await createHttpBackend(contract, phone).accounts.login({ username, password: PASSWORD })
  let synced: Promise<void> | undefined
  phone.onRequest(() => {
    synced ??= phone.sync.run()
  })
  // The user is new on this device, so reading the user starts a sync too.
  await phone.backend.accounts.me({})
  await synced
  expect(phone.requests.filter(request => request.includes('changes.php'))).toHaveLength(1)
  expect(phone.status.get().replica).not.toBeNull()
})

test('a sync asks again who is signed in before it uploads an entry', async () => {
  const { phone, invited } = await scenario()
  const requestsOf = async (work: () => Promise<unknown>) => {
    phone.requests.length = 0
    await work()
    return phone.requests.map(request => /\/api\/(.+)\.php/.exec(request)?.[1])
  }
  expect(await requestsOf(() => phone.sync.run())).toEqual(['auth/me', 'invitations/changes'])
  await phone.networkState('refusing')
  await phone.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'offline' })
  await phone.networkState('open')
  expect(await requestsOf(() => phone.sync.run())).toEqual(['auth/me', 'invitations', 'auth/me', 'invitations/changes'])
})

test('onUploaded is called although the connection is lost afterwards', async () => {
  const { phone, invited } = await scenario()
  await phone.networkState('refusing')
  await phone.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'offline' })
  await phone.backend.invitations.create({ invitations: [{ ...event, guestName: 'هدى' }] })
  await phone.networkState('open')
  let uploads = 0
  phone.sync.onUploaded(() => uploads++)
  phone.failAt(/invitations\/create/)
  await phone.sync.run()
  expect(phone.status.get()).toMatchObject({ waiting: 1 })
  expect(uploads).toBe(1)
})

test('an admission is counted once when its download precedes its answer', async () => {
  const { phone, desk, user, invited } = await scenario({ guests: ['سارة', 'هدى'] })
  const scan = { qr_code: invited[0]!.id, nonce: 'late' }
  await desk.checkIn.check(scan)
  await phone.sync.run()
  // The server recognises the idempotency key, and returns the same answer as for the first request.
  expect(await phone.backend.checkIn.check(scan)).toMatchObject({ outcome: 'admitted' })
  await phone.networkState('refusing')
  expect(await replicaOf(phone.device).invitations({ userId: user.id })).toMatchObject([{ currentScans: 1 }, { currentScans: 0 }])
  expect(await phone.backend.checkIn.arrivals({ ...event })).toMatchObject({ arrived: 1 })
})

test('an undo answered after its download is counted once', async () => {
  const { phone, desk, user, invited } = await scenario()
  await desk.invitations.update({ id: invited[0]!.id, maxScans: 4 })
  await phone.sync.run()
  const scan = { qr_code: invited[0]!.id, admit: 2, nonce: 'admission' }
  await phone.backend.checkIn.check({ ...scan, nonce: 'before' })
  await phone.backend.checkIn.check(scan)
  const at = new Date().toISOString()
  const undo = { qr_code: invited[0]!.id, admission: 'admission', nonce: 'undo', admittedAt: at, undoneAt: at }
  await desk.checkIn.undo(undo)
  await phone.sync.run()
  phone.failAt(/changes\.php/)
  await phone.backend.checkIn.undo(undo)
  await phone.networkState('refusing')
  expect(await replicaOf(phone.device).invitations({ userId: user.id })).toMatchObject([{ currentScans: 2 }])
})

test('an admission that is repeated offline is counted once', async () => {
  const { phone, desk, user, invited } = await scenario()
  await desk.invitations.update({ id: invited[0]!.id, maxScans: 4 })
  const scan = { qr_code: invited[0]!.id, admit: 2, nonce: 'lost' }
  await desk.checkIn.check(scan)
  await phone.sync.run()
  await phone.networkState('refusing')
  expect(await phone.backend.checkIn.check(scan)).toMatchObject({ outcome: 'admitted', admitted: 2 })
  expect(await replicaOf(phone.device).invitations({ userId: user.id })).toMatchObject([{ currentScans: 2 }])
  expect(await phone.backend.checkIn.check({ ...scan, nonce: 'rest' })).toMatchObject({ outcome: 'admitted', admitted: 2 })
})

test('an undo that is repeated offline is counted once', async () => {
  const { phone, desk, user, invited } = await scenario()
  await desk.invitations.update({ id: invited[0]!.id, maxScans: 4 })
  for (const nonce of ['one', 'two']) await phone.backend.checkIn.check({ qr_code: invited[0]!.id, admit: 2, nonce })
  const at = new Date().toISOString()
  const undo = { qr_code: invited[0]!.id, admission: 'two', nonce: 'undo', admittedAt: at, undoneAt: at }
  await desk.checkIn.undo(undo)
  await phone.sync.run()
  await phone.networkState('refusing')
  expect(await phone.backend.checkIn.undo(undo)).toMatchObject({ success: true, invitation: { currentScans: 2 } })
  expect(await replicaOf(phone.device).invitations({ userId: user.id })).toMatchObject([{ currentScans: 2 }])
})

test('a sync that the server refuses for now is repeated after the pause that it names', async () => {
  const { phone, desk, user } = await scenario()
  await inviteGuests(desk, 'هدى')
  let refusals = 2
  phone.onRequest(url => {
    if (url.includes('changes.php') && refusals-- > 0) throw new Refusal('busy', { retryAfterMs: 0 })
  })
  await phone.sync.run()
  expect([phone.sync.isDue(), phone.sync.isDownloadPending()]).toEqual([false, true])
  const countGuests = async () => (await replicaOf(phone.device).invitations({ userId: user.id })).length
  await expect.poll(phone.sync.isDownloadPending).toBe(false)
  expect(await countGuests()).toBe(2)
})

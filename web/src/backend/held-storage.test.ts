import { expect, test } from 'vitest'
import { inviteGuests, setUpScenarios } from '../../testing/scenarios.ts'
import type { Phone } from '../../testing/test-server.ts'

const { scenario } = setUpScenarios()

/** Keeps a write to all stores of a phone open, as a long write of the replica does. Returns a function that ends it. */
function holdStorage({ device: { store } }: Phone) {
  let isHeld = true
  const trx = store.transaction([...store.objectStoreNames], 'readwrite')
  const holding = (async () => {
    while (isHeld) await trx.objectStore('meta').get('position')
    await trx.done
  })()
  return async () => {
    isHeld = false
    await holding
  }
}

test('a verdict and an undo of the server do not wait for the storage', async () => {
  const { phone, desk, invited } = await scenario({ guests: ['سارة', 'علي'] })
  const release = holdStorage(phone)
  expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'one-scan' })).toMatchObject({ outcome: 'admitted' })
  expect(await phone.backend.checkIn.check({ qr_code: invited[1]!.id })).toMatchObject({ outcome: 'admitted' })
  const undo = { admission: 'one-scan', nonce: 'one-undo', qr_code: invited[0]!.id, ...{ admittedAt: new Date().toISOString() } }
  await phone.backend.checkIn.undo({ ...undo, undoneAt: new Date().toISOString() })
  expect(await desk.invitations.stats({})).toMatchObject({ arrived: 1 })
  await release()
  await phone.networkState('refusing')
  expect(await phone.backend.checkIn.check({ qr_code: invited[1]!.id }), 'the device stored the admission').toMatchObject({
    outcome: 'used',
  })
  expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id }), 'and the undo').toMatchObject({ outcome: 'admitted' })
})

test('a call does not wait for the storage', async () => {
  const { phone } = await scenario()
  const release = holdStorage(phone)
  await inviteGuests(phone.backend, 'علي')
  expect(await phone.backend.invitations.stats({})).toMatchObject({ total: 2 })
  await release()
})

test('a verdict, a sign-out and a sign-in do not wait for a download', async () => {
  const { phone, invited, user } = await scenario()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  phone.onRequest(url => {
    if (!url.includes('changes')) return
    ask()
    return released
  })
  const syncing = phone.sync.run()
  await asked
  expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
  await phone.backend.accounts.logout({})
  expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
  release()
  await syncing
})

test('a fresh replica admits a guest before a slow server answers', async () => {
  const { phone, desk, invited } = await scenario({ guests: ['سارة', 'علي'] })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  phone.onRequest(url => (url.includes('invitations.php') ? released : undefined))
  expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
  expect(await desk.invitations.stats({}), 'the server has not answered').toMatchObject({ arrived: 0 })
  release()
  await phone.sync.run()
  expect(await desk.invitations.stats({})).toMatchObject({ arrived: 1 })
  expect(await desk.checkIn.conflicts({})).toMatchObject({ total: 0 })
})

test('a download of several parts that changes a complete replica is not reported as the first copy', async () => {
  const { phone } = await scenario({ limit: 250, guests: Array.from({ length: 250 }, (_, n) => `ضيف ${n}`) })
  const downloads = new Set<unknown>()
  phone.status.subscribe(() => downloads.add(phone.status.get().download))
  await phone.sync.run()
  expect(phone.requests.filter(request => request.includes('since='))).not.toEqual([])
  expect([...downloads]).toEqual([null])
})

test('a guest whom the device admitted early is not uploaded again after the answer of the server', async () => {
  const { phone, invited } = await scenario()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  phone.onRequest(url => (url.includes('invitations.php') ? released : undefined))
  await phone.backend.checkIn.check({ qr_code: invited[0]!.id })
  await expect.poll(() => phone.status.get().waiting).toBe(1)
  release()
  await expect.poll(() => phone.status.get().waiting).toBe(0)
  expect(phone.requests.filter(request => request.includes('invitations.php'))).toHaveLength(1)
  expect(phone.status.get().lateRefusal).toBeNull()
})

test('a refusal after an early admission is reported at the gate and becomes a conflict', async () => {
  const { phone, desk, invited } = await scenario()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  phone.onRequest(url => (url.includes('invitations.php') ? released : undefined))
  const answer = await phone.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'early-scan' })
  expect(answer).toMatchObject({ outcome: 'admitted' })
  await desk.checkIn.check({ qr_code: invited[0]!.id, gate: 'باب النساء' })
  release()
  const lateRefusal = { nonce: 'early-scan', answer: { outcome: 'used', last: { gate: 'باب النساء' } } }
  await expect.poll(() => phone.status.get().lateRefusal).toMatchObject(lateRefusal)
  await phone.sync.run()
  expect((await desk.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'double', invitationId: invited[0]!.id }])
})

test('a guest whom the replica does not admit waits for the server', async () => {
  const { phone, desk } = await scenario()
  const [added] = await inviteGuests(desk, 'علي')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  phone.onRequest(url => (url.includes('invitations.php') ? released : undefined))
  const answering = phone.backend.checkIn.check({ qr_code: added!.id })
  setTimeout(release, 1_200)
  expect(await answering).toMatchObject({ outcome: 'admitted' })
  // The server has recorded the scan.
  await expect.poll(() => phone.status.get().waiting).toBe(0)
})

test('an early admission whose request gets no answer is reported at the gate until it is uploaded', async () => {
  const { phone, desk, invited } = await scenario()
  const noAnswer = () => new Promise((_, reject) => setTimeout(() => reject(new TypeError('no answer')), 1_200))
  phone.onRequest(url => (url.includes('invitations.php') ? noAnswer() : undefined))
  expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'early-scan' })).toMatchObject({ outcome: 'admitted' })
  await expect.poll(() => phone.status.get()).toMatchObject({ unanswered: 'early-scan', waiting: 1, lateRefusal: null })
  phone.onRequest(() => {})
  await phone.sync.run()
  await expect.poll(() => phone.status.get()).toMatchObject({ unanswered: null, waiting: 0 })
  expect(await desk.invitations.stats({})).toMatchObject({ arrived: 1 })
})

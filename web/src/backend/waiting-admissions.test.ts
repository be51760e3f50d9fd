import { expect, test } from 'vitest'
import { findInvitation, setUpScenarios } from '../../testing/scenarios.ts'

const { scenario } = setUpScenarios()

/** Admits a guest without a line. The line is then there again, and the admission still waits for its upload. */
async function admitWithoutLine(people = 1) {
  const { phone, desk, invited, ...others } = await scenario({ guests: ['سارة بنت سالم'] })
  const [sara] = invited
  const { id } = sara!
  if (people > 1) await desk.invitations.update({ id, maxScans: people })
  await phone.sync.run()
  await phone.networkState('refusing')
  expect(await phone.backend.checkIn.check({ qr_code: id, nonce: 'first' })).toMatchObject({ outcome: 'admitted' })
  await phone.networkState('open')
  expect(phone.status.get()).toMatchObject({ waiting: 1 })
  return { ...others, phone, desk, id }
}

test.each([
  ['the code', ({ id }: { id: string }) => ({ qr_code: id })],
  ['the name', () => ({ qr_code: 'سارة بنت سالم', source: 'typed' as const })],
])('a guest whose admission waits for the upload is refused by %s at the same gate', async (_, scanOf) => {
  const { phone, desk, id } = await admitWithoutLine()
  expect(await phone.backend.checkIn.check({ ...scanOf({ id }), nonce: 'second' })).toMatchObject({ outcome: 'used' })
  await phone.sync.run()
  expect(await findInvitation(desk, id)).toMatchObject({ currentScans: 1 })
  expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
})

test('a family of which a part waits for the upload is admitted as far as the server has places', async () => {
  const { phone, desk, id } = await admitWithoutLine(3)
  // Another gate has admitted one of the family meanwhile, which this phone does not know.
  await desk.checkIn.check({ qr_code: id, nonce: 'elsewhere' })
  expect(await phone.backend.checkIn.check({ qr_code: id, nonce: 'third', admit: 2 })).toMatchObject({ outcome: 'used' })
  expect(await phone.backend.checkIn.check({ qr_code: id, nonce: 'fourth' })).toMatchObject({ outcome: 'admitted' })
  await phone.sync.run()
  expect(await findInvitation(desk, id)).toMatchObject({ currentScans: 3 })
})

test('a guest whose undone admission waits for the upload is admitted again', async () => {
  const { phone, desk, id } = await admitWithoutLine()
  const now = new Date().toISOString()
  await phone.backend.checkIn.undo({ admission: 'first', nonce: 'undo', qr_code: id, admittedAt: now, undoneAt: now })
  expect(await phone.backend.checkIn.check({ qr_code: id, nonce: 'second' })).toMatchObject({ outcome: 'admitted' })
  await phone.sync.run()
  expect(await findInvitation(desk, id)).toMatchObject({ currentScans: 1 })
})

test('a sync is due while one admission waits for its upload', async () => {
  const { phone } = await admitWithoutLine()
  expect(phone.sync.isDue()).toBe(true)
})

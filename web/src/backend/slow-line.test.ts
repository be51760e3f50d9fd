import { expect, test } from 'vitest'
import { findInvitation, setUpScenarios } from '../../testing/scenarios.ts'

const { scenario } = setUpScenarios()

/** A round trip (ms) that is longer than the time-out of a scan. */
const ROUND_TRIP_MS = 2_700

test('an admission on a slow line gets the answer of its own request', async () => {
  const { phone, desk, invited } = await scenario()
  phone.setRoundTrip(ROUND_TRIP_MS)
  const [sara] = invited
  expect(await phone.backend.checkIn.check({ qr_code: sara!.id, nonce: 'one' })).toMatchObject({ outcome: 'admitted' })
  await expect.poll(() => phone.status.get().waiting).toBe(1)
  await expect.poll(() => phone.status.get().waiting, { timeout: 3 * ROUND_TRIP_MS }).toBe(0)
  expect(phone.status.get()).toMatchObject({ unanswered: null, lateRefusal: null })
  expect(phone.connection.get()).toBe('connected')
  expect(phone.requests.filter(request => request.includes('"one"'))).toHaveLength(1)
  expect(await findInvitation(desk, sara!.id)).toMatchObject({ currentScans: 1 })
}, 20_000)

test('an offline admission is uploaded on a line that is slower than the time-out of a scan', async () => {
  const { phone, desk, invited } = await scenario()
  const [sara] = invited
  await phone.networkState('refusing')
  await phone.backend.checkIn.check({ qr_code: sara!.id, nonce: 'one' })
  await phone.networkState('open')
  phone.setRoundTrip(ROUND_TRIP_MS)
  void phone.sync.run()
  await expect.poll(() => phone.status.get().waiting, { timeout: 5 * ROUND_TRIP_MS }).toBe(0)
  expect(await findInvitation(desk, sara!.id)).toMatchObject({ currentScans: 1 })
}, 20_000)

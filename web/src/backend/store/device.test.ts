import { expect, test, vi } from 'vitest'
import { buildAccount, openTestDevice } from '../../../testing/device.ts'

const DAY_MS = 86_400_000

test('openDevice deletes expired verifiers', async () => {
  const start = Date.now()
  const user = buildAccount()
  const first = await openTestDevice({ now: () => new Date(start) })
  await first.verifiers.keep(user, 'secret-1')
  const { name } = first.store
  const reopenAfter = (days: number) => openTestDevice({ name, now: () => new Date(start + days * DAY_MS) })

  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const beforeExpiry = await reopenAfter(13)
  await expect.poll(() => begin.mock.calls.map(([names]) => `${names}`)).toContain('verifiers')
  await beforeExpiry.store.getAll('scans')
  expect(begin.mock.calls.filter(([, mode]) => mode === 'readwrite')).toEqual([])
  expect(await beforeExpiry.verifiers.hasVerifier(user.username)).toBe(true)

  const { store } = await reopenAfter(15)
  await expect.poll(() => store.count('verifiers')).toBe(0)
})

import { computeEventStats } from '@hudur/core/invitations/figures'
import { expect, test, vi } from 'vitest'
import { buildAccount, buildEvent, buildInvitation, openTestDevice } from '../../../testing/device.ts'
import { readRecentAdmissions } from '../local/recent-admissions.ts'
import { replicaInTransaction } from './replica.ts'
import { runWriteTransaction } from './store.ts'
import { countInParts } from './summaries.ts'

/** Returns invitations of three events. Two of them have no id, and spellings of one name. */
const buildInvitations = (count: number, userId: string) =>
  Array.from({ length: count }, (_, n) => {
    const scanned = { currentScans: n % 4, maxScans: (n % 3) + 1, isScanned: n % 4 > 0 }
    const event = n % 3 === 0 ? {} : { eventId: null, eventName: n % 3 === 1 ? 'زفاف أحمد' : 'زفاف احمد' }
    return buildInvitation(`guest ${n}`, { userId, ...scanned, ...event })
  })

test('invitations that are counted in parts have the same figures', async () => {
  const invitations = buildInvitations(1_234, 'host')
  expect(await countInParts(invitations)).toEqual(computeEventStats(invitations))
  expect(await countInParts([])).toEqual([])
})

test('the page reacts to the user while thousands of invitations are counted', async () => {
  const countedInTurns: Set<string>[] = []
  let turn = 0
  const ticking = setInterval(() => turn++)
  const invitations = buildInvitations(1_234, 'host').map(one => ({
    ...one,
    get currentScans() {
      countedInTurns[turn] ??= new Set()
      countedInTurns[turn]!.add(one.id)
      return one.currentScans
    },
  }))
  await countInParts(invitations)
  clearInterval(ticking)
  const sizes = countedInTurns.flatMap(({ size }) => size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_234)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
})

test('the recent admissions of a device are read without its other guests', async () => {
  const device = await openTestDevice()
  const user = buildAccount()
  await device.people.signIn(user, { isConfirmed: true })
  await runWriteTransaction(device.store, ['invitations', 'events', 'scans', 'meta'], async trx => {
    await replicaInTransaction(trx).putEvents([buildEvent({ id: 'event', userId: user.id, name: 'حفل الياسمين' })])
    await replicaInTransaction(trx).put(buildInvitations(10, user.id), { isMade: false })
  })
  const scannedAt = new Date().toISOString()
  const scan = { account: user.id, idempotencyKey: 'one', code: 'guest 0', invitationId: 'guest 0', people: 1, scannedAt, at: scannedAt }
  await device.store.put('scans', { ...scan, clockOffset: 0, gate: null, isSent: true, isListed: false, open: 1 })
  const readAll = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  const admissions = await readRecentAdmissions(device)
  const stores = readAll.mock.contexts.map(context => (context as IDBObjectStore).name)
  readAll.mockRestore()
  expect(admissions).toMatchObject([{ nonce: 'one', answer: { invitation: { eventName: 'حفل الياسمين', currentScans: 1 } } }])
  expect(stores).not.toContain('invitations')
})

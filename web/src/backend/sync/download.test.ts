import { expect, test } from 'vitest'
import { anAccount, newDevice } from '../../../testing/device.ts'
import type { Device } from '../store/device.ts'
import { applyChanges, readDownloadStart } from './download.ts'

const invitation = (id: string, userId: string, currentScans = 0) => ({
  id,
  userId,
  eventName: 'زفاف',
  eventDate: '2026-12-01',
  guestName: 'سارة',
  qrCode: '',
  generationType: 'names' as const,
  maxScans: 1,
  currentScans,
  isScanned: currentScans > 0,
  scannedAt: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  phone: null,
  designId: null,
  isPending: false,
})

type Changes = Parameters<typeof applyChanges>[2]

const changes = (cursor: string, invitations: Changes['invitations'], isFull = true): Changes => ({
  epoch: 'e',
  mark: cursor,
  isFull,
  invitations,
  removed: [],
  deleted: [],
  admissions: [],
})

const inside = async ({ replica }: Device) =>
  (await replica.invitations({ userId: undefined })).map(({ id, currentScans }) => [id, currentScans])

test('discards a download when another user has signed in since the request, in another tab', async () => {
  const device = await newDevice()
  const [one, other] = [anAccount(), anAccount()]
  await device.people.signIn(one, { isConfirmed: true })
  const start = await readDownloadStart(device, one.id)
  await device.people.signIn(other, { isConfirmed: true })
  await applyChanges(device, one, changes('2026-11-20T18:00:00.000Z', [invitation('a', one.id)]), start)
  expect(await inside(device)).toEqual([])
  await applyChanges(
    device,
    other,
    changes('2026-11-20T18:00:01.000Z', [invitation('b', other.id)]),
    await readDownloadStart(device, other.id),
  )
  expect(await inside(device)).toEqual([['b', 0]])
})

test('discards a download when another tab has applied a later one', async () => {
  const device = await newDevice()
  const user = anAccount()
  await device.people.signIn(user, { isConfirmed: true })
  const slow = await readDownloadStart(device, user.id)
  await applyChanges(
    device,
    user,
    changes('2026-11-20T18:00:02.000Z', [invitation('a', user.id, 1)]),
    await readDownloadStart(device, user.id),
  )
  await applyChanges(device, user, changes('2026-11-20T18:00:01.000Z', [invitation('a', user.id)]), slow)
  expect(await inside(device)).toEqual([['a', 1]])
})

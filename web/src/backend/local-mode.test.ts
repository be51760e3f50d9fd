import { dayInAden } from '@hudur/core/testing/days'
import * as texts from '@hudur/core/texts'
import { describe, expect, test } from 'vitest'
import type { NetworkState } from '../../testing/proxy.ts'
import { createId, event, findInvitation, inviteGuests, setUpScenarios } from '../../testing/scenarios.ts'
import { replicaOf } from './store/replica-reader.ts'

const { scenario, testServer } = setUpScenarios()

describe('while the network fails', () => {
  test.each<NetworkState>(['refusing', 'swallowing', 'losing', 'portal', 'gateway'])(
    'with the network state «%s» an offline scan is counted once',
    async networkState => {
      const { phone, desk, invited } = await scenario()
      const [{ id } = { id: '' }] = invited
      phone.become(networkState)
      expect(await phone.backend.checkIn.check({ qr_code: id, nonce: 'g-1' })).toMatchObject({ outcome: 'admitted' })
      expect(await phone.backend.checkIn.check({ qr_code: id })).toMatchObject({ outcome: 'used' })
      // Two entries wait: the admission, and the scan of the used invitation.
      await expect.poll(() => phone.status.get().waiting).toBe(2)
      await phone.networkState('open')
      await phone.sync.run()
      expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
      expect(await findInvitation(desk, id)).toMatchObject({ currentScans: 1 })
      expect(await desk.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
    },
    30_000,
  )

  test('scans and invitations that were made offline are counted once', async () => {
    const guests = Array.from({ length: 20 }, (_, n) => `ضيف ${n}`)
    const { phone, desk, invited, user } = await scenario({ guests })
    await phone.networkState('refusing')
    for (const { id } of invited)
      expect(await phone.backend.checkIn.check({ qr_code: id, source: 'camera' })).toMatchObject({ outcome: 'admitted' })
    const createdInvitations = await inviteGuests(phone.backend, 'أ', 'ب', 'ج', 'د', 'هـ')
    expect(await phone.backend.checkIn.check({ qr_code: createdInvitations[0]!.id })).toMatchObject({ outcome: 'admitted' })
    expect(await phone.backend.invitations.stats({})).toMatchObject({ total: 25, arrived: 21 })
    expect(await phone.backend.accounts.me({})).toMatchObject({ usedGenerations: 25 })
    expect(phone.status.get().waiting).toBe(22)

    await phone.networkState('open')
    await phone.sync.run()
    expect(await desk.invitations.stats({})).toMatchObject({ total: 25, arrived: 21 })
    expect(await desk.accounts.me({})).toMatchObject({ usedGenerations: 25 })
    expect(await desk.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
    expect((await phone.device.people.profile(user.id))?.usedGenerations).toBe(25)
    expect(await replicaOf(phone.device).invitations({ userId: user.id })).toHaveLength(25)
  })

  test('invitations whose response is lost are stored and charged once', async () => {
    const { phone, desk } = await scenario({ guests: [] })
    phone.become('losing')
    const createdInvitations = await inviteGuests(phone.backend, 'سارة', 'علي')
    await phone.networkState('open')
    await phone.sync.run()
    expect((await desk.invitations.list({})).rows.map(({ id }) => id)).toEqual(createdInvitations.map(({ id }) => id))
    expect(await desk.accounts.me({})).toMatchObject({ usedGenerations: 2 })
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
  })

  test('a guest who is admitted by name offline is counted once', async () => {
    const { phone, desk } = await scenario({ guests: ['سارة ناصر', 'هدى علي'] })
    phone.become('losing')
    expect(await phone.backend.checkIn.check({ qr_code: 'ساره ناصر', source: 'typed' })).toMatchObject({ outcome: 'admitted' })
    await phone.networkState('refusing')
    expect(await phone.backend.checkIn.check({ qr_code: 'هدي علي', source: 'typed' })).toMatchObject({ outcome: 'admitted' })
    await phone.networkState('open')
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 2 })
    expect(await desk.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
  })

  test('a name ambiguous only in the replica is admitted after a lost answer', async () => {
    const { phone, desk, invited } = await scenario({ guests: ['سارة ناصر', 'سارة ناصر'] })
    await desk.invitations.remove({ id: invited[1]!.id })
    phone.loseNext()
    const answer = await phone.backend.checkIn.check({ qr_code: 'ساره ناصر', source: 'typed' })
    expect(answer).toMatchObject({ outcome: 'admitted', invitation: { id: invited[0]!.id } })
    expect(await findInvitation(desk, invited[0]!.id)).toMatchObject({ currentScans: 1 })
  })

  test('a device back online admits the guest of an invitation not uploaded', async () => {
    const { phone, desk } = await scenario({ guests: [] })
    await phone.networkState('refusing')
    const [made] = await inviteGuests(phone.backend, 'سارة')
    await phone.networkState('open')
    expect(await phone.backend.checkIn.check({ qr_code: made!.id })).toMatchObject({ outcome: 'admitted' })
    await phone.sync.run()
    expect(await findInvitation(desk, made!.id)).toMatchObject({ currentScans: 1 })
  })

  test('an offline scan returns «used» after an online admission', async () => {
    const { phone, invited } = await scenario()
    await phone.backend.checkIn.check({ qr_code: invited[0]!.id })
    await phone.networkState('refusing')
    expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({
      outcome: 'used',
      scanDetails: { currentScans: 1 },
    })
  })

  test('an admission that is undone before its upload leaves the count at 0', async () => {
    const { phone, desk, invited } = await scenario()
    const { id } = invited[0]!
    await phone.networkState('refusing')
    const at = new Date().toISOString()
    await phone.backend.checkIn.check({ qr_code: id, nonce: 'g-1', scannedAt: at })
    await phone.networkState('open')
    const undo = { admission: 'g-1', nonce: 'u-1', qr_code: id, admittedAt: at, undoneAt: at }
    expect(await phone.backend.checkIn.undo(undo)).toMatchObject({ invitation: { currentScans: 0 } })
    await phone.sync.run()
    expect(await findInvitation(desk, id)).toMatchObject({ currentScans: 0 })
    await phone.networkState('refusing')
    expect(await phone.backend.checkIn.check({ qr_code: id })).toMatchObject({ outcome: 'admitted', scanDetails: { currentScans: 1 } })
  })

  test('the replica includes the guests of an opened event until sign-out', async () => {
    const { phone, desk, user } = await scenario()
    const far = { eventName: 'تخرّج', eventDate: dayInAden(90) }
    const invited = await desk.invitations.create({ invitations: ['علي', 'هدى'].map(guestName => ({ ...far, guestName })) })
    await phone.sync.run()
    const readReplicaGuests = async () =>
      (await replicaOf(phone.device).invitations({ userId: undefined })).map(({ guestName }) => guestName).toSorted()
    expect(await readReplicaGuests()).toEqual(['سارة'])
    await phone.sync.open(far)
    expect(await readReplicaGuests()).toEqual(['سارة', 'علي', 'هدى'])

    await desk.invitations.update({ id: invited[0]!.id, guestName: 'عليّ' })
    await phone.sync.run()
    expect(await readReplicaGuests()).toEqual(['سارة', 'عليّ', 'هدى'].toSorted())
    await phone.networkState('refusing')
    expect(await phone.backend.checkIn.check({ qr_code: invited[1]!.id, ...far })).toMatchObject({ outcome: 'admitted' })
    await phone.networkState('open')
    await phone.backend.accounts.logout({})
    await phone.signIn(user.username)
    await phone.sync.run()
    expect(await readReplicaGuests()).toEqual(['سارة'])
  })

  test('the replica has the guests of the last five opened events', async () => {
    const { phone, desk } = await scenario({ guests: [] })
    const far = Array.from({ length: 6 }, (_, n) => ({
      eventName: `تخرّج ${n}`,
      eventDate: dayInAden(90 + n),
    }))
    await phone.networkState('refusing')
    await phone.backend.invitations.create({ invitations: [{ ...far[0]!, guestName: 'أضيفت هنا' }] })
    for (const event of far) await desk.invitations.create({ invitations: [{ ...event, guestName: event.eventName }] })
    await phone.networkState('open')
    const readReplicaGuests = async () =>
      (await replicaOf(phone.device).invitations({ userId: undefined })).map(({ guestName }) => guestName).toSorted()

    for (const event of far.slice(0, 5)) await phone.sync.open(event)
    const lastOpened = far.slice(0, 5).map(({ eventName }) => eventName)
    expect(await readReplicaGuests()).toEqual(['أضيفت هنا', ...lastOpened].toSorted())
    await phone.sync.open(far[0]!)
    await phone.sync.open(far[5]!)
    expect(await readReplicaGuests(), 'the event opened longest ago is dropped').toEqual(
      ['أضيفت هنا', lastOpened[0], ...lastOpened.slice(2), far[5]!.eventName].toSorted(),
    )
  })

  test('deleting an invitation offline is refused with «offline»', async () => {
    const { phone, invited } = await scenario()
    await phone.networkState('refusing')
    await expect(phone.backend.invitations.remove({ id: invited[0]!.id })).rejects.toMatchObject({ code: 'offline' })
  })
})

describe('several devices, tabs and users', () => {
  test('two offline admissions by one code become a «double» conflict', async () => {
    const { devices, desk, invited } = await scenario({ phones: 2 })
    const { id } = invited[0]!
    for (const [n, phone] of devices.entries()) {
      await phone.networkState('refusing')
      // The measured clock offsets are inaccurate by some milliseconds, so the two scans must be further apart.
      const scannedAt = new Date(Date.now() - (1 - n) * 30_000).toISOString()
      expect(await phone.backend.checkIn.check({ qr_code: id, gate: `بوابة ${n}`, scannedAt })).toMatchObject({ outcome: 'admitted' })
    }
    for (const phone of devices) {
      await phone.networkState('open')
      await phone.sync.run()
    }
    expect(await findInvitation(desk, id)).toMatchObject({ currentScans: 2, maxScans: 1 })
    const { rows: conflicts } = await devices[1]!.backend.checkIn.conflicts({})
    expect(conflicts).toMatchObject([{ kind: 'double', entries: [{ gate: 'بوابة 0' }, { gate: 'بوابة 1' }] }])
    await devices[0]!.sync.run()
    await devices[0]!.networkState('refusing')
    expect(await devices[0]!.backend.checkIn.check({ qr_code: id })).toMatchObject({ outcome: 'used', scanDetails: { currentScans: 2 } })
  })

  test('two tabs that scan and sync at the same time upload every scan once', async () => {
    const { phone, desk, invited } = await scenario({ guests: Array.from({ length: 10 }, (_, n) => `ضيف ${n}`) })
    const other = phone.openTab()
    await phone.networkState('refusing')
    await other.connection.retest()
    await Promise.all(invited.flatMap(({ id }) => [phone, other].map(tab => tab.backend.checkIn.check({ qr_code: id }))))
    expect(await phone.backend.invitations.stats({})).toMatchObject({ arrived: 10 })
    await phone.networkState('open')
    await other.connection.retest()
    await Promise.all([phone.sync.run(), other.sync.run()])
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 10 })
    expect(await desk.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
  })

  test('a new tab uploads the offline scans of an earlier tab', async () => {
    const { phone, desk, invited } = await scenario({ guests: Array.from({ length: 40 }, (_, n) => `ضيف ${n}`) })
    await phone.networkState('refusing')
    for (const { id } of invited) await phone.backend.checkIn.check({ qr_code: id })
    const reopened = phone.openTab()
    phone.become('open')
    await reopened.connection.retest()
    await reopened.sync.run()
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 40 })
    expect(reopened.status.get().waiting).toBe(0)
  })

  test('a scan of an invitation that was deleted meanwhile becomes a conflict', async () => {
    const { phone, desk, invited } = await scenario({ guests: ['سارة', 'علي'] })
    const { id } = invited[0]!
    await phone.networkState('refusing')
    await phone.backend.checkIn.check({ qr_code: id })
    await desk.invitations.remove({ id })
    await phone.networkState('open')
    await phone.sync.run()
    expect((await desk.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'deleted', guestName: 'سارة' }])
    await phone.networkState('refusing')
    const answer = { outcome: 'refused', message: 'حُذفت هذه الدعوة', refused: { reason: 'deleted', guestName: 'سارة', ...event } }
    expect(await phone.backend.checkIn.check({ qr_code: id })).toMatchObject(answer)
  })

  test('offline, only the host sees the guest of a deleted invitation', async () => {
    const { desk, invited, user } = await scenario({ guests: ['سارة', 'علي'] })
    const [{ id } = { id: '' }] = invited
    await desk.invitations.remove({ id })
    const [later, other] = [await testServer().newPhone(), (await scenario({ guests: [] })).phone]
    await later.connection.retest()
    await later.signIn(user.username)
    await later.sync.run()
    for (const device of [later, other]) await device.networkState('refusing')
    expect(await later.backend.checkIn.check({ qr_code: id })).toMatchObject({
      message: 'حُذفت هذه الدعوة',
      refused: { guestName: 'سارة' },
    })
    expect(await other.backend.checkIn.check({ qr_code: id })).toMatchObject({ message: texts.scan.unknown })
    await later.backend.accounts.logout({})
    expect(await later.device.store.get('meta', 'deleted')).toBeUndefined()
  })

  test('an offline invitation beyond the quota becomes pending', async () => {
    const { phone, desk } = await scenario({ guests: [], limit: 3 })
    await phone.networkState('refusing')
    await inviteGuests(phone.backend, 'سارة', 'علي')
    await expect(inviteGuests(phone.backend, 'هدى', 'نجلاء')).rejects.toMatchObject({ code: 'over-balance' })
    await inviteGuests(desk, 'أول', 'ثانٍ')
    await phone.networkState('open')
    await phone.sync.run()
    expect((await desk.invitations.list({})).rows.map(({ isPending }) => isPending).sort()).toEqual([false, false, false, true])
    expect(await desk.accounts.me({})).toMatchObject({ usedGenerations: 3 })
  })

  test('a rejected outbox entry does not stop the upload of later entries', async () => {
    const { phone, desk, invited } = await scenario()
    const id = createId()
    await inviteGuests(desk, 'غيره').then(([other]) => desk.invitations.remove({ id: other!.id }))
    await phone.networkState('refusing')
    await phone.backend.invitations.create({ invitations: [{ ...event, guestName: 'سارة', id }] })
    await desk.invitations.create({ invitations: [{ ...event, guestName: 'علي', id }] })
    await phone.backend.checkIn.check({ qr_code: invited[0]!.id })
    await phone.networkState('open')
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [{ operation: 'create', refusal: { code: 'id-taken' } }] })
    expect(await findInvitation(desk, invited[0]!.id)).toMatchObject({ currentScans: 1 })
  })

  /** Creates a host with too many pending invitations, and a phone whose outbox has a creation that the server refused for that reason. */
  async function createPhoneWithPendingRefusal() {
    const scenarioParts = await scenario({ guests: ['سارة'], limit: 10 })
    const { phone, desk } = scenarioParts
    const guestInputs = (count: number) => Array.from({ length: count }, (_, n) => ({ ...event, guestName: `ضيف ${n}` }))
    await phone.networkState('refusing')
    const [first] = await inviteGuests(phone.backend, 'هدى', 'نجلاء')
    await desk.invitations.create({ invitations: guestInputs(509), happened: true })
    await phone.networkState('open')
    await phone.sync.run()
    return { ...scenarioParts, first: first! }
  }
  const readPendingGuestNames = async (phone: Awaited<ReturnType<typeof createPhoneWithPendingRefusal>>['phone']) =>
    (await phone.backend.invitations.list({ search: event.eventName })).rows.filter(({ isPending }) => isPending).map(row => row.guestName)

  test('a scan of an invitation beyond the pending limit is refused', async () => {
    const { phone, desk, first, user } = await createPhoneWithPendingRefusal()
    expect((await desk.invitations.list({ limit: 1 })).total).toBe(510)
    expect(phone.status.get()).toMatchObject({
      waiting: 0,
      rejected: [{ operation: 'create', refusal: { code: 'too-many-pending', text: expect.stringContaining('500 دعوة معلّقة') } }],
    })
    expect(await phone.backend.checkIn.check({ qr_code: first.id })).toMatchObject({ outcome: 'refused', message: texts.scan.pending })
    await phone.networkState('refusing')
    const expectedGuests = ['هدى', 'نجلاء']
    expect(await readPendingGuestNames(phone)).toEqual(expect.arrayContaining(expectedGuests))

    // The pending invitations stay after a full download and after a new sign-in.
    await phone.networkState('open')
    await phone.device.store.delete('meta', 'replica')
    await phone.sync.run()
    await phone.backend.accounts.logout({})
    await phone.signIn(user.username)
    await phone.sync.run()
    await phone.networkState('refusing')
    expect(await readPendingGuestNames(phone)).toEqual(expect.arrayContaining(expectedGuests))
    expect(await phone.backend.checkIn.check({ qr_code: first.id })).toMatchObject({ outcome: 'refused', message: texts.scan.pending })
  })

  test('a creation beyond the pending limit is uploaded after the limit rises', async () => {
    const { phone, desk, first, user } = await createPhoneWithPendingRefusal()
    await phone.sync.run()
    expect(phone.status.get().rejected).toHaveLength(1)
    const admin = await testServer().desk((await testServer().newAccount({ isAdmin: true })).username)
    await admin.accounts.update({ id: user.id, generationLimit: 700 })
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect((await desk.invitations.list({ search: 'هدى' })).rows).toMatchObject([{ id: first.id, isPending: false }])
    await phone.networkState('refusing')
    expect(await readPendingGuestNames(phone)).toEqual([])
    expect(await phone.backend.checkIn.check({ qr_code: first.id })).toMatchObject({ outcome: 'admitted' })
  })

  test('a restored server counts each admission that is uploaded again once', async () => {
    const { phone, desk: before, invited, user } = await scenario({ guests: ['سارة', 'علي', 'هدى'] })
    await phone.backend.checkIn.check({ qr_code: invited[0]!.id })
    const restore = await testServer().backUp()
    await phone.backend.checkIn.check({ qr_code: invited[1]!.id })
    await phone.sync.run()
    expect(await before.invitations.stats({})).toMatchObject({ arrived: 2 })
    await restore()
    expect(await phone.backend.checkIn.check({ qr_code: invited[2]!.id })).toMatchObject({ outcome: 'admitted' })
    await expect.poll(() => phone.status.get()).toMatchObject({ needsSignIn: true, waiting: 1 })
    await phone.signIn(user.username)
    await phone.sync.run()
    const desk = await testServer().desk(user.username)
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 3 })
    expect(await desk.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
    expect(await replicaOf(phone.device).invitations({ userId: user.id })).toMatchObject(Array(3).fill({ currentScans: 1 }))
  })
})

test('uploaded scans are stored as ids without names', async () => {
  const { phone, user, desk, invited } = await scenario({ guests: ['سارة العولقي', 'علي باوزير', 'هدى'] })
  const [typed, offline, read] = invited.map(({ id }) => id)
  const { checkIn } = phone.backend
  await checkIn.check({ qr_code: 'سارة العولقي', source: 'typed', ...event })
  await checkIn.check({
    qr_code: JSON.stringify({ id: read, guestName: 'هدى' }),
    source: 'camera',
    nonce: 'read-1',
    scannedAt: new Date().toISOString(),
  })
  await phone.networkState('refusing')
  await checkIn.check({ qr_code: 'علي باوزير', source: 'typed', nonce: 'typed-1', ...event })
  const readStoredScans = async () => JSON.stringify(await phone.device.store.getAll('scans'))
  expect(await readStoredScans(), 'before its upload a scan contains the typed name').toContain('علي باوزير')
  await phone.networkState('open')
  await phone.sync.run()
  expect(await desk.invitations.stats({})).toMatchObject({ arrived: 3 })
  for (const trace of ['سارة', 'علي', 'هدى', user.fullName]) expect(await readStoredScans()).not.toContain(trace)
  expect((await phone.device.store.getAll('scans')).map(({ code, invitationId }) => [code, invitationId]).toSorted()).toEqual(
    [typed, offline, read].map(id => [id, id]).toSorted(),
  )
  // The scan with the same typed name is repeated offline. The idempotency key identifies the earlier scan.
  await phone.networkState('refusing')
  const repeatedScan = { nonce: 'typed-1', source: 'typed', ...event } as const
  expect(await checkIn.check({ ...repeatedScan, qr_code: 'علي باوزير' })).toMatchObject({ outcome: 'admitted' })
  await expect(checkIn.check({ ...repeatedScan, qr_code: read! })).rejects.toMatchObject({ code: 'nonce-taken' })

  const restore = await testServer().backUp()
  await restore()
  await phone.networkState('open')
  await phone.signIn(user.username)
  await phone.sync.run()
  expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
  const after = await testServer().desk(user.username)
  expect(await after.invitations.stats({})).toMatchObject({ arrived: 3 })
  expect(await after.checkIn.conflicts({})).toMatchObject({ total: 0 })
})

describe('undo of admissions', () => {
  const at = new Date().toISOString()
  const undoInputOf = (id: string, admission: string) => ({ admission, nonce: `u ${admission}`, qr_code: id, admittedAt: at, undoneAt: at })

  test('an undo that the server received before its admission is not rejected', async () => {
    const { phone, desk, invited } = await scenario({ guests: ['سارة ناصر'] })
    const { id } = invited[0]!
    await phone.networkState('refusing')
    await phone.backend.checkIn.check({ qr_code: 'ساره ناصر', source: 'typed', nonce: 'g-1', scannedAt: at })
    await phone.backend.checkIn.undo(undoInputOf(id, 'g-1'))
    await desk.checkIn.undo({ ...undoInputOf(id, 'g-1'), happened: true })
    await phone.networkState('open')
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await findInvitation(desk, id)).toMatchObject({ currentScans: 0 })
    expect(await findInvitation(phone.backend, id)).toMatchObject({ currentScans: 0 })
  })

  test('an undo is stored although the restored server lacks the invitation', async () => {
    const { phone, user } = await scenario({ guests: [] })
    const restore = await testServer().backUp()
    const [made] = await inviteGuests(phone.backend, 'سارة')
    await phone.backend.checkIn.check({ qr_code: made!.id, nonce: 'g-1', scannedAt: at })
    await restore()
    await phone.signIn(user.username)
    expect(await phone.backend.checkIn.undo(undoInputOf(made!.id, 'g-1'))).toMatchObject({ success: true })
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await (await testServer().desk(user.username)).checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
  })
})

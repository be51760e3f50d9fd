import { describe, expect, test } from 'vitest'
import { dayInAden } from '../days.ts'
import {
  type CreateTestEnvironment,
  createInvitation,
  createInvitations,
  fetchSoleInvitation,
  newId,
  testEvent,
} from '../test-environment.ts'
import { deviceTimeAt, undoAdmission } from './undo.ts'

/** Registers the tests of changing and deleting invitations, of the statistics of events, and of the download of replicas. */
export function describeStoredInvitations(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: stored invitations`, () => {
    test('update changes only the given fields of an invitation', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 3)
      expect(await backend.invitations.update({ id, guestName: '  سارة   ناصر ', phone: '٧٧٧ ١٢٣ ٤٥٦' })).toMatchObject({
        guestName: 'سارة ناصر',
        eventName: testEvent.eventName,
        maxScans: 3,
        phone: '777 123 456',
      })
      expect((await backend.invitations.list({ search: 'ناصر' })).total).toBe(1)
      expect(await backend.invitations.update({ id, maxScans: 5 })).toMatchObject({ maxScans: 5, guestName: 'سارة ناصر' })
    })

    test('update refuses fewer persons than were admitted', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 5)
      await backend.checkIn.scan({ id, admit: 3 })
      await expect(backend.invitations.update({ id, maxScans: 2 })).rejects.toMatchObject({
        code: 'below-scans',
        message: 'دخل بهذه الدعوة 3 أشخاص، فلا يقل العدد عن ذلك',
      })
      expect(await backend.invitations.update({ id, maxScans: 3 })).toMatchObject({ maxScans: 3 })
      await expect(backend.invitations.update({ id, maxScans: 101 })).rejects.toMatchObject({
        code: 'bad-input',
        message: 'اكتب عدداً من 1 إلى 100',
      })
      await expect(backend.invitations.update({ id, guestName: '' })).rejects.toMatchObject({ code: 'bad-input' })
      const [open] = await backend.invitations.create({ invitations: [{ ...testEvent, generationType: 'count', maxScans: 200 }] })
      expect(await backend.invitations.update({ id: open!.id, maxScans: 1000, guestName: '' })).toMatchObject({ maxScans: 1000 })
    })

    test('deleting an unused invitation within an hour refunds it once', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 1 })
      const { id } = await createInvitation(backend)
      expect(await backend.invitations.remove({ id })).toEqual({ success: true, refunded: true })
      expect(await backend.checkIn.check({ qr_code: id })).toEqual({
        success: false,
        outcome: 'refused',
        playSound: 'error',
        message: 'حُذفت هذه الدعوة',
        invitation: null,
        scanDetails: null,
        refused: { reason: 'deleted', guestName: 'سارة', ...testEvent },
      })
      await expect(backend.invitations.remove({ id })).rejects.toMatchObject({ code: 'not-found' })
      await createInvitations(backend, 'علي')
      await expect(createInvitations(backend, 'سالم')).rejects.toMatchObject({ code: 'over-balance' })
    })

    test('a scan of another account’s deleted invitation is answered unknown', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger, admin] = [await signIn({}), await signIn({}), await signIn({ isAdmin: true })]
      const { id } = await createInvitation(host)
      await host.invitations.remove({ id })
      const never = await stranger.checkIn.check({ qr_code: newId() })
      expect(never).toMatchObject({ message: 'رمز QR غير صحيح أو غير موجود في النظام' })
      for (const given of [{ qr_code: id }, { qr_code: id, ...testEvent }]) expect(await stranger.checkIn.check(given)).toEqual(never)
      expect((await stranger.invitations.changes({ opened: [testEvent] })).deleted).toEqual([])
      for (const backend of [host, admin])
        expect(await backend.checkIn.scan({ id })).toMatchObject({ message: 'حُذفت هذه الدعوة', refused: { guestName: 'سارة' } })
    })

    test('create returns id-taken for the id of a deleted invitation', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await backend.invitations.remove({ id })
      await expect(backend.invitations.create({ invitations: [{ ...testEvent, guestName: 'سارة', id }] })).rejects.toMatchObject({
        code: 'id-taken',
      })
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: 0 })
    })

    test('update, remove, qr and undo return not-found for another account', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger] = [await signIn({}), await signIn({})]
      const invitation = await createInvitation(host)
      const { id } = invitation
      await expect(stranger.invitations.update({ id, guestName: 'غريب' })).rejects.toMatchObject({ code: 'not-found' })
      await expect(stranger.invitations.remove({ id })).rejects.toMatchObject({ code: 'not-found' })
      await expect(stranger.invitations.qr({ id })).rejects.toMatchObject({ code: 'not-found' })
      const times = { admittedAt: '2026-11-20T18:00:00.000Z', undoneAt: '2026-11-20T18:01:00.000Z' }
      await host.checkIn.check({ qr_code: id, nonce: 'g-1' })
      await expect(stranger.checkIn.undo({ admission: 'g-1', nonce: 'u-1', qr_code: id, ...times })).rejects.toMatchObject({
        code: 'not-found',
      })
      expect(await stranger.checkIn.candidates({ search: 'سارة' })).toEqual([])
      expect((await stranger.invitations.changes({})).invitations).toEqual([])
      expect(await fetchSoleInvitation(host)).toMatchObject({ guestName: 'سارة', currentScans: 1 })
    })

    test('list without paging has the same order as its pages', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 5000 })
      await createInvitations(backend, ...Array.from({ length: 1500 }, (_, n) => `أول ${n}`))
      await createInvitations(backend, ...Array.from({ length: 1000 }, (_, n) => `ثانٍ ${n}`))
      const whole = await backend.invitations.list({})
      const pages = await Promise.all([0, 1000, 2000].map(offset => backend.invitations.list({ limit: 1000, offset })))
      expect(whole.total).toBe(2500)
      expect(whole.rows.map(({ id }) => id)).toEqual(pages.flatMap(({ rows }) => rows.map(({ id }) => id)))
    })

    test('stats groups invitations by event day and name in any spelling', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [a] = await backend.invitations.create({ invitations: [{ eventName: 'حفل أحمد', eventDate: '2027-01-01', guestName: 'سارة' }] })
      const [b] = await backend.invitations.create({ invitations: [{ eventName: 'حفل احمد', eventDate: '2027-01-01', guestName: 'علي' }] })
      await backend.invitations.create({ invitations: [{ eventName: 'حفل أحمد', eventDate: '2027-01-02', guestName: 'هدى' }] })
      await backend.checkIn.scan({ id: a!.id })
      const before = await backend.invitations.stats({})
      expect(
        before.events.map(({ eventDate, total, arrived, invited, isFinished }) => ({ eventDate, total, arrived, invited, isFinished })),
      ).toEqual([
        { eventDate: '2027-01-02', total: 1, arrived: 0, invited: 1, isFinished: false },
        { eventDate: '2027-01-01', total: 2, arrived: 1, invited: 2, isFinished: false },
      ])
      await backend.checkIn.scan({ id: b!.id })
      expect(await backend.invitations.stats({})).toMatchObject({ finishedEvents: 1, unfinishedEvents: 1, thisWeek: 3, activeEvents: 1 })
    })

    test('stats counts a guest admitted offline at two gates once', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [one, family] = [await createInvitation(backend), await createInvitation(backend, 3)]
      const uploadOfflineScan = (id: string, nonce: string, minute: number, admit: number) =>
        backend.checkIn.check({ qr_code: id, nonce, happened: true, scannedAt: deviceTimeAt(minute - 30), admit })
      await uploadOfflineScan(one.id, 'west-1', 3, 1)
      await uploadOfflineScan(one.id, 'east-1', 1, 1)
      await uploadOfflineScan(family.id, 'west-2', 2, 2)
      await uploadOfflineScan(family.id, 'east-2', 4, 2)
      const expectedArrivals = { arrived: 4, invited: 4, exceeding: 2 }
      expect(await backend.checkIn.arrivals(testEvent)).toEqual(expectedArrivals)
      await expect.poll(() => backend.checkIn.arrivals({})).toEqual(expectedArrivals)
      const { arrived, invited, events } = await backend.invitations.stats({})
      expect({ arrived, invited }).toEqual({ arrived: 4, invited: 4 })
      expect(events).toMatchObject([expectedArrivals])
      // arrivalTimes counts admissions in the order in which they happened: of the last two people only one was still allowed.
      expect((await backend.checkIn.arrivalTimes(testEvent)).map(({ people }) => people)).toEqual([1, 2, 1])
    })

    test('candidates finds guests by the first three or more letters', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitations(backend, 'أحمد بن علي', 'أحمد صالح')
      await backend.invitations.create({ invitations: [{ eventName: 'عقيقة', eventDate: '2027-02-01', guestName: 'أحمد ناصر' }] })
      const findCandidateNames = async (search: string, more = {}) =>
        (await backend.checkIn.candidates({ search, ...more })).map(({ guestName }) => guestName).sort()
      expect(await findCandidateNames('احمد')).toEqual(['أحمد بن علي', 'أحمد صالح', 'أحمد ناصر'])
      expect(await findCandidateNames('احمد', { eventName: 'عقيقه', eventDate: '2027-02-01' })).toEqual(['أحمد ناصر'])
      expect(await findCandidateNames('اح')).toEqual([])
    })

    test('a scan that names another event is refused and not counted', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      const otherEventAnswer = await backend.checkIn.check({ qr_code: id, eventName: 'عقيقة', eventDate: '2027-02-01' })
      expect(otherEventAnswer).toMatchObject({
        outcome: 'refused',
        playSound: 'error',
        message: `هذه الدعوة لمناسبة أخرى: ${testEvent.eventName}`,
        invitation: null,
        refused: { reason: 'other-event', guestName: 'سارة', ...testEvent },
      })
      expect(await backend.checkIn.check({ qr_code: id, ...testEvent })).toMatchObject({ outcome: 'admitted' })
    })

    test('changes returns only what has changed since the cursor', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const soon = { eventName: 'حفل قريب', eventDate: dayInAden(3) }
      const createdInvitations = await backend.invitations.create({
        invitations: [
          { ...soon, guestName: 'سارة' },
          { ...soon, guestName: 'علي' },
          { eventName: 'بعيد', eventDate: dayInAden(90), guestName: 'هدى' },
          { eventName: 'مضى', eventDate: dayInAden(-9), guestName: 'نجلاء' },
        ],
      })
      const first = await backend.invitations.changes({})
      expect(first).toMatchObject({ isFull: true, removed: [], deleted: [], admissions: [] })
      expect(first.invitations.map(({ guestName }) => guestName)).toEqual(['سارة', 'علي'])

      await backend.checkIn.check({ qr_code: createdInvitations[0]!.id, nonce: 'g-1', scannedAt: deviceTimeAt(0) })
      await backend.invitations.remove({ id: createdInvitations[1]!.id })
      const second = await backend.invitations.changes({ since: first.mark, epoch: first.epoch })
      expect(second.isFull).toBe(false)
      expect(second.invitations.find(({ id }) => id === createdInvitations[0]!.id)).toMatchObject({ currentScans: 1 })
      expect(second.removed).toEqual([createdInvitations[1]!.id])
      const tombstone = {
        id: createdInvitations[1]!.id,
        userId: createdInvitations[1]!.userId,
        eventId: createdInvitations[1]!.eventId,
        guestName: 'علي',
        ...soon,
      }
      expect(second.deleted).toEqual([tombstone])
      await backend.invitations.remove({ id: createdInvitations[2]!.id })
      expect(await backend.invitations.changes({})).toMatchObject({ isFull: true, deleted: [tombstone] })
      expect(second.admissions).toEqual([{ nonce: 'g-1', invitationId: createdInvitations[0]!.id, people: 1 }])
      expect(await backend.invitations.changes({ since: first.mark, epoch: newId() })).toMatchObject({ isFull: true })

      await undoAdmission(backend, createdInvitations[0]!.id, 'g-1')
      const third = await backend.invitations.changes({ since: second.mark, epoch: second.epoch })
      expect(third).toMatchObject({ admissions: [{ nonce: 'g-1' }], undos: ['undo g-1'] })
    })

    test('changes lists exactly the admissions that its counts include', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const soon = { eventName: 'حفل قريب', eventDate: dayInAden(3) }
      const [family] = await backend.invitations.create({ invitations: [{ ...soon, guestName: 'عائلة', maxScans: 100 }] })
      let isScanning = true
      async function scanAndUndo() {
        for (let n = 0; n < 40; n++) {
          await backend.checkIn.check({ qr_code: family!.id, nonce: `g-${n}`, scannedAt: deviceTimeAt(0) })
          if (n % 4 === 0) await undoAdmission(backend, family!.id, `g-${n}`)
        }
      }
      async function downloadChanges() {
        while (isScanning) {
          const { invitations, admissions, undos } = await backend.invitations.changes({})
          expect(invitations[0]!.currentScans).toBe(admissions.length - undos.length)
        }
      }
      const scans = scanAndUndo().finally(() => (isScanning = false))
      await Promise.all([scans, downloadChanges(), downloadChanges(), downloadChanges()])
      const last = await backend.invitations.changes({})
      expect([last.admissions.length, last.undos.length]).toEqual([40, 10])
    })

    test('changes also returns the events in `opened`, whatever their day', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const far = { eventName: 'حفل بعيد', eventDate: dayInAden(90) }
      const past = { eventName: 'حفل مضى', eventDate: dayInAden(-9) }
      await backend.invitations.create({
        invitations: [
          { ...far, guestName: 'سارة' },
          { ...past, guestName: 'علي' },
          { ...past, eventName: 'غيره', guestName: 'هدى' },
        ],
      })
      const opened = [{ ...far, eventName: 'حفل بعيد ' }, past]
      const { invitations } = await backend.invitations.changes({ opened })
      expect(invitations.map(({ guestName }) => guestName)).toEqual(['سارة', 'علي'])
      await expect(backend.invitations.changes({ opened: 'ليست قائمة' })).rejects.toMatchObject({ code: 'bad-input' })
      await expect(backend.invitations.changes({ opened: Array(6).fill(far) })).rejects.toMatchObject({ code: 'bad-input' })
    })
  })
}

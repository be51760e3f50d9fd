import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CreateTestEnvironment,
  createInvitation,
  createInvitations,
  fetchSoleInvitation,
  newId,
  runConcurrently,
  testEvent,
} from '../test-environment.ts'
import { deviceTimeAt, UNDONE_TEXT, undoAdmission } from './undo.ts'

/** Uploads an offline scan, by which a device admitted a guest. */
const uploadOfflineScan = (backend: Backend<Contract>, qr_code: string, nonce: string, more: { admit?: number; gate?: string } = {}) =>
  backend.checkIn.check({ qr_code, nonce, happened: true, scannedAt: deviceTimeAt(0), ...more })

/** Registers the tests of offline scans and their undos, which a device uploads later. */
export function describeOfflineScans(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: offline scans`, () => {
    test('offline scans over the limit are all counted, as a conflict', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      expect(await uploadOfflineScan(backend, id, 'west-1', { gate: 'الغربية' })).toMatchObject({
        outcome: 'admitted',
        scanDetails: { currentScans: 1 },
      })
      expect(await backend.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
      expect(await uploadOfflineScan(backend, id, 'east-1', { gate: 'الشرقية' })).toMatchObject({
        outcome: 'admitted',
        scanDetails: { currentScans: 2, maxScans: 1 },
      })
      const [conflict] = (await backend.checkIn.conflicts({})).rows
      expect(conflict).toMatchObject({ kind: 'double', guestName: 'سارة', eventName: testEvent.eventName, gate: 'الشرقية', isSeen: false })
      expect(conflict!.entries.map(({ gate }) => gate)).toEqual(['الغربية', 'الشرقية'])
      await backend.checkIn.settleConflict({ id: conflict!.id })
      expect((await backend.checkIn.conflicts({})).rows[0]).toMatchObject({ isSeen: true })
      expect(await backend.invitations.stats({})).toMatchObject({ arrived: 1, invited: 1 })
    })

    test('a conflict has isClockFarOff for a clock more than two minutes off', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      const scanWithClockOffset = (nonce: string, clockOffset: number) =>
        backend.checkIn.check({ qr_code: id, nonce, happened: true, scannedAt: deviceTimeAt(0), clockOffset })
      await scanWithClockOffset('right', 120_000)
      await scanWithClockOffset('behind', 120_001)
      await scanWithClockOffset('ahead', -3_600_000)
      const conflicts = (await backend.checkIn.conflicts({})).rows
      expect(conflicts).toMatchObject([{ count: 2, isClockFarOff: true }])
      expect(conflicts[0]!.entries.filter(({ isClockFarOff }) => isClockFarOff)).toHaveLength(2)
    })

    test('a `used` answer has the first and last admission by scan time', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 2)
      const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
      const scanAtGate = (nonce: string, gate: string, scannedAt: string) =>
        backend.checkIn.check({ qr_code: id, nonce, gate, scannedAt, happened: true })
      await scanAtGate('late', 'الثانية', hoursAgo(1))
      await scanAtGate('early', 'الأولى', hoursAgo(2))
      const usedAnswer = await backend.checkIn.check({ qr_code: id })
      expect([usedAnswer.first?.gate, usedAnswer.last?.gate]).toEqual(['الأولى', 'الثانية'])
      expect(usedAnswer.invitation?.scannedAt).toBe(usedAnswer.last?.at)
    })

    test('an offline scan that is uploaded repeatedly counts once', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await backend.checkIn.check({ qr_code: id })
      await runConcurrently(8, () => uploadOfflineScan(backend, id, 'west-1'))
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 2 })
      expect(await backend.checkIn.conflicts({})).toMatchObject({ total: 1 })
    })

    test('an offline scan of an unknown or deleted code is a conflict', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await backend.invitations.remove({ id })
      expect(await uploadOfflineScan(backend, id, 'west-1')).toMatchObject({ success: true, invitation: null })
      expect(await uploadOfflineScan(backend, 'شيء\u202E مجهول\u0007\u2066', 'west-2')).toMatchObject({ success: true })
      expect((await backend.checkIn.conflicts({})).rows.map(({ kind, code, guestName }) => ({ kind, code, guestName }))).toEqual([
        { kind: 'deleted', code: id, guestName: 'سارة' },
        { kind: 'unknown', code: 'شيء مجهول', guestName: '' },
      ])
    })

    test('an offline scan of a typed name counts for the sent invitation id', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 3)
      const scan = { qr_code: 'سارة', nonce: 'west-1', happened: true, scannedAt: deviceTimeAt(0), invitationId: id }
      expect(await backend.checkIn.check(scan)).toMatchObject({ outcome: 'admitted', invitation: { id } })
      expect(await backend.checkIn.check({ qr_code: 'ساره', nonce: 'west-2' })).toMatchObject({ scanDetails: { currentScans: 2 } })
      // The response was lost, so the device uploads the scan as an offline one, with the invitation that it admitted.
      expect(await backend.checkIn.check({ ...scan, nonce: 'west-2' })).toMatchObject({ outcome: 'admitted' })
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 2 })
      expect(await backend.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
    })

    test('an offline scan of another account’s invitation returns no data', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger] = [await signIn({}), await signIn({})]
      const [{ id }, deleted] = [await createInvitation(host, 5), await createInvitation(host)]
      await host.checkIn.check({ qr_code: id, nonce: 'n-0', gate: 'الشرقية' })
      await host.invitations.remove({ id: deleted.id })
      expect(await uploadOfflineScan(stranger, id, 'b-1', { gate: 'مختلقة', admit: 4 })).toMatchObject({ success: true, invitation: null })
      expect(await uploadOfflineScan(stranger, deleted.id, 'b-2')).toMatchObject({ success: true, invitation: null })

      const { rows } = await stranger.checkIn.conflicts({})
      expect(rows).toMatchObject([{ kind: 'unknown', count: 2, invitationId: null, guestName: '', eventName: '' }])
      expect(rows[0]!.entries.map(({ code, gate }) => ({ code, gate }))).toEqual([
        { code: deleted.id, gate: null },
        { code: id, gate: 'مختلقة' },
      ])
      expect(await host.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
      expect((await host.invitations.changes({})).admissions.map(({ nonce }) => nonce)).not.toContain('b-1')
      await undoAdmission(host, id, 'b-1', { happened: true })
      expect((await host.invitations.list({ search: 'سارة' })).rows[0]).toMatchObject({ currentScans: 1 })
      const full = await host.checkIn.check({ qr_code: id, admit: 5 })
      expect([full.first?.gate, full.last?.gate]).toEqual(['الشرقية', 'الشرقية'])
    })

    test('conflicts are listed only for their owner and administrators', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger, admin] = [await signIn({}), await signIn({}), await signIn({ isAdmin: true })]
      const { id } = await createInvitation(host)
      await uploadOfflineScan(host, id, 'a')
      await uploadOfflineScan(host, id, 'b')
      const [conflict] = (await host.checkIn.conflicts({})).rows
      expect(await stranger.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
      await expect(stranger.checkIn.settleConflict({ id: conflict!.id })).rejects.toMatchObject({ code: 'not-found' })
      expect(await admin.checkIn.conflicts({})).toMatchObject({ total: 1 })
      expect((await host.checkIn.conflicts({})).rows[0]).toMatchObject({ isSeen: false })
    })

    test('scans refuse pending invitations until the quota is raised', async () => {
      const { signIn } = await createEnvironment()
      const [admin, host] = [await signIn({ isAdmin: true }), await signIn({ limit: 2 })]
      const createdInvitations = await host.invitations.create({
        happened: true,
        invitations: ['سارة', 'علي', 'هدى'].map(guestName => ({ ...testEvent, guestName, id: newId() })),
      })
      expect(createdInvitations.map(({ isPending }) => isPending)).toEqual([false, false, true])
      const me = (await host.accounts.me({}))!
      expect(me.usedGenerations).toBe(2)
      const waiting = createdInvitations[2]!
      expect(await host.checkIn.check({ qr_code: waiting.id })).toMatchObject({
        outcome: 'refused',
        message: 'هذه الدعوة معلّقة لأن رصيد صاحب المناسبة لم يكفِ. راجعه في ذلك',
      })
      expect(await uploadOfflineScan(host, waiting.id, 'west-1')).toMatchObject({ outcome: 'admitted' })
      expect((await host.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'pending' }])

      await admin.accounts.update({ id: me.id, generationLimit: 3 })
      expect((await host.invitations.list({})).rows.map(({ isPending }) => isPending)).toEqual([false, false, false])
      expect(await host.accounts.me({})).toMatchObject({ usedGenerations: 3 })
    })

    test('an undo that arrives before its admission cancels it', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await undoAdmission(backend, id, 'g-1', { happened: true })
      expect(await uploadOfflineScan(backend, id, 'g-1')).toMatchObject({ outcome: 'admitted' })
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 0 })
    })

    test('an undo that arrives before an admission by name cancels it', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await undoAdmission(backend, id, 'g-1', { happened: true })
      const byName = {
        qr_code: 'سارة',
        source: 'typed',
        invitationId: id,
        nonce: 'g-1',
        happened: true,
        scannedAt: deviceTimeAt(0),
      } as const
      await runConcurrently(2, () => backend.checkIn.check(byName))
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 0 })
      await expect(backend.checkIn.check({ ...byName, invitationId: newId() })).rejects.toMatchObject({ code: 'nonce-taken' })
    })

    test('an unknown admission and its undo leave no conflict in any order', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [first, last] = [newId(), newId()]
      await uploadOfflineScan(backend, first, 'g-1')
      expect((await backend.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'unknown' }])
      await runConcurrently(2, () => undoAdmission(backend, first, 'g-1'))
      expect(await backend.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })

      await expect(undoAdmission(backend, last, 'g-2'), 'no device has uploaded the admission').rejects.toMatchObject({ code: 'not-found' })
      const undoAnswer = await undoAdmission(backend, last, 'g-2', { happened: true })
      expect(undoAnswer).toEqual({ success: true, invitation: null })
      await runConcurrently(2, () => uploadOfflineScan(backend, last, 'g-2'))
      expect(await backend.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
    })

    test('undo returns too-late by the stored time of the admission', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const code = newId()
      await uploadOfflineScan(backend, code, 'g-1')
      const late = { admission: 'g-1', nonce: 'late', qr_code: code, admittedAt: deviceTimeAt(60), undoneAt: deviceTimeAt(61) }
      await expect(backend.checkIn.undo(late)).rejects.toMatchObject({ code: 'too-late' })
      expect((await backend.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'unknown' }])
    })

    test('undo returns not-found for a code of another invitation', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [{ id }, other] = [await createInvitation(backend), await createInvitation(backend)]
      await backend.checkIn.check({ qr_code: id, nonce: 'g-1', scannedAt: deviceTimeAt(0) })
      for (const code of [newId(), other.id])
        for (const happened of [false, true])
          await expect(undoAdmission(backend, code, 'g-1', { happened })).rejects.toMatchObject({ code: 'not-found' })
      expect(await undoAdmission(backend, id, 'g-1')).toMatchObject({ invitation: { currentScans: 0 } })
    })

    test('an online scan whose undo arrived earlier is not counted', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await undoAdmission(backend, id, 'g-1', { happened: true })
      const late = { outcome: 'refused', message: UNDONE_TEXT, scanDetails: { currentScans: 0 } }
      expect(await backend.checkIn.check({ qr_code: id, nonce: 'g-1' })).toMatchObject(late)
      expect(await backend.checkIn.check({ qr_code: id, nonce: 'g-1' }), 'sent again').toMatchObject(late)
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 0 })
      expect(await backend.checkIn.check({ qr_code: id })).toMatchObject({ outcome: 'admitted', scanDetails: { currentScans: 1 } })
    })

    test('a concurrent admission and undo leave the count at 0', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      for (let n = 0; n < 30; n++) {
        const nonce = `race ${n}`
        const requests = [
          () => undoAdmission(backend, id, nonce, { happened: true }),
          () => backend.checkIn.check({ qr_code: id, nonce, scannedAt: deviceTimeAt(0) }),
        ]
        await Promise.all((n % 2 ? requests : requests.reverse()).map(send => send()))
        expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 0 })
      }
    })

    test('a conflict disappears when its admission is undone', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await backend.checkIn.check({ qr_code: id })
      await uploadOfflineScan(backend, id, 'west-1')
      expect(await backend.checkIn.conflicts({})).toMatchObject({ total: 1 })
      await undoAdmission(backend, id, 'west-1')
      expect(await backend.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
    })

    test('undoing the first admission ends a `double` conflict', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await backend.checkIn.check({ qr_code: id, nonce: 'first', scannedAt: deviceTimeAt(0) })
      await uploadOfflineScan(backend, id, 'west-1')
      await undoAdmission(backend, id, 'first')
      expect(await backend.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
      await uploadOfflineScan(backend, id, 'east-1', { gate: 'الشرقية' })
      expect((await backend.checkIn.conflicts({})).rows[0]).toMatchObject({ kind: 'double', gate: 'الشرقية' })
    })

    test('undo accepts an admission of a deleted invitation', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await uploadOfflineScan(backend, id, 'west-1')
      await backend.invitations.remove({ id })
      expect(await undoAdmission(backend, id, 'west-1')).toEqual({ success: true, invitation: null })
    })

    test('scans and undos from two gates give one count in any order', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 1000 })
      let round = 0
      const admission = fc.record({
        gate: fc.constantFrom('west', 'east'),
        number: fc.integer({ min: 0, max: 4 }),
        people: fc.integer({ min: 1, max: 3 }),
        undoneBefore: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(admission, { selector: ({ gate, number }) => `${gate} ${number}`, maxLength: 6 }),
          fc.infiniteStream(fc.nat()),
          async (admissions, random) => {
            const prefix = `r${round++}`
            const [made] = await createInvitations(backend, `ضيف ${prefix}`)
            const { id } = made!
            const calls = admissions.flatMap(({ gate, number, people, undoneBefore }) => {
              const nonce = `${prefix} ${gate} ${number}`
              const uploadAdmission = () => uploadOfflineScan(backend, id, nonce, { admit: people })
              return undoneBefore
                ? [uploadAdmission, uploadAdmission, () => undoAdmission(backend, id, nonce, { happened: true })]
                : [uploadAdmission, uploadAdmission]
            })
            const shuffled = calls.map(act => ({ act, place: random.next().value })).sort((a, b) => a.place - b.place)
            for (const { act } of shuffled) await act()
            const expected = admissions.filter(({ undoneBefore }) => !undoneBefore).reduce((sum, { people }) => sum + people, 0)
            const { rows } = await backend.invitations.list({ search: `ضيف ${prefix}`, limit: 1 })
            expect(rows[0]!.currentScans).toBe(expected)
          },
        ),
        { numRuns: 12 },
      )
    })
  })
}

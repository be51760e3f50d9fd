import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { describe, expect, test } from 'vitest'
import { type CreateTestEnvironment, createInvitation, fetchSoleInvitation, runConcurrently } from '../test-environment.ts'

/** Returns the ISO time that is `minutes` minutes after 18:00 UTC on 2026-11-20, as a time of a device's clock. */
export const deviceTimeAt = (minutes: number) => new Date(Date.parse('2026-11-20T18:00:00.000Z') + minutes * 60_000).toISOString()

export const UNDONE_TEXT = 'تم التراجع عن هذا الدخول ولم يُحتسب. امسح الرمز من جديد ليُسجَّل'

/** Undoes the admission with the idempotency key `admissionKey`, `after` minutes after the admission at `deviceTimeAt(0)`. */
export const undoAdmission = (
  backend: Backend<Contract>,
  qr_code: string,
  admissionKey: string,
  { nonce = `undo ${admissionKey}`, after = 5, happened = false } = {},
) => backend.checkIn.undo({ admission: admissionKey, nonce, qr_code, admittedAt: deviceTimeAt(0), undoneAt: deviceTimeAt(after), happened })

/** Registers the tests of undoing admissions. */
export function describeUndo(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: undo`, () => {
    test('undo reverts an admission once, and the guest can be readmitted', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 3)
      await backend.checkIn.check({ qr_code: id, nonce: 'g-1', admit: 2, scannedAt: deviceTimeAt(0) })
      expect(await undoAdmission(backend, id, 'g-1')).toMatchObject({ invitation: { currentScans: 0, isScanned: false } })
      await runConcurrently(5, n => undoAdmission(backend, id, 'g-1', { nonce: `again ${n}` }))
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 0, scannedAt: null })
      expect(await backend.checkIn.check({ qr_code: id, admit: 3 })).toMatchObject({ outcome: 'admitted' })
    })

    test('undo returns too-late more than fifteen minutes after the admission', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await backend.checkIn.check({ qr_code: id, nonce: 'g-1', scannedAt: deviceTimeAt(0) })
      await expect(undoAdmission(backend, id, 'g-1', { after: 15.1 })).rejects.toMatchObject({ code: 'too-late' })
      await expect(undoAdmission(backend, id, 'g-1', { after: -1 })).rejects.toMatchObject({ code: 'too-late' })
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 1 })
      expect(await undoAdmission(backend, id, 'g-1', { nonce: 'in time', after: 15 })).toMatchObject({ invitation: { currentScans: 0 } })
    })

    test('undo ignores the admission time in the request', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 3)
      const hour = 3_600_000
      const undoWithTimes = (admissionKey: string, undoneAt: string, clockOffset: number | undefined, admittedAt = deviceTimeAt(0)) =>
        backend.checkIn.undo({
          admission: admissionKey,
          nonce: `${undoneAt} ${clockOffset} ${admissionKey}`,
          qr_code: id,
          admittedAt,
          undoneAt,
          clockOffset,
        })
      await backend.checkIn.check({ qr_code: id, nonce: 'behind', scannedAt: deviceTimeAt(0), clockOffset: hour })
      await expect(undoWithTimes('behind', deviceTimeAt(76), 0), 'an hour behind, then set right').rejects.toMatchObject({
        code: 'too-late',
      })
      await backend.checkIn.check({ qr_code: id, nonce: 'right', scannedAt: deviceTimeAt(0), clockOffset: 0 })
      await expect(undoWithTimes('right', deviceTimeAt(5), hour), 'set back by an hour since').rejects.toMatchObject({ code: 'too-late' })
      await backend.checkIn.check({ qr_code: id, nonce: 'unsaid' })
      await expect(undoWithTimes('unsaid', deviceTimeAt(5), undefined), 'at another time than the caller names').rejects.toMatchObject({
        code: 'too-late',
      })
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 3 })
      await undoWithTimes('behind', deviceTimeAt(74), 0)
      await undoWithTimes('right', deviceTimeAt(-1), 2 * 60_000)
      await undoWithTimes('unsaid', new Date().toISOString(), undefined)
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 0 })
    })

    test('undo returns not-found for a key that names no admission', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 2)
      await backend.checkIn.check({ qr_code: id, nonce: 'g-1', scannedAt: deviceTimeAt(0) })
      await backend.checkIn.check({ qr_code: id, nonce: 'too many', admit: 2, scannedAt: deviceTimeAt(0) })
      for (const key of ['never', 'too many']) await expect(undoAdmission(backend, id, key)).rejects.toMatchObject({ code: 'not-found' })
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 1 })
    })

    test('a repeated scan whose admission was undone is refused', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 3)
      await backend.checkIn.check({ qr_code: id, nonce: 'g-1', scannedAt: deviceTimeAt(0) })
      await backend.checkIn.check({ qr_code: id, nonce: 'g-2' })
      await undoAdmission(backend, id, 'g-1')
      const repeatedAnswer = await backend.checkIn.check({ qr_code: id, nonce: 'g-1', scannedAt: deviceTimeAt(0) })
      expect(repeatedAnswer).toMatchObject({
        success: false,
        outcome: 'refused',
        message: UNDONE_TEXT,
        scanDetails: { currentScans: 1, maxScans: 3 },
      })
      expect(await backend.checkIn.check({ qr_code: id, nonce: 'g-2' })).toMatchObject({ outcome: 'admitted' })
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 1 })
    })
  })
}

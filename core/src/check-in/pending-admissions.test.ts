import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Invitation } from '../invitations/invitation.ts'
import { addPendingAdmissions, type PendingAdmission } from './pending-admissions.ts'

const ADMITTED_AT = '2027-01-14T18:00:00.000Z'

const invitationWithScans = (currentScans: number) =>
  ({ id: 'A', maxScans: 100, currentScans, isScanned: currentScans > 0, scannedAt: currentScans > 0 ? ADMITTED_AT : null }) as Invitation

describe('addPendingAdmissions', () => {
  test('addPendingAdmissions adds what the server has not counted', () => {
    const pendingAdmissions: PendingAdmission[] = [
      { people: 2, at: ADMITTED_AT, isCounted: true },
      { people: 3, at: '2027-01-14T19:00:00.000Z', isCounted: false },
    ]
    expect(addPendingAdmissions(invitationWithScans(2), pendingAdmissions)).toMatchObject({
      currentScans: 5,
      scannedAt: '2027-01-14T19:00:00.000Z',
    })
  })

  test('addPendingAdmissions omits an admission that the device has undone', () => {
    expect(
      addPendingAdmissions(invitationWithScans(0), [{ people: 2, at: ADMITTED_AT, isCounted: false, undo: { isCounted: false } }]),
    ).toMatchObject({
      currentScans: 0,
      isScanned: false,
      scannedAt: null,
    })
    expect(
      addPendingAdmissions(invitationWithScans(2), [{ people: 2, at: ADMITTED_AT, isCounted: true, undo: { isCounted: false } }]),
    ).toMatchObject({
      currentScans: 0,
    })
  })

  test('addPendingAdmissions gives one count, whatever the server received', () => {
    const act = fc.record({
      people: fc.integer({ min: 1, max: 4 }),
      isUndone: fc.boolean(),
      isReceived: fc.boolean(),
      isUndoReceived: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(act), fc.nat(20), (acts, others) => {
        // The server never counts an admission whose undo it has received.
        const received = acts.filter(({ isReceived, isUndone, isUndoReceived }) => isReceived && !(isUndone && isUndoReceived))
        const server = others + received.reduce((sum, { people }) => sum + people, 0)
        const pendingAdmissions = acts.map(({ people, isUndone, isReceived, isUndoReceived }) => ({
          people,
          at: ADMITTED_AT,
          isCounted: isReceived,
          ...(isUndone && { undo: { isCounted: isUndoReceived } }),
        }))
        const expected = others + acts.filter(({ isUndone }) => !isUndone).reduce((sum, { people }) => sum + people, 0)
        expect(addPendingAdmissions(invitationWithScans(server), pendingAdmissions).currentScans).toBe(expected)
      }),
    )
  })
})

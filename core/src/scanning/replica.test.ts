import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Invitation } from '../invitations/invitation.ts'
import { type PendingAdmission, withPending } from './replica.ts'

const AT = '2027-01-14T18:00:00.000Z'

const invitation = (currentScans: number) =>
  ({ id: 'A', maxScans: 100, currentScans, isScanned: currentScans > 0, scannedAt: currentScans > 0 ? AT : null }) as Invitation

describe('withPending returns an invitation of the replica that', () => {
  test('counts the server’s admissions and those of the device that the server has not counted', () => {
    const pendingAdmissions: PendingAdmission[] = [
      { people: 2, at: AT, isCounted: true },
      { people: 3, at: '2027-01-14T19:00:00.000Z', isCounted: false },
    ]
    expect(withPending(invitation(2), pendingAdmissions)).toMatchObject({ currentScans: 5, scannedAt: '2027-01-14T19:00:00.000Z' })
  })

  test('has the count without the device’s admissions when all of them are undone', () => {
    expect(withPending(invitation(0), [{ people: 2, at: AT, isCounted: false, undo: { isCounted: false } }])).toMatchObject({
      currentScans: 0,
      isScanned: false,
      scannedAt: null,
    })
    expect(withPending(invitation(2), [{ people: 2, at: AT, isCounted: true, undo: { isCounted: false } }])).toMatchObject({
      currentScans: 0,
    })
  })

  test('has the same count whichever of the admissions and undos the server has received', () => {
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
          at: AT,
          isCounted: isReceived,
          ...(isUndone && { undo: { isCounted: isUndoReceived } }),
        }))
        const expected = others + acts.filter(({ isUndone }) => !isUndone).reduce((sum, { people }) => sum + people, 0)
        expect(withPending(invitation(server), pendingAdmissions).currentScans).toBe(expected)
      }),
    )
  })
})

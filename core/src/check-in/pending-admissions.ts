import type { Invitation } from '../invitations/invitation.ts'
import { countAdmission, countExit, revertAdmissionCount, revertExitCount } from '../invitations/rules.ts'
import type { Movement } from './rules.ts'

/** An admission or an exit by this device, and whether the counts in its replica include it yet. */
export type PendingAdmission = Movement & {
  /** When the people were scanned, by the device's clock corrected by its offset, in ISO 8601. */
  at: string
  isCounted: boolean
  /** Present where this device undid the admission; `isCounted`: whether the replica's count includes the undo. */
  undo?: { isCounted: boolean } | undefined
}

const count = (invitation: Invitation, { people, direction }: PendingAdmission) =>
  direction === 'out' ? countExit(invitation, people) : countAdmission(invitation, people).invitation

const revert = (invitation: Invitation, { people, direction, returned }: PendingAdmission) =>
  direction === 'out' ? revertExitCount(invitation, people) : revertAdmissionCount(invitation, { people, returned })

/** Returns an invitation of the replica with the admissions and exits of this device that the server has not counted yet. */
export function addPendingAdmissions(invitation: Invitation, admissions: readonly PendingAdmission[]): Invitation {
  const uncounted = admissions.filter(({ isCounted, undo }) => !isCounted && !undo).sort((a, b) => (a.at < b.at ? -1 : 1))
  const reverted = admissions.filter(({ isCounted, undo }) => isCounted && undo && !undo.isCounted)
  const counted = reverted.reduce(revert, uncounted.reduce(count, invitation))
  const uncountedTimes = uncounted.filter(({ direction }) => direction !== 'out').map(({ at }) => at)
  const latest = [invitation.scannedAt ?? '', ...uncountedTimes].sort().at(-1)
  const isScanned = counted.currentScans > 0
  return { ...counted, isScanned, scannedAt: isScanned && latest ? latest : null }
}

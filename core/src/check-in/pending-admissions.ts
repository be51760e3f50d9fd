import type { Invitation } from '../invitations/invitation.ts'

/** An admission by this device, and whether the counts in its replica include it yet. */
export type PendingAdmission = {
  people: number
  /** By the device's clock, corrected by its offset. */
  at: string
  isCounted: boolean
  /** Present where this device undid the admission; `isCounted`: whether the replica's count includes the undo. */
  undo?: { isCounted: boolean } | undefined
}

/** Returns how many people an admission adds to the replica's count; negative where the replica includes it, but not its undo. */
function countPendingPeople({ people, isCounted, undo }: PendingAdmission): number {
  if (undo) return isCounted && !undo.isCounted ? -people : 0
  return isCounted ? 0 : people
}

/** Returns an invitation of the replica with the admissions of this device that the server has not counted yet. */
export function addPendingAdmissions(invitation: Invitation, admissions: readonly PendingAdmission[]): Invitation {
  const currentScans = Math.max(
    0,
    admissions.reduce((count, admission) => count + countPendingPeople(admission), invitation.currentScans),
  )
  const uncountedTimes = admissions.filter(admission => countPendingPeople(admission) > 0).map(({ at }) => at)
  const latest = [invitation.scannedAt ?? '', ...uncountedTimes].sort().at(-1)
  return { ...invitation, currentScans, isScanned: currentScans > 0, scannedAt: currentScans > 0 && latest ? latest : null }
}

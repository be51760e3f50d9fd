import type { Invitation } from '../invitations/invitation.ts'

/** How far the server is known to have counted something in the replica a device keeps. */
export type PendingAdmission = {
  people: number
  /** The device's clock, put right. */
  at: string
  /** Whether the replica's count holds it. */
  isListed: boolean
  /** Whether it was taken back here, and whether the replica's count holds that. */
  undo?: { isListed: boolean } | undefined
}

/** What an own admission adds to the count of the replica: nothing once the server lists it, and less than nothing when it was taken back since. */
export function pendingPeople({ people, isListed, undo }: PendingAdmission): number {
  if (undo) return isListed && !undo.isListed ? -people : 0
  return isListed ? 0 : people
}

/** An invitation of the replica as it stands here: the server's count and the own admissions it does not yet list. */
export function withPending(invitation: Invitation, own: readonly PendingAdmission[]): Invitation {
  const currentScans = Math.max(
    0,
    own.reduce((count, admission) => count + pendingPeople(admission), invitation.currentScans),
  )
  const uncounted = own.filter(admission => pendingPeople(admission) > 0).map(({ at }) => at)
  const latest = [invitation.scannedAt ?? '', ...uncounted].sort().at(-1)
  return { ...invitation, currentScans, isScanned: currentScans > 0, scannedAt: currentScans > 0 && latest ? latest : null }
}

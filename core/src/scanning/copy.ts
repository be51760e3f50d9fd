import type { Invitation } from '../invitations/invitation.ts'

/** How far the server is known to have counted something in the copy a device keeps. */
export type OwnAdmission = {
  people: number
  /** The device's clock, put right. */
  at: string
  /** Whether the copy's count holds it. */
  isListed: boolean
  /** Whether it was taken back here, and whether the copy's count holds that. */
  undo?: { isListed: boolean } | undefined
}

/** What an own admission adds to the count of the copy: nothing once the server lists it, and less than nothing when it was taken back since. */
export function stillToCount({ people, isListed, undo }: OwnAdmission): number {
  if (undo) return isListed && !undo.isListed ? -people : 0
  return isListed ? 0 : people
}

/** An invitation of the copy as it stands here: the server's count and the own admissions it does not yet list. */
export function withOwn(invitation: Invitation, own: readonly OwnAdmission[]): Invitation {
  const currentScans = Math.max(
    0,
    own.reduce((count, admission) => count + stillToCount(admission), invitation.currentScans),
  )
  const uncounted = own.filter(admission => stillToCount(admission) > 0).map(({ at }) => at)
  const latest = [invitation.scannedAt ?? '', ...uncounted].sort().at(-1)
  return { ...invitation, currentScans, isScanned: currentScans > 0, scannedAt: currentScans > 0 && latest ? latest : null }
}

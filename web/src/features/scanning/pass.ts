import type { EventStats, ScanAnswer } from '@hudur/core'

/** The event that the scanner admits to. */
export type ChosenEvent = Pick<EventStats, 'eventName' | 'eventDate' | 'userId'>

/** A decided scan of this device: a guest who was admitted or refused. */
export type Pass = {
  nonce: string
  /** Time of the scan by this device's clock, as ISO 8601. */
  at: string
  outcome: Exclude<ScanAnswer['outcome'], 'candidates'>
  /** The guest's name; for an unknown invitation, the typed text or a general word. */
  name: string
  /** The event of the invitation, if it is known. */
  event?: Pick<EventStats, 'eventName' | 'eventDate'>
  /** Why a known guest was refused. */
  reason?: NonNullable<ScanAnswer['refused']>['reason']
  /** The admission that can be undone; null if nobody was admitted. */
  admission: { invitationId: string; people: number } | null
  isUndone: boolean
}

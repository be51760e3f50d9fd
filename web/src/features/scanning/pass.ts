import type { EventStats, ScanAnswer } from '@hudur/core'

/** The event a scanner is set to. */
export type ChosenEvent = Pick<EventStats, 'eventName' | 'eventDate' | 'userId'>

/** A scan of this gate: a guest who was admitted or refused. */
export type Pass = {
  nonce: string
  /** This device's own clock, ISO. */
  at: string
  outcome: Exclude<ScanAnswer['outcome'], 'candidates'>
  /** The guest, or what was shown of one who is unknown. */
  name: string
  /** The event of the invitation, where that is known. */
  event?: Pick<EventStats, 'eventName' | 'eventDate'>
  /** Why a guest who is known was refused. */
  reason?: NonNullable<ScanAnswer['refused']>['reason']
  /** What can be undone; null where nothing was counted. */
  admission: { invitationId: string; people: number } | null
  isUndone: boolean
}

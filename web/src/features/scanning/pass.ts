import type { EventStats, ScanAnswer } from '@hudur/core'

/** The event a door is set to. */
export type ChosenEvent = Pick<EventStats, 'eventName' | 'eventDate' | 'userId'>

/** Who passed this door, or was sent away. */
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
  /** What can be taken back; null where nothing was counted. */
  admission: { invitationId: string; people: number } | null
  isUndone: boolean
}

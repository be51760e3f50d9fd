import type { ScanAnswer } from '@hudur/core/check-in/contract'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import type { Sound } from '../../device/sounds.ts'

export type RecentScan = {
  nonce: string
  /** Time of the scan by this device's clock, as ISO 8601. */
  at: string
  outcome: Exclude<ScanAnswer['outcome'], 'candidates'>
  /** The guest's name. For an unknown invitation: the typed text, or a text such as «unknown card». */
  name: string
  event?: Omit<ChosenEvent, 'userId'>
  reason?: NonNullable<ScanAnswer['refused']>['reason']
  /** The admission or the exit that can be undone; null if nobody was counted. */
  admission: { code: string; people: number } | null
  isUndone: boolean
  /** Whether the scanned card is a trial card. */
  isTrial?: boolean
  /** Whether the texts use the feminine form for the guest, because the event hides names. */
  isWoman?: boolean
  /** The code that this device did not find in its replica when it had no server. */
  unknownCode?: string
  /** The guest of `unknownCode`, once a download has brought the invitation. */
  knownGuest?: string
  /** The server's refusal, which arrived after this device had admitted the guest. */
  lateRefusal?: ScanAnswer
}

/** Returns the sound to play for an answer: the VIP sound for an admitted VIP, otherwise the sound that the answer names. */
export const soundOf = ({ outcome, playSound, invitation }: Pick<ScanAnswer, 'outcome' | 'playSound' | 'invitation'>): Sound =>
  outcome === 'admitted' && invitation?.isVip ? 'vip' : playSound

import type { ScanAnswer } from '@hudur/core/check-in/contract'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import type { Sound } from '../../device/sounds.ts'

export type RecentScan = {
  nonce: string
  /** Time of the scan by this device's clock, as ISO 8601. */
  at: string
  outcome: Exclude<ScanAnswer['outcome'], 'candidates'>
  /** The guest's name; for an unknown invitation, the typed text or a general word. */
  name: string
  event?: Omit<ChosenEvent, 'userId'>
  reason?: NonNullable<ScanAnswer['refused']>['reason']
  /** The admission that can be undone; null if nobody was admitted. */
  admission: { code: string; people: number } | null
  isUndone: boolean
}

/** Returns the sound to play for an answer: the VIP sound for an admitted VIP, otherwise the sound that the answer names. */
export const soundOf = ({ outcome, playSound, invitation }: Pick<ScanAnswer, 'outcome' | 'playSound' | 'invitation'>): Sound =>
  outcome === 'admitted' && invitation?.isVip ? 'vip' : playSound

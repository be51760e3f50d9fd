import { cleanLine } from '../arabic.ts'
import type { Invitation } from './contract.ts'

const DAY = 86_400_000

/** Since when an invitation is recent, and since when its event is active: 7 and 30 days before `now`, as ISO text. */
export const statsWindows = (now: Date) => ({
  recentSince: new Date(now.getTime() - 7 * DAY).toISOString(),
  activeSince: new Date(now.getTime() - 30 * DAY).toISOString(),
})

/** How many people this invitation still admits. */
export const placesLeft = ({ maxScans, currentScans }: Pick<Invitation, 'maxScans' | 'currentScans'>) =>
  Math.max(0, maxScans - currentScans)

/** The guests of a pasted list: one for each line that says something, cleaned, in its order. */
export const guestsIn = (pasted: string) =>
  pasted
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .map(cleanLine)
    .filter(line => line !== '')

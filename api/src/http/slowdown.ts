import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@hudur/core'
import type { Attempts } from './attempts.ts'

/** Wrong passwords for one name in an hour, over all addresses, that are answered at once. */
const FREE = 20
const WINDOW = 60 * 60_000
/** Each one more delays the next answers by so long (ms), up to the longest. */
const STEP = 500
const LONGEST = 5_000

/** How long (ms) an answer waits after so many wrong passwords for its name. */
export const delayAfter = (wrong: number) => Math.min(LONGEST, Math.max(0, wrong - FREE + 1) * STEP)

/**
 * Slows guessing of one name's password from many addresses: it delays, and in a delay one attempt waits for each name in a process. Others are
 * refused as `busy` meanwhile and not counted, so that nobody's name is locked.
 */
export function slowdown(attempts: Attempts, wait: (milliseconds: number) => Promise<unknown> = pause) {
  const delayed = new Set<string>()

  return {
    /** Counts an attempt for `name` and waits as long as its wrong ones want. Throws `busy` where another attempt waits. */
    async enter(name: string) {
      const who = ['sign-in-name', name]
      const before = await attempts.add(who, { max: FREE + LONGEST / STEP, window: WINDOW })
      const delay = delayAfter(before)
      if (delay === 0) return
      if (delayed.has(name)) {
        await attempts.giveBack(who)
        throw new Refusal('busy')
      }
      delayed.add(name)
      try {
        await wait(delay)
      } finally {
        delayed.delete(name)
      }
    },

    /** The attempt was no wrong password. */
    leave: (name: string) => attempts.giveBack(['sign-in-name', name]),
  }
}

export type Slowdown = ReturnType<typeof slowdown>

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

type Waiting = { wrong: number; decide: (passes: boolean) => void }

/**
 * Slows guessing of one name's password from many addresses: answers are delayed, and in each delay one attempt passes for each name in a
 * process. It is the one whose address has the fewest wrong passwords of that name, so that a new device passes before those that guess. The
 * others are refused as `busy` and not counted.
 */
export function slowdown(attempts: Attempts, wait: (milliseconds: number) => Promise<unknown> = pause) {
  /** By name, who passes when the delay ends. */
  const waiting = new Map<string, Waiting>()

  /** Waits until the delay ends, or somebody with fewer wrong passwords comes. Returns whether the attempt passes. */
  function passes(name: string, wrong: number, delay: number): Promise<boolean> {
    const before = waiting.get(name)
    if (before && before.wrong <= wrong) return Promise.resolve(false)
    return new Promise(decide => {
      waiting.set(name, { wrong, decide })
      if (before) return before.decide(false)
      void wait(delay).then(() => {
        waiting.get(name)?.decide(true)
        waiting.delete(name)
      })
    })
  }

  return {
    /**
     * Counts an attempt for `name` and waits as long as its wrong ones want; `from` is how those of its address are counted. Throws `busy` where
     * another attempt passes first.
     */
    async enter(name: string, from: readonly string[]) {
      const who = ['sign-in-name', name]
      if ((await attempts.take(who, { max: FREE, window: WINDOW })) === 0) return
      const delay = delayAfter(await attempts.count(who, WINDOW))
      if (!(await passes(name, await attempts.count(from, WINDOW), delay))) throw new Refusal('busy')
      // Counted only now: what is refused and given back would displace older ones beyond the most that are remembered.
      await attempts.add(who, { max: FREE + LONGEST / STEP, window: WINDOW })
    },

    /** The attempt was no wrong password. */
    leave: (name: string) => attempts.giveBack(['sign-in-name', name]),
  }
}

export type Slowdown = ReturnType<typeof slowdown>

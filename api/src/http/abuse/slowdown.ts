import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@hudur/core/refusals'
import type { AttemptCounter } from './attempts.ts'

/** The number of wrong passwords for one username in an hour, from all IP addresses, that are answered without a delay. */
const UNDELAYED_ATTEMPTS = 20
const WINDOW_MS = 60 * 60_000
/** How much (ms) each further wrong password adds to the delay of the next answers, up to `MAX_DELAY_MS`. */
const DELAY_STEP_MS = 500
const MAX_DELAY_MS = 5_000

/** Returns how long (ms) an answer is delayed after `wrong` wrong passwords for its username. */
export const delayAfterWrongPasswords = (wrong: number) =>
  Math.min(MAX_DELAY_MS, Math.max(0, wrong - UNDELAYED_ATTEMPTS + 1) * DELAY_STEP_MS)

type DelayedAttempt = { wrong: number; decide: (passes: boolean) => void }

/**
 * Slows down the guessing of a password from many IP addresses. After too many wrong passwords for a username, answers are delayed, and one
 * attempt passes in each delay: that whose address has the fewest wrong passwords, so that a new device passes before those that guess.
 */
export function createSlowdown(attempts: AttemptCounter, wait: (milliseconds: number) => Promise<unknown> = pause) {
  /** For each username, the attempt that passes when the delay ends. */
  const waiting = new Map<string, DelayedAttempt>()

  /** Waits until the delay ends or an attempt with fewer wrong passwords arrives. Returns whether this attempt passes. */
  function waitForTurn(name: string, wrong: number, delay: number): Promise<boolean> {
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
    /** Counts an attempt after the delay. `from` is the key of its IP address. Throws `busy` when another attempt passes instead. */
    async enter(name: string, from: readonly string[]) {
      const key = ['sign-in-name', name]
      if ((await attempts.take(key, { max: UNDELAYED_ATTEMPTS, window: WINDOW_MS })) === 0) return
      const delay = delayAfterWrongPasswords(await attempts.count(key, WINDOW_MS))
      if (!(await waitForTurn(name, await attempts.count(from, WINDOW_MS), delay))) throw new Refusal('busy')
      // It is counted after the wait: an attempt that is counted, refused and removed would displace an older one.
      await attempts.add(key, { max: UNDELAYED_ATTEMPTS + MAX_DELAY_MS / DELAY_STEP_MS, window: WINDOW_MS })
    },

    /** Removes the newest attempt for `name`, because its password was not wrong. */
    leave: (name: string) => attempts.removeNewest(['sign-in-name', name]),
  }
}

export type Slowdown = ReturnType<typeof createSlowdown>

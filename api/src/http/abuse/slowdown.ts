import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@hudur/core/refusals'
import type { AttemptCounter } from './attempts.ts'
import type { Network } from './networks.ts'

/** The number of wrong passwords for one username in an hour, from all IP addresses, that are answered without a delay. */
const UNDELAYED_ATTEMPTS = 20
const WINDOW_MS = 60 * 60_000
/** How much (ms) each further wrong password adds to the delay of the next answers, up to `MAX_DELAY_MS`. */
const DELAY_STEP_MS = 500
const MAX_DELAY_MS = 5_000

/** Returns how long (ms) an answer is delayed after `wrong` wrong passwords for its username. */
export const delayAfterWrongPasswords = (wrong: number) =>
  Math.min(MAX_DELAY_MS, Math.max(0, wrong - UNDELAYED_ATTEMPTS + 1) * DELAY_STEP_MS)

/** The number of wrong passwords from one IP address in a minute, for all usernames, that are answered without a delay. */
const UNDELAYED_OF_ADDRESS = { max: 60, window: 60_000 }
/**
 * How long (ms) the next attempt is delayed when its IP address has exceeded `UNDELAYED_OF_ADDRESS`. One attempt is accepted in this time.
 */
const ADDRESS_DELAY_MS = 1_000

const keyOfNetwork = ({ name }: Network) => ['sign-in-address', name]

type DelayedAttempt = { wrong: number; decide: (passes: boolean) => void }

/**
 * Slows down the guessing of a password from many IP addresses. After too many wrong passwords for a username, answers are delayed, and one
 * attempt passes in each delay: that whose address has the fewest wrong passwords, so that a new device passes before those that guess.
 */
export function createSlowdown(attempts: AttemptCounter, wait: (milliseconds: number) => Promise<unknown> = pause) {
  /** For each username and each network, the attempt that passes when the delay ends. */
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
      // The attempt is counted after the wait, because one that is counted, refused and removed would displace an older one.
      await attempts.add(key, { max: UNDELAYED_ATTEMPTS + MAX_DELAY_MS / DELAY_STEP_MS, window: WINDOW_MS })
    },

    /**
     * Delays an attempt after too many wrong passwords from one of its networks. Of the attempts in the delay, one with the fewest wrong
     * passwords (`from` is the key of its username and IP address) passes, chosen at random: a new device at a venue is not kept out by
     * others there. Throws `busy` when another attempt passes instead.
     */
    async enterNetworks(networks: readonly Network[], from: readonly string[]) {
      for (const network of networks) {
        const wrong = await attempts.count(keyOfNetwork(network), UNDELAYED_OF_ADDRESS.window)
        if (wrong < UNDELAYED_OF_ADDRESS.max * network.factor) continue
        const rank = (await attempts.count(from, WINDOW_MS)) + Math.random()
        if (!(await waitForTurn(JSON.stringify(network), rank, ADDRESS_DELAY_MS))) throw new Refusal('busy')
        return
      }
    },

    /** Counts a wrong password in the networks from which it came. */
    async countWrong(networks: readonly Network[]) {
      for (const network of networks)
        await attempts.add(keyOfNetwork(network), { ...UNDELAYED_OF_ADDRESS, max: UNDELAYED_OF_ADDRESS.max * network.factor })
    },

    /** Removes the newest attempt for `name`, because its password was not wrong. */
    leave: (name: string) => attempts.removeNewest(['sign-in-name', name]),
  }
}

export type Slowdown = ReturnType<typeof createSlowdown>

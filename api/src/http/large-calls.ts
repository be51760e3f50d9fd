import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@hudur/core'

/** A call whose body has more bytes or more values than this is a large call. Validating a smaller body takes a few milliseconds. */
export const LARGE = { bytes: 32 * 1024, values: 1_000 }

/**
 * The most large calls that may be received, waiting or processed at the same time: of one caller, of all callers without a session, and of
 * all callers.
 */
const MAX_CALLS = { ofCaller: 4, ofStrangers: 8, ofAll: 32 }

/** How long (ms) a new large call waits before it is refused when the most large calls are under way. */
const WAIT_MS = 1_000

/** After a large call, the next one of the same caller waits `REST_FACTOR` times as long as the call took, but at most `MAX_REST_MS` ms. */
const REST_FACTOR = 3
const MAX_REST_MS = 1_000

/** A large call that has begun and not ended. */
export type LargeCall = {
  /**
   * Runs `act` after the caller's earlier large calls and the pause after each. This call, too, counts as under way until the pause after
   * it has passed (see `REST_FACTOR`). Throws `busy` if it was abandoned before.
   */
  runInOrder: <Answer>(act: () => Promise<Answer>) => Promise<Answer>
  /** Ends the call, because its body will not arrive. Does nothing after `runInOrder`. */
  abandon: () => void
}

type Caller = { calls: number; last: Promise<unknown> }

/** Runs the large calls of one caller one after another, with pauses in which other requests are answered. */
export function largeCalls({ waits, rests } = { waits: WAIT_MS, rests: REST_FACTOR }) {
  const callers = new Map<string, Caller>()
  let all = 0
  let strangers = 0
  const isFull = (caller: string, isStranger: boolean) =>
    (callers.get(caller)?.calls ?? 0) >= MAX_CALLS.ofCaller || all >= MAX_CALLS.ofAll || (isStranger && strangers >= MAX_CALLS.ofStrangers)

  function enter(caller: string, isStranger: boolean) {
    const callerState = callers.get(caller) ?? { calls: 0, last: Promise.resolve() }
    callers.set(caller, callerState)
    callerState.calls++
    all++
    if (isStranger) strangers++
    let isOver = false
    return {
      callerState,
      isOver: () => isOver,
      leave() {
        if (isOver) return
        isOver = true
        all--
        if (isStranger) strangers--
        if (--callerState.calls === 0) callers.delete(caller)
      },
    }
  }

  return {
    /**
     * Begins a large call, if possible before its body is read. Throws `busy` when the most large calls are under way and none
     * ends within a second (`waits` ms).
     */
    async begin(caller: string, { isStranger = false } = {}): Promise<LargeCall> {
      if (isFull(caller, isStranger)) await pause(waits)
      if (isFull(caller, isStranger)) throw new Refusal('busy')
      const { callerState, isOver, leave } = enter(caller, isStranger)
      let isBegun = false
      return {
        async runInOrder(act) {
          // The sender has disconnected, and another call may have begun instead.
          if (isOver()) throw new Refusal('busy')
          isBegun = true
          let start = 0
          const answer = callerState.last.then(() => {
            start = performance.now()
            return act()
          })
          callerState.last = answer
            .catch(() => {})
            .then(() => pause(Math.min(MAX_REST_MS, rests * (performance.now() - start)), undefined, { ref: false }))
            .then(leave)
          return answer
        },
        abandon() {
          if (!isBegun) leave()
        },
      }
    },
  }
}

export type LargeCalls = ReturnType<typeof largeCalls>

import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@hudur/core/refusals'

/** A call above this body size (bytes) or number of values is large. Smaller bodies are validated in a few milliseconds. */
export const LARGE_CALL_THRESHOLD = { bytes: 32 * 1024, values: 1_000 }

/** The maximum numbers of large calls in progress: of one caller, of all without a session, and of all. */
const MAX_CALLS = { ofCaller: 4, ofStrangers: 8, ofAll: 32 }

/** How long (ms) a new large call waits when the maximum number is in progress, before it is refused. */
const SLOT_WAIT_MS = 1_000

/** The next large call of a caller waits this many times as long as the last one took, at most `MAX_PAUSE_MS`. */
const PAUSE_FACTOR = 3
const MAX_PAUSE_MS = 1_000

/** A large call that has begun and not ended. */
export type LargeCall = {
  /** Runs `act` after the earlier large calls and their pauses. The call ends after its own pause. Throws `busy` once abandoned. */
  runInOrder: <Answer>(act: () => Promise<Answer>) => Promise<Answer>
  /** Ends the call, because its body will not arrive. Does nothing after `runInOrder`. */
  abandon: () => void
}

type Caller = { calls: number; last: Promise<unknown> }

/** Runs the large calls of one caller one after another, with pauses in which other requests are answered. */
export function limitLargeCalls({ waits, rests } = { waits: SLOT_WAIT_MS, rests: PAUSE_FACTOR }) {
  const callers = new Map<string, Caller>()
  let all = 0
  let strangers = 0
  const hasNoFreeSlot = (caller: string, isStranger: boolean) =>
    (callers.get(caller)?.calls ?? 0) >= MAX_CALLS.ofCaller || all >= MAX_CALLS.ofAll || (isStranger && strangers >= MAX_CALLS.ofStrangers)

  function takeSlot(caller: string, isStranger: boolean) {
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
    /** Begins a large call. Throws `busy` when the maximum number is in progress, and still after a second (`waits` ms). */
    async begin(caller: string, { isStranger = false } = {}): Promise<LargeCall> {
      if (hasNoFreeSlot(caller, isStranger)) await pause(waits)
      if (hasNoFreeSlot(caller, isStranger)) throw new Refusal('busy')
      const { callerState, isOver, leave } = takeSlot(caller, isStranger)
      let isBegun = false
      return {
        async runInOrder(act) {
          // The client has disconnected, and another call may have begun in place of this one.
          if (isOver()) throw new Refusal('busy')
          isBegun = true
          let start = 0
          const answer = callerState.last.then(() => {
            start = performance.now()
            return act()
          })
          callerState.last = answer
            .catch(() => {})
            .then(() => pause(Math.min(MAX_PAUSE_MS, rests * (performance.now() - start)), undefined, { ref: false }))
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

export type LargeCalls = ReturnType<typeof limitLargeCalls>

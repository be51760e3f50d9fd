import { Refusal } from '@hudur/core'

/** A body with more bytes or more values than this is a large one; validating a smaller one takes a few milliseconds. */
export const LARGE = { bytes: 32 * 1024, values: 1_000 }

/** How many large calls of one caller, and of all callers, may be under way: being received, waiting or worked on. */
const MOST = { ofCaller: 4, ofAll: 32 }

/** A large call that is under way. */
export type LargeCall = {
  /** Does `act` when the caller's earlier large calls have been worked on; then this call is over. */
  inTurn: <Answer>(act: () => Promise<Answer>) => Promise<Answer>
  /** Its body will not come any more. Does nothing once it is worked on. */
  abandon: () => void
}

/** Lets the large calls of one caller be worked on one after another. */
export function largeCalls() {
  const callers = new Map<string, { calls: number; last: Promise<unknown> }>()
  let all = 0

  return {
    /** Begins a large call. Throws `busy` where too many are under way. */
    begin(caller: string): LargeCall {
      const own = callers.get(caller) ?? { calls: 0, last: Promise.resolve() }
      if (own.calls >= MOST.ofCaller || all >= MOST.ofAll) throw new Refusal('busy')
      callers.set(caller, own)
      own.calls++
      all++
      let [isBegun, isOver] = [false, false]

      function end() {
        if (isOver) return
        isOver = true
        all--
        if (--own.calls === 0) callers.delete(caller)
      }

      return {
        async inTurn(act) {
          // Nobody waits for it, and others have been counted in its place since.
          if (isOver) throw new Refusal('busy')
          isBegun = true
          const answer = own.last.then(act)
          own.last = answer.catch(() => {})
          try {
            return await answer
          } finally {
            end()
          }
        },
        abandon() {
          if (!isBegun) end()
        },
      }
    },
  }
}

export type LargeCalls = ReturnType<typeof largeCalls>

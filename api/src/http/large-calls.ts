import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@hudur/core'

/** A body with more bytes or more values than this is a large one; validating a smaller one takes a few milliseconds. */
export const LARGE = { bytes: 32 * 1024, values: 1_000 }

/** How many large calls of one caller, of all strangers and of all callers may be under way: being received, waiting or worked on. */
const MOST = { ofCaller: 4, ofStrangers: 8, ofAll: 32 }

/** How long a call waits for a place among these before it is refused, in milliseconds. */
const WAITS = 1_000

/** After a call its caller's next waits so many times as long as that took, and at most so long, in milliseconds. */
const RESTS = 3
const LONGEST_REST = 1_000

/** A large call that is under way. */
export type LargeCall = {
  /** Does `act` when the caller's earlier large calls have been worked on; then this call is over. */
  inTurn: <Answer>(act: () => Promise<Answer>) => Promise<Answer>
  /** Its body will not come any more. Does nothing once it is worked on. */
  abandon: () => void
}

type Caller = { calls: number; last: Promise<unknown> }

/** Lets the large calls of one caller be worked on one after another, with rests between in which others are answered. */
export function largeCalls({ waits, rests } = { waits: WAITS, rests: RESTS }) {
  const callers = new Map<string, Caller>()
  let all = 0
  let strangers = 0
  const isFull = (caller: string, isStranger: boolean) =>
    (callers.get(caller)?.calls ?? 0) >= MOST.ofCaller || all >= MOST.ofAll || (isStranger && strangers >= MOST.ofStrangers)

  function enter(caller: string, isStranger: boolean) {
    const own = callers.get(caller) ?? { calls: 0, last: Promise.resolve() }
    callers.set(caller, own)
    own.calls++
    all++
    if (isStranger) strangers++
    let isOver = false
    return {
      own,
      isOver: () => isOver,
      leave() {
        if (isOver) return
        isOver = true
        all--
        if (isStranger) strangers--
        if (--own.calls === 0) callers.delete(caller)
      },
    }
  }

  return {
    /** Begins a large call, whose body had better not be read before. Throws `busy` where too many are under way, also a second later. */
    async begin(caller: string, { isStranger = false } = {}): Promise<LargeCall> {
      if (isFull(caller, isStranger)) await pause(waits)
      if (isFull(caller, isStranger)) throw new Refusal('busy')
      const { own, isOver, leave } = enter(caller, isStranger)
      let isBegun = false
      return {
        async inTurn(act) {
          // Nobody waits for it, and others have been let in in its place since.
          if (isOver()) throw new Refusal('busy')
          isBegun = true
          let start = 0
          const answer = own.last.then(() => {
            start = performance.now()
            return act()
          })
          own.last = answer
            .catch(() => {})
            .then(() => pause(Math.min(LONGEST_REST, rests * (performance.now() - start)), undefined, { ref: false }))
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

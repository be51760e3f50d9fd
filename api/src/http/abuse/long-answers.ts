import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@hudur/core/refusals'

const MEGABYTE = 1024 ** 2

/**
 * The bytes of long answers that a caller may have at once, and per second when they are used up. Twenty phones that each download an event
 * of 5,000 guests need 60 MB.
 */
const BUDGET = { bytes: 64 * MEGABYTE, bytesPerSecond: 4 * MEGABYTE }

/** How long (ms) an answer waits for the budget of its caller before it is refused. */
const MAX_WAIT_MS = 10_000

/** The maximum number of calls of one caller that wait, like that of its waiting reads. */
const MAX_WAITING_CALLS = 500

/** After an answer has produced this many bytes, the next answer may begin, because the rest of the first may wait for its reader. */
const PRODUCED_BYTES = 4 * MEGABYTE

/** An answer with a list: the total for `X-Total-Count`, and its JSON, which is in parts when it is long. */
export type ListAnswer<Part> = { total?: number | undefined; json: Part | AsyncIterator<Part> }

/**
 * How many parts all readers together get in one turn of the event loop. Each part is copied to a connection, so more parts would delay
 * other requests.
 */
const PARTS_PER_TURN = 4

/** Returns a function that waits until one more part may be sent in the current turn. */
function createTurns() {
  const waiting: (() => void)[] = []
  function beginTurn() {
    for (const start of waiting.splice(0, PARTS_PER_TURN)) start()
    if (waiting.length > 0) setImmediate(beginTurn)
  }
  return () =>
    new Promise<void>(start => {
      if (waiting.push(start) === 1) setImmediate(beginTurn)
    })
}
const waitForTurn = createTurns()

type Step = () => Promise<{ part: Buffer; next: Step } | undefined>

/**
 * Lets `readers` iterate over the same parts. Each part is produced once, when the first reader needs it, and is in memory until the last
 * reader has passed it. `end` is called once no reader is left.
 */
function shareParts(parts: AsyncIterator<Buffer>, readers: number, end: () => void): AsyncIterator<Buffer>[] {
  let readersLeft = readers
  function createStep(): Step {
    let produced: ReturnType<Step> | undefined
    const produce = async () => {
      const { done, value } = await parts.next()
      return done ? undefined : { part: value, next: createStep() }
    }
    return () => (produced ??= produce())
  }

  function createReader(first: Step): AsyncIterator<Buffer> {
    let step: Step | undefined = first
    async function close() {
      if (step === undefined) return
      step = undefined
      if (--readersLeft > 0) return
      end()
      await parts.return?.()
    }
    return {
      async next() {
        const reached = await step?.().catch(async error => {
          await close()
          throw error
        })
        if (reached) await waitForTurn()
        if (!reached) await close()
        // The reader may have been closed in the meantime.
        else if (step) step = reached.next
        return reached ? { done: false, value: reached.part } : { done: true, value: undefined }
      },
      async return() {
        await close()
        return { done: true, value: undefined }
      },
    }
  }
  const first = createStep()
  return Array.from({ length: readers }, () => createReader(first))
}

type Caller = { bytesLeft: number; at: number; calls: number; turn: Promise<unknown> }
type WaitingCall = { readers: number; answer: Promise<ListAnswer<Buffer>[]> }

/**
 * Limits the work for long answers. Equal calls that arrive while one is answered share the next answer and its bytes. A caller with less
 * than half of its bytes gets one answer after another, and waits when it has used them up.
 */
export function limitLongAnswers(budget = BUDGET, maxWait = MAX_WAIT_MS) {
  const callers = new Map<string, Caller>()
  const waitingCalls = new Map<string, WaitingCall>()
  /** For each key of which an answer is produced, the promise of its end. */
  const production = new Map<string, Promise<void>>()

  function callerOf(name: string) {
    const caller = callers.get(name) ?? { bytesLeft: budget.bytes, at: performance.now(), calls: 0, turn: Promise.resolve() }
    callers.set(name, caller)
    return caller
  }

  function refill(caller: Caller) {
    const at = performance.now()
    caller.bytesLeft = Math.min(budget.bytes, caller.bytesLeft + ((at - caller.at) / 1_000) * budget.bytesPerSecond)
    caller.at = at
  }

  /**
   * Subtracts bytes from the caller's budget. The budget goes at most one whole budget below zero; the caller waits until it is positive
   * again.
   */
  function take(caller: Caller, bytes: number) {
    refill(caller)
    caller.bytesLeft = Math.max(-budget.bytes, caller.bytesLeft - bytes)
  }

  /** Waits until the caller's budget is positive. Throws `busy` when that would take longer than until `latest`. */
  async function waitForBytes(caller: Caller, latest: number) {
    for (;;) {
      refill(caller)
      if (caller.bytesLeft > 0) return
      const wait = (-caller.bytesLeft / budget.bytesPerSecond) * 1_000 + 1
      if (performance.now() + wait > latest) throw new Refusal('busy')
      await pause(wait)
    }
  }

  /** Returns the parts as bytes, and subtracts them from the caller's budget when they are produced. */
  function countParts(caller: Caller, parts: AsyncIterator<string>, end: () => void): AsyncIterator<Buffer> {
    let bytes = 0
    return {
      async next() {
        const { done, value } = await parts.next()
        if (done) return { done, value: undefined }
        const part = Buffer.from(value)
        take(caller, part.byteLength)
        bytes += part.byteLength
        if (bytes > PRODUCED_BYTES) end()
        return { done: false, value: part }
      },
      async return() {
        await parts.return?.()
        return { done: true, value: undefined }
      },
    }
  }

  /** Waits for the turn of a call, and then answers all calls that have the same key. */
  async function answerAll(caller: Caller, key: string, call: WaitingCall, produce: () => Promise<ListAnswer<string>>) {
    const latest = performance.now() + maxWait
    const ended = Promise.withResolvers<void>()
    try {
      await production.get(key)
      const turn = caller.turn.then(() => waitForBytes(caller, latest))
      caller.turn = turn.then(
        () => (caller.bytesLeft < budget.bytes / 2 ? ended.promise : undefined),
        () => {},
      )
      await turn
      production.set(key, ended.promise)
    } finally {
      waitingCalls.delete(key)
    }
    const { readers } = call
    function end() {
      if (production.get(key) === ended.promise) production.delete(key)
      ended.resolve()
    }
    try {
      const { total, json } = await produce()
      if (typeof json !== 'string') return shareParts(countParts(caller, json, end), readers, end).map(parts => ({ total, json: parts }))
      const bytes = Buffer.from(json)
      take(caller, bytes.byteLength)
      end()
      return Array.from({ length: readers }, () => ({ total, json: bytes }))
    } catch (error) {
      end()
      throw error
    }
  }

  return {
    /**
     * Returns the answer that `produce` begins, whose parts must be read to the end or closed. Waiting calls with the same `key` share one.
     * Throws `busy` when the caller has used up its bytes.
     */
    async read(callerName: string, key: string, produce: () => Promise<ListAnswer<string>>): Promise<ListAnswer<Buffer>> {
      const caller = callerOf(callerName)
      if (caller.calls >= MAX_WAITING_CALLS) throw new Refusal('busy')
      let call = waitingCalls.get(key)
      if (!call) {
        call = { readers: 0, answer: Promise.resolve([]) }
        waitingCalls.set(key, call)
        call.answer = answerAll(caller, key, call, produce)
      }
      const index = call.readers++
      caller.calls++
      try {
        return (await call.answer)[index]!
      } finally {
        caller.calls--
        if (callers.size > 1_000 && caller.calls === 0 && caller.bytesLeft === budget.bytes) callers.delete(callerName)
      }
    },
  }
}

export type LongAnswers = ReturnType<typeof limitLongAnswers>

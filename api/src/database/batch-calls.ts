import { SET_STATEMENT_TIMEOUT_MS, statementTimeoutStorage } from './statement-timeout.ts'

/** The maximum number of calls in one batch. */
const MAX_BATCH = 500

/**
 * The time (ms) for which a batch collects calls; it then begins at the end of the current turn of the event loop. A longer time gives no
 * more scans per second. While thousands of connections are accepted, a turn takes longer than this.
 */
const MAX_WAIT_MS = 10

/** The times (ms, `performance.now()`) at which the running batches of this process began. */
const runningBatches = new Set<{ startedAt: number }>()

/** Returns the age (ms) of the oldest running batch of this process; 0 when none runs. Later calls wait until a batch has ended. */
export const oldestBatchAge = () => Math.max(0, ...[...runningBatches].map(({ startedAt }) => performance.now() - startedAt))

/** The least number of calls of a batch that begins beside a running one. A smaller one costs more than the wait for the end of the running one. */
const MIN_BATCH_BESIDE_ANOTHER = 16

type BatchOptions = {
  /** The number of batches that may be processed at once. */
  maxRunning?: number
  /** Returns the time (ms). */
  now?: () => number
}

/**
 * Returns a function that collects its calls and passes them to `work` in batches. A batch waits until a turn of the event loop brings no
 * further call, but no longer than `MAX_WAIT_MS` and one turn, so the batches grow with the load. Calls that arrive while `maxRunning`
 * batches are processed, by default one, form the next batch, which is processed at once. `work` resolves to one result for each call; an
 * `Error` in place of a result rejects that call only. When `work` rejects, all calls of the batch are rejected.
 */
export function batchCalls<Member, Result>(
  work: (members: Member[]) => Promise<(Result | Error)[]>,
  { maxRunning = 1, now = () => performance.now() }: BatchOptions = {},
) {
  const waiting: { member: Member; resolve: (result: Result) => void; reject: (reason: unknown) => void }[] = []
  let workers = 0

  /** Resolves after the first turn of the event loop in which no further call has arrived, or that ends after `MAX_WAIT_MS`. */
  async function collectCalls() {
    const end = now() + MAX_WAIT_MS
    let countBefore: number
    do {
      countBefore = waiting.length
      await new Promise(resolve => setImmediate(resolve))
    } while (waiting.length > countBefore && now() < end)
  }

  async function runBatch(batch: typeof waiting) {
    const running = { startedAt: performance.now() }
    runningBatches.add(running)
    try {
      const members = batch.map(({ member }) => member)
      const results = await statementTimeoutStorage.run(SET_STATEMENT_TIMEOUT_MS, () => work(members))
      for (const [n, { resolve, reject }] of batch.entries()) {
        const result = results[n]!
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      runningBatches.delete(running)
    }
  }

  /** Returns whether the waiting calls are enough for a batch, beside the batches of `others` other workers. */
  const isBatchDue = (others: number) => waiting.length >= (others > 0 ? MIN_BATCH_BESIDE_ANOTHER : 1)

  async function runWaitingCalls() {
    await collectCalls()
    // Calls that are too few for a batch here are processed by the last worker that ends its batch.
    while (isBatchDue(workers - 1)) await runBatch(waiting.splice(0, MAX_BATCH))
    workers--
  }

  return (member: Member) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ member, resolve, reject })
      if (workers >= maxRunning || !isBatchDue(workers)) return
      workers++
      void runWaitingCalls()
    })
}

/** The maximum number of calls in one batch. */
const MAX_BATCH = 500

/** The maximum number of turns of the event loop that a batch waits for further calls. */
const MAX_TURNS = 10

/**
 * Returns a function that collects its calls and passes them to `work` in batches. A batch waits until a turn of the event loop brings no
 * further call, so the batches grow with the load. Calls that arrive while a batch is processed form the next batch. `work` resolves to one result for each call; an `Error` in place of a result rejects that call only. When
 * `work` rejects, all calls of the batch are rejected.
 */
export function batchCalls<Member, Result>(work: (members: Member[]) => Promise<(Result | Error)[]>) {
  const waiting: { member: Member; resolve: (result: Result) => void; reject: (reason: unknown) => void }[] = []
  let isWorking = false

  /** Resolves after the first turn of the event loop in which no further call has arrived, and after `MAX_TURNS` turns at the latest. */
  async function collectCalls() {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const countBefore = waiting.length
      await new Promise(resolve => setImmediate(resolve))
      if (waiting.length === countBefore) return
    }
  }

  async function runWaitingCalls() {
    while (waiting.length > 0) {
      await collectCalls()
      const batch = waiting.splice(0, MAX_BATCH)
      try {
        const results = await work(batch.map(({ member }) => member))
        for (const [n, { resolve, reject }] of batch.entries()) {
          const result = results[n]!
          if (result instanceof Error) reject(result)
          else resolve(result)
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWorking = false
  }

  return (member: Member) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ member, resolve, reject })
      if (isWorking) return
      isWorking = true
      void runWaitingCalls()
    })
}

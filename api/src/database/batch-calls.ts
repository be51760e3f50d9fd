/** The maximum number of calls in one batch. */
const MAX_BATCH = 500

/**
 * Returns a function that collects its calls during one turn of the event loop and passes them to `work` as one batch. Calls that arrive
 * while a batch is processed form the next batch. `work` resolves to one result for each call; an `Error` in place of a result rejects that
 * call only. When `work` rejects, all calls of the batch are rejected.
 */
export function batchCalls<Member, Result>(work: (members: Member[]) => Promise<(Result | Error)[]>) {
  const waiting: { member: Member; resolve: (result: Result) => void; reject: (reason: unknown) => void }[] = []
  let isWorking = false

  async function runWaitingCalls() {
    while (waiting.length > 0) {
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
      setImmediate(runWaitingCalls)
    })
}

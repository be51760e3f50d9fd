/** The most calls in one set. */
const MAX_SET = 500

/**
 * Collects the calls of one turn of the event loop and passes them on as one set. Calls that arrive while a set is being worked on form the
 * next one. `work` resolves to a result for each member, where an `Error` rejects that member alone; when it rejects, all members of the
 * set are rejected.
 */
export function inSets<Member, Result>(work: (members: Member[]) => Promise<(Result | Error)[]>) {
  const waiting: { member: Member; resolve: (result: Result) => void; reject: (reason: unknown) => void }[] = []
  let isWorking = false

  async function workThrough() {
    while (waiting.length > 0) {
      const set = waiting.splice(0, MAX_SET)
      try {
        const results = await work(set.map(({ member }) => member))
        for (const [n, { resolve, reject }] of set.entries()) {
          const result = results[n]!
          if (result instanceof Error) reject(result)
          else resolve(result)
        }
      } catch (error) {
        for (const { reject } of set) reject(error)
      }
    }
    isWorking = false
  }

  return (member: Member) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ member, resolve, reject })
      if (isWorking) return
      isWorking = true
      setImmediate(workThrough)
    })
}

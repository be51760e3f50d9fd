/**
 * Returns a function that runs `work`, but never two runs at the same time. A call during a run starts one more run after it, unless `work`
 * calls `begin` later, before it reads everything. The promise resolves after the last run, and rejects with the error of `work`.
 */
export function coalesce<Args extends unknown[]>(work: (begin: () => void, ...args: Args) => Promise<void>) {
  let running: Promise<void> | undefined
  let isWanted = false
  const begin = () => {
    isWanted = false
  }
  return (...args: Args): Promise<void> => {
    if (running) {
      isWanted = true
      return running
    }
    running = (async () => {
      do {
        begin()
        await work(begin, ...args)
      } while (isWanted)
    })().finally(() => {
      running = undefined
    })
    return running
  }
}

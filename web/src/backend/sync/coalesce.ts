/**
 * Returns a function that runs `work`, but never two runs at the same time. A call during a run starts one more run after it, which sees
 * every change made before the call. The promise resolves after the last run, and rejects with the error of `work`.
 */
export function coalesce<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  let running: Promise<void> | undefined
  let isWanted = false
  return (...args: Args): Promise<void> => {
    if (running) {
      isWanted = true
      return running
    }
    running = (async () => {
      do {
        isWanted = false
        await work(...args)
      } while (isWanted)
    })().finally(() => {
      running = undefined
    })
    return running
  }
}

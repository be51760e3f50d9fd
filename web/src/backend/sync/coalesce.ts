/**
 * Returns a function that runs `work`, never two runs at the same time. `work` calls `begin` just before it starts to read. A call that
 * arrives after that starts one further run; an earlier call shares the present run. The promise resolves after the last run, and rejects
 * with the error of `work`.
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

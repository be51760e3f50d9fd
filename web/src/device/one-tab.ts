/** How long (ms) a tab waits for one that is just being closed: the page of before, when it is loaded again. */
const TIMEOUT_MS = 500

/**
 * Claims what one tab of this browser has at a time. `onChange` is called with whether this tab has it: once it is known, and when another tab
 * takes it. `take` takes it from the tab that has it, `leave` frees it. On pages without https every tab has it.
 */
export function claim(name: string, onChange: (isOurs: boolean) => void) {
  const leaving = new AbortController()
  const change = (isOurs: boolean) => {
    if (!leaving.signal.aborted) onChange(isOurs)
  }
  function ask(options: LockOptions) {
    if (!globalThis.navigator?.locks) return change(true)
    const hold = () => {
      change(true)
      return new Promise<void>(resolve => {
        if (leaving.signal.aborted) resolve()
        leaving.signal.addEventListener('abort', () => resolve())
      })
    }
    // It is refused when another tab keeps it, and ends when another takes it.
    navigator.locks.request(name, options, hold).catch(() => change(false))
  }
  ask({ signal: AbortSignal.timeout(TIMEOUT_MS) })
  return { take: () => ask({ steal: true }), leave: () => leaving.abort() }
}

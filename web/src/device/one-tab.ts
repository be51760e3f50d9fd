/** How long (ms) a tab waits for another that is closing, such as the previous page during a reload. */
const TIMEOUT_MS = 500

/**
 * Claims a lock that one tab of this browser holds at a time. Calls `onChange` with whether this tab holds it: after the first request, and
 * when another tab takes it. `take` takes it from the tab that holds it, `leave` releases it. On pages without https every tab holds it.
 */
export function claim(name: string, onChange: (isOurs: boolean) => void) {
  const leaving = new AbortController()
  const change = (isOurs: boolean) => {
    if (!leaving.signal.aborted) onChange(isOurs)
  }
  function requestLock(options: LockOptions) {
    if (!globalThis.navigator?.locks) return change(true)
    const holdLock = () => {
      change(true)
      return new Promise<void>(resolve => {
        if (leaving.signal.aborted) resolve()
        leaving.signal.addEventListener('abort', () => resolve())
      })
    }
    // Rejects when another tab still holds the lock after the timeout, and when another tab steals it.
    navigator.locks.request(name, options, holdLock).catch(() => change(false))
  }
  requestLock({ signal: AbortSignal.timeout(TIMEOUT_MS) })
  return { take: () => requestLock({ steal: true }), leave: () => leaving.abort() }
}

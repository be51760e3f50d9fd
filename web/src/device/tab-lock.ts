/** How long (ms) a tab waits for the lock while the tab that holds it is closing, such as the previous page during a reload. */
const LOCK_TIMEOUT_MS = 500

/**
 * Requests a lock that only one tab of this browser can hold. Calls `onChange` with whether this tab holds it: after the request, and when
 * another tab steals it. On pages without https every tab counts as holding it.
 */
export function claimTabLock(name: string, onChange: (isOurs: boolean) => void) {
  const leaving = new AbortController()
  const reportLockChange = (isOurs: boolean) => {
    if (!leaving.signal.aborted) onChange(isOurs)
  }
  function requestLock(options: LockOptions) {
    if (!globalThis.navigator?.locks) return reportLockChange(true)
    const holdLock = () => {
      reportLockChange(true)
      return new Promise<void>(resolve => {
        if (leaving.signal.aborted) resolve()
        leaving.signal.addEventListener('abort', () => resolve())
      })
    }
    // The request rejects when another tab still holds the lock after the timeout, and later when another tab steals the lock.
    navigator.locks.request(name, options, holdLock).catch(() => reportLockChange(false))
  }
  requestLock({ signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) })
  return { steal: () => requestLock({ steal: true }), release: () => leaving.abort() }
}

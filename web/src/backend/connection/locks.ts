/** A function that runs `body` while no other caller holds the lock. Returns the result of `body`. */
export type Lock = <Answer>(body: () => Promise<Answer>) => Promise<Answer>

/**
 * Creates a lock that all tabs of this browser share. Pages without https have no such lock, so only the calls of one tab exclude each
 * other; two tabs may then upload an entry twice, and the server counts it once.
 */
export function createLock(name: string): Lock {
  let last: Promise<unknown> = Promise.resolve()
  if (globalThis.navigator?.locks) return async body => navigator.locks.request(name, body)
  return body => {
    const turn = last.then(body)
    last = turn.catch(() => {})
    return turn
  }
}

/** A function that runs `body` while no other caller holds the lock. Returns the result of `body`. */
export type Lock = <Answer>(body: () => Promise<Answer>) => Promise<Answer>

/**
 * Creates a lock that all tabs of this browser share. On pages without https it covers only this tab. Two tabs may then upload the same
 * entry, which the server counts once because of its idempotency key.
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

/** Runs one body at a time, also across tabs. */
export type Lock = <Answer>(body: () => Promise<Answer>) => Promise<Answer>

/** A lock that the tabs of this browser share; on pages without https, one for this tab: there, what is told twice still counts once. */
export function createLock(name: string): Lock {
  let last: Promise<unknown> = Promise.resolve()
  if (globalThis.navigator?.locks) return async body => navigator.locks.request(name, body)
  return body => {
    const turn = last.then(body)
    last = turn.catch(() => {})
    return turn
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '@hudur/core/refusals'

/**
 * The caller of the current request: the id of an account or link, or the network of a visitor. In reads of live figures, `live ` and an
 * owner's id or `everybody`. Undefined in other work that no request has started.
 */
export const currentCallerStorage = new AsyncLocalStorage<string>()

/** The maximum number of waiting slow reads of one caller. It equals the maximum number of sessions of an account. */
const MAX_WAITING_READS = 500

/**
 * Creates a queue for reads, of which `maxRunning` run at once and `maxWaiting` of one caller may wait. Waiting callers are served in
 * rotation: a thousand reads of one caller delay another by one read only.
 */
export function createFairQueue(maxRunning: number, maxWaiting = MAX_WAITING_READS) {
  const waiting = new Map<string, (() => void)[]>()
  let freeSlots = maxRunning
  return {
    /** Waits until one more read may run; `release` is called after it. Throws `Refusal('busy')` beyond `maxWaiting` reads. */
    async acquire() {
      if (freeSlots > 0) {
        freeSlots--
        return
      }
      const name = currentCallerStorage.getStore() ?? ''
      const callerQueue = waiting.get(name) ?? []
      if (callerQueue.length >= maxWaiting) throw new Refusal('busy')
      waiting.set(name, callerQueue)
      await new Promise<void>(start => callerQueue.push(start))
    },
    release() {
      const [next] = waiting
      if (!next) {
        freeSlots++
        return
      }
      const [name, callerQueue] = next
      waiting.delete(name)
      callerQueue.shift()?.()
      // A caller with more reads goes to the end of the queue.
      if (callerQueue.length > 0) waiting.set(name, callerQueue)
    },
  }
}

/** Binds the reading of pages to the present caller, because a stream reads later pages in a context without a caller. */
export function bindToCaller<Page>(pages: AsyncIterable<Page>): AsyncIterable<Page> {
  const iterator = pages[Symbol.asyncIterator]()
  const next = AsyncLocalStorage.bind(() => iterator.next())
  const end = async () => (await iterator.return?.()) ?? { done: true as const, value: undefined }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

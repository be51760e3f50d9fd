import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '@hudur/core'

/** The caller of the current request: an account's id or a visitor's IP address. Undefined in the server's own work. */
export const caller = new AsyncLocalStorage<string>()

/** The most slow reads of one caller that may wait: as many as an account may have sessions. */
const MAX_WAITING = 500

/**
 * Creates a queue that lets at most `places` reads run at once. The waiting callers are served in rotation, one read each: a thousand reads
 * of one caller delay another caller by one read. At most `maxWaiting` reads of one caller may wait.
 */
export function createFairQueue(places: number, maxWaiting = MAX_WAITING) {
  const waiting = new Map<string, (() => void)[]>()
  let free = places
  return {
    /**
     * Waits until one more read may run. The caller calls `release` after the read. Throws `Refusal('busy')` when `maxWaiting` reads of
     * this caller wait already.
     */
    async acquire() {
      if (free > 0) {
        free--
        return
      }
      const name = caller.getStore() ?? ''
      const callerQueue = waiting.get(name) ?? []
      if (callerQueue.length >= maxWaiting) throw new Refusal('busy')
      waiting.set(name, callerQueue)
      await new Promise<void>(start => callerQueue.push(start))
    },
    release() {
      const [next] = waiting
      if (!next) {
        free++
        return
      }
      const [name, own] = next
      waiting.delete(name)
      own.shift()?.()
      // A caller with more reads goes to the end of the queue.
      if (own.length > 0) waiting.set(name, own)
    },
  }
}

/**
 * Binds the reading of pages to the current caller. A stream reads its next page later, in another asynchronous context.
 */
export function forCaller<Page>(pages: AsyncIterable<Page>): AsyncIterable<Page> {
  const iterator = pages[Symbol.asyncIterator]()
  const next = AsyncLocalStorage.bind(() => iterator.next())
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

import { Refusal } from '@hudur/core'
import type { Requester } from '../deps.ts'

/** The most waiting requests in each of the two queues; further ones are refused as `busy`. */
const MAX_WAITING = 20

/** How many requests of known devices are served in succession while requests of other devices wait. */
const KNOWN_IN_SUCCESSION = 2

type Waiting = { requester: Requester | undefined; start: () => void }

/**
 * Returns a function that runs work one at a time, so that password hashing never occupies every core and delays scans. There are two
 * queues: known devices, with at most one waiting request for each username, and all others, with at most one for each username and one for
 * each IP address. Known devices go first, but every third piece of work is for the others. Work without a requester is the server's own
 * and waits with the known devices.
 */
export function createHashQueue() {
  const knownDevices: Waiting[] = []
  const others: Waiting[] = []
  let isWorking = false
  let knownInSuccession = 0

  const hasName = (queue: Waiting[], name: string | undefined) =>
    name !== undefined && queue.some(({ requester }) => requester?.name === name)

  function queueOf(requester: Requester | undefined) {
    if (!requester || (requester.isKnown && !hasName(knownDevices, requester.name))) return knownDevices
    const isDouble = hasName(others, requester.name) || others.some(waiting => waiting.requester?.address === requester.address)
    return isDouble ? undefined : others
  }

  function next() {
    const isOfOthers = knownDevices.length === 0 || (knownInSuccession >= KNOWN_IN_SUCCESSION && others.length > 0)
    knownInSuccession = isOfOthers ? 0 : knownInSuccession + 1
    const waiting = (isOfOthers ? others : knownDevices).shift()
    if (waiting) waiting.start()
    else isWorking = false
  }

  /** Runs `work` when it is first in its queue and no other work runs. Throws `Refusal('busy')` when too many wait. */
  return async function runInQueue<T>(work: () => Promise<T>, requester?: Requester): Promise<T> {
    if (isWorking) {
      const queue = queueOf(requester)
      if (!queue || queue.length >= MAX_WAITING) throw new Refusal('busy')
      await new Promise<void>(start => queue.push({ requester, start }))
    }
    isWorking = true
    try {
      return await work()
    } finally {
      next()
    }
  }
}

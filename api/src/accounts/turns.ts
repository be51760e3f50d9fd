import { Refusal } from '@hudur/core'
import type { Requester } from '../deps.ts'

/** How many may wait in each queue for the one that is being worked on; more are refused as `busy`. */
const QUEUE = 20

/** How many turns in a row known devices have while others wait. */
const IN_A_ROW = 2

type Waiting = { requester: Requester | undefined; start: () => void }

/**
 * Work that is done one at a time, so that sign-ins never take every core from the doors. Known devices go before all others, which have every
 * third turn; one waits for each name. Of the others one waits for each name and one for each address. Work without a requester is the server's own.
 */
export function createTurns() {
  const known: Waiting[] = []
  const others: Waiting[] = []
  let isWorking = false
  let inARow = 0

  const hasName = (queue: Waiting[], name: string | undefined) =>
    name !== undefined && queue.some(({ requester }) => requester?.name === name)

  function queueOf(requester: Requester | undefined) {
    if (!requester || (requester.isKnown && !hasName(known, requester.name))) return known
    const isDouble = hasName(others, requester.name) || others.some(waiting => waiting.requester?.address === requester.address)
    return isDouble ? undefined : others
  }

  function next() {
    const isOfOthers = known.length === 0 || (inARow >= IN_A_ROW && others.length > 0)
    inARow = isOfOthers ? 0 : inARow + 1
    const waiting = (isOfOthers ? others : known).shift()
    if (waiting) waiting.start()
    else isWorking = false
  }

  /** Does `work` when its turn has come. Throws `Refusal('busy')` where too many wait. */
  return async function inTurn<T>(work: () => Promise<T>, requester?: Requester): Promise<T> {
    if (isWorking) {
      const queue = queueOf(requester)
      if (!queue || queue.length >= QUEUE) throw new Refusal('busy')
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

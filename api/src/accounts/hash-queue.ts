import { Refusal } from '@hudur/core/refusals'
import type { Requester } from '../deps.ts'

/** The maximum number of waiting jobs in each of the two queues. Further jobs are refused as `busy`. */
const MAX_WAITING_JOBS = 20

/** How many jobs of known devices run in succession while jobs of other devices wait. */
const MAX_KNOWN_DEVICE_JOBS_IN_SUCCESSION = 2

type WaitingJob = { requester: Requester | undefined; start: () => void }

/**
 * Returns a function that runs jobs one at a time, so that password hashing never occupies all cores. Known devices wait in one queue, at
 * most one job for each username; all others in another, at most one for each username and IP address. While both wait, every third job is
 * of the other devices. Jobs of the server itself have no requester and wait with known devices.
 */
export function createHashQueue() {
  const knownDevices: WaitingJob[] = []
  const otherDevices: WaitingJob[] = []
  let isWorking = false
  let knownInSuccession = 0

  const hasJobForUsername = (queue: WaitingJob[], name: string | undefined) =>
    name !== undefined && queue.some(({ requester }) => requester?.name === name)

  function queueFor(requester: Requester | undefined) {
    if (!requester || (requester.isKnown && !hasJobForUsername(knownDevices, requester.name))) return knownDevices
    const isDuplicate =
      hasJobForUsername(otherDevices, requester.name) || otherDevices.some(waiting => waiting.requester?.address === requester.address)
    return isDuplicate ? undefined : otherDevices
  }

  function startNext() {
    const isOtherDevicesTurn =
      knownDevices.length === 0 || (knownInSuccession >= MAX_KNOWN_DEVICE_JOBS_IN_SUCCESSION && otherDevices.length > 0)
    knownInSuccession = isOtherDevicesTurn ? 0 : knownInSuccession + 1
    const waiting = (isOtherDevicesTurn ? otherDevices : knownDevices).shift()
    if (waiting) waiting.start()
    else isWorking = false
  }

  /** Runs `work` when its turn comes. Throws `Refusal('busy')` when its queue is full or has no place for the requester. */
  return async function runInQueue<T>(work: () => Promise<T>, requester?: Requester): Promise<T> {
    if (isWorking) {
      const queue = queueFor(requester)
      if (!queue || queue.length >= MAX_WAITING_JOBS) throw new Refusal('busy')
      await new Promise<void>(start => queue.push({ requester, start }))
    }
    isWorking = true
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}

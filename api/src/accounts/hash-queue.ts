import { Refusal } from '@hudur/core/refusals'
import type { Requester } from '../deps.ts'

/** The maximum number of waiting jobs in each of the two queues. */
const MAX_WAITING_JOBS = 20

/** How many jobs of known devices run in succession while jobs of other devices wait. */
const MAX_KNOWN_DEVICE_JOBS_IN_SUCCESSION = 2

/** The period (ms) in which the jobs of a network count as its attempts, and the maximum numbers of networks and of attempts of each. */
const ATTEMPTS = { window: 10 * 60_000, maxNetworks: 20_000, maxOfNetwork: 1_000 }

type WaitingJob = { requester: Requester | undefined; start: () => void; refuse: () => void }

/** Counts the attempts of networks in the last ten minutes. */
function createNetworkCounts() {
  const times = new Map<string, number[]>()
  return {
    add(network: string) {
      const now = performance.now()
      const recent = (times.get(network) ?? []).filter(time => now - time < ATTEMPTS.window)
      times.delete(network)
      times.set(network, [...recent, now].slice(-ATTEMPTS.maxOfNetwork))
      if (times.size > ATTEMPTS.maxNetworks) times.delete(times.keys().next().value!)
    },
    of: (network: string | undefined) => times.get(network ?? '')?.length ?? 0,
  }
}

/**
 * Creates a queue that runs jobs one at a time, so that password hashing never occupies all cores. Jobs of known devices wait in one queue,
 * at most one for each username. All other jobs wait in a second queue, at most one for each username and IP address. While both queues
 * have jobs, every third job that runs is from the second. When the second queue is full, a new job replaces the one whose network has made
 * the most attempts in ten minutes. Jobs of the server itself have no requester and wait with those of known devices.
 */
export function createHashQueue() {
  const knownDevices: WaitingJob[] = []
  const otherDevices: WaitingJob[] = []
  const counts = createNetworkCounts()
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

  /**
   * Returns whether a queue accepts a further job. When the queue of unknown devices is full, refuses its job with the most attempts to make
   * a place, unless the new requester has made more.
   */
  function makePlace(queue: WaitingJob[], requester: Requester | undefined) {
    if (queue.length < MAX_WAITING_JOBS) return true
    if (queue === knownDevices) return false
    const attemptsOf = (job: Pick<WaitingJob, 'requester'>) => counts.of(job.requester?.network)
    const busiest = queue.reduce((one, other) => (attemptsOf(other) > attemptsOf(one) ? other : one))
    if (attemptsOf({ requester }) > attemptsOf(busiest)) return false
    queue.splice(queue.indexOf(busiest), 1)
    busiest.refuse()
    return true
  }

  function startNext() {
    const isOtherDevicesTurn =
      knownDevices.length === 0 || (knownInSuccession >= MAX_KNOWN_DEVICE_JOBS_IN_SUCCESSION && otherDevices.length > 0)
    knownInSuccession = isOtherDevicesTurn ? 0 : knownInSuccession + 1
    const waiting = (isOtherDevicesTurn ? otherDevices : knownDevices).shift()
    if (waiting) waiting.start()
    else isWorking = false
  }

  /** Runs `work` when its turn comes. Throws `Refusal('busy')` when its queue is full, or when another requester's job has replaced it. */
  async function run<T>(work: () => Promise<T>, requester?: Requester): Promise<T> {
    if (requester) counts.add(requester.network)
    if (isWorking) {
      const queue = queueFor(requester)
      if (!queue || !makePlace(queue, requester)) throw new Refusal('busy')
      await new Promise<void>((start, reject) => queue.push({ requester, start, refuse: () => reject(new Refusal('busy')) }))
    }
    isWorking = true
    try {
      return await work()
    } finally {
      startNext()
    }
  }

  /** Returns how many jobs wait in both queues. */
  const countWaiting = () => knownDevices.length + otherDevices.length

  return { run, countWaiting }
}

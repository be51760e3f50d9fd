import type { ConnectionReport } from '@hudur/core/installation/contract'
import { Refusal } from '@hudur/core/refusals'

/** `testing`: a probe runs, and its result is not known yet. `connected`: the server answers and can read and write its database. */
export type ConnectionState = 'testing' | 'connected' | 'disconnected'

export type Connection = ReturnType<typeof createConnection>

/** How many unanswered calls or probes in a row make the connection `disconnected`, and how many good probes in a row end that. */
const MAX_UNANSWERED_CALLS = 2
const REQUIRED_GOOD_PROBES = 2

/** The first and the longest pause between two probes while disconnected, in milliseconds. The pause doubles after each probe. */
const FIRST_PROBE_PAUSE_MS = 1_000
const MAX_PROBE_PAUSE_MS = 10_000

/**
 * If a part of any response arrived within this time (ms), the network is slow and not lost: the response to a probe may wait behind it.
 */
const MAX_RECENT_RESPONSE_PART_AGE_MS = 5_000

type WatchedPage = { window: Pick<Window, 'addEventListener'>; document: Pick<Document, 'addEventListener' | 'visibilityState'> }

/**
 * Creates the connection, which observes whether the server answers. Every call reports its result with `answered` or `unanswered`. The
 * connection also sends probes with `test`, one at a time.
 */
export function createConnection(test: () => Promise<ConnectionReport>) {
  const listeners = new Set<() => void>()
  let state: ConnectionState = 'testing'
  let unansweredCalls = 0
  let goodProbes = 0
  let lastResponsePartAt = Number.NEGATIVE_INFINITY
  let wait = FIRST_PROBE_PAUSE_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined

  function setState(next: ConnectionState) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  function countSuccess() {
    unansweredCalls = 0
    goodProbes += 1
    if (state === 'testing' || goodProbes >= REQUIRED_GOOD_PROBES) {
      wait = FIRST_PROBE_PAUSE_MS
      setState('connected')
    }
  }

  /** Counts a failed call or probe. An unanswered call or probe does not cause `disconnected` while parts of another response arrive. */
  function countFailure({ wasAnswered }: { wasAnswered: boolean }) {
    goodProbes = 0
    const isReceiving = !wasAnswered && Date.now() - lastResponsePartAt < MAX_RECENT_RESPONSE_PART_AGE_MS
    unansweredCalls = isReceiving ? 1 : unansweredCalls + 1
    if (unansweredCalls >= MAX_UNANSWERED_CALLS) setState('disconnected')
  }

  async function runProbe() {
    try {
      const { success } = await test()
      if (success) countSuccess()
      else countFailure({ wasAnswered: true })
      return success
    } catch (error) {
      // A refused probe shows that the server is reachable, but not that it works. It counts neither as successful nor as failed.
      if (!(error instanceof Refusal)) countFailure({ wasAnswered: false })
      return false
    } finally {
      running = undefined
      scheduleProbe()
    }
  }

  /** Schedules the next probe: after a growing pause while no probe succeeds, otherwise after 1 s. While connected it schedules none. */
  function scheduleProbe() {
    clearTimeout(timer)
    if (state === 'connected' && unansweredCalls === 0) return
    const hasNoGoodProbe = state === 'disconnected' && goodProbes === 0
    timer = setTimeout(probe, hasNoGoodProbe ? wait : FIRST_PROBE_PAUSE_MS)
    if (hasNoGoodProbe) wait = Math.min(wait * 2, MAX_PROBE_PAUSE_MS)
  }

  function probe() {
    clearTimeout(timer)
    running ??= runProbe()
    return running
  }

  return {
    get: () => state,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Records that the server answered a call, with a result or a refusal. */
    answered() {
      unansweredCalls = 0
      if (state === 'disconnected') void probe()
    },

    /** Records that a part of a response has arrived. Not called for the responses to probes. */
    partReceived() {
      lastResponsePartAt = Date.now()
    },

    /** Records that a call was not answered, and sends a probe. */
    unanswered() {
      countFailure({ wasAnswered: false })
      void probe()
    },

    /** Sends a single probe, whose result becomes the state. Returns whether the server answers and its database works. */
    async retest() {
      await running
      goodProbes = 0
      unansweredCalls = MAX_UNANSWERED_CALLS - 1
      setState('testing')
      const works = await probe()
      if (!works) setState('disconnected')
      return works
    },

    /** Sends a probe now, and again whenever the browser goes online or offline and whenever the page gets the focus or becomes visible. */
    watch({ window, document }: WatchedPage) {
      const startProbe = () => void probe()
      for (const event of ['online', 'offline', 'focus']) window.addEventListener(event, startProbe)
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') startProbe()
      })
      startProbe()
    },
  }
}

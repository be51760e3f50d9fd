import { type ConnectionReport, Refusal } from '@hudur/core'

/** The state of the connection. `connected`: the server answers and can read and write its database. */
export type ConnectionState = 'testing' | 'connected' | 'disconnected'

export type Connection = ReturnType<typeof createConnection>

/** Two unanswered calls in a row mean disconnected; two good probes in a row mean connected again. */
const MAX_UNANSWERED = 2
const GOOD_PROBES = 2

/** The first and the longest wait between probes while disconnected (ms). The wait doubles each time. */
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 10_000

/**
 * A part of a response that arrived within this time (ms) shows that the network is slow and not lost: a probe may then time out because
 * its response waits behind that one.
 */
const RECENT_PART_MS = 5_000

type Page = { window: Pick<Window, 'addEventListener'>; document: Pick<Document, 'addEventListener' | 'visibilityState'> }

/**
 * Creates the connection, which knows whether the server answers. Every call reports to it (`answered`, `unanswered`). It also probes with
 * `test`, one probe at a time: on browser events, after an unanswered call, and with growing waits while disconnected.
 */
export function createConnection(test: () => Promise<ConnectionReport>) {
  const listeners = new Set<() => void>()
  let state: ConnectionState = 'testing'
  let unansweredCalls = 0
  let goodProbes = 0
  let lastResponsePartAt = Number.NEGATIVE_INFINITY
  let wait = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined

  function setState(next: ConnectionState) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  function succeed() {
    unansweredCalls = 0
    goodProbes += 1
    if (state === 'testing' || goodProbes >= GOOD_PROBES) {
      wait = FIRST_WAIT_MS
      setState('connected')
    }
  }

  /** Counts a failure. A call or probe without an answer does not end the connection while parts of another response arrive. */
  function fail({ wasAnswered }: { wasAnswered: boolean }) {
    goodProbes = 0
    const isReceiving = !wasAnswered && Date.now() - lastResponsePartAt < RECENT_PART_MS
    unansweredCalls = isReceiving ? 1 : unansweredCalls + 1
    if (unansweredCalls >= MAX_UNANSWERED) setState('disconnected')
  }

  async function runProbe() {
    try {
      const { success } = await test()
      if (success) succeed()
      else fail({ wasAnswered: true })
      return success
    } catch (error) {
      // A refusal shows that the server is reachable, not that it works: it counts neither as a good nor as a failed probe.
      if (!(error instanceof Refusal)) fail({ wasAnswered: false })
      return false
    } finally {
      running = undefined
      scheduleProbe()
    }
  }

  /**
   * Schedules the next probe: after 1 s, or after growing waits while disconnected without a good probe. Schedules none while connected,
   * unless the last call was unanswered.
   */
  function scheduleProbe() {
    clearTimeout(timer)
    if (state === 'connected' && unansweredCalls === 0) return
    const hasNoGoodProbe = state === 'disconnected' && goodProbes === 0
    timer = setTimeout(probe, hasNoGoodProbe ? wait : FIRST_WAIT_MS)
    if (hasNoGoodProbe) wait = Math.min(wait * 2, MAX_WAIT_MS)
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

    /** Reports that a call was answered, with a result or a refusal. */
    answered() {
      unansweredCalls = 0
      if (state === 'disconnected') void probe()
    },

    /** Reports that a part of a response has arrived. Parts of responses to probes are not reported. */
    partReceived() {
      lastResponsePartAt = Date.now()
    },

    /** Reports that a call was not answered. */
    unanswered() {
      fail({ wasAnswered: false })
      void probe()
    },

    /**
     * Tests the connection at a user's request: the result of a single probe becomes the state. Returns whether the server answers and can
     * read and write its database.
     */
    async retest() {
      await running
      goodProbes = 0
      unansweredCalls = MAX_UNANSWERED - 1
      setState('testing')
      const works = await probe()
      if (!works) setState('disconnected')
      return works
    },

    /** Probes now, when the browser goes online or offline, and when the page gets the focus or becomes visible. */
    watch({ window, document }: Page) {
      const startProbe = () => void probe()
      for (const event of ['online', 'offline', 'focus']) window.addEventListener(event, startProbe)
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') startProbe()
      })
      startProbe()
    },
  }
}

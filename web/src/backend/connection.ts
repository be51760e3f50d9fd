import { type ConnectionReport, Refusal } from '@hudur/core'

/** Whether the server can be reached and can keep what it is given. */
export type ConnectionState = 'testing' | 'connected' | 'disconnected'

export type Connection = ReturnType<typeof createConnection>

/** So many calls in a row that nobody answered mean disconnected; so many good probes in a row end it. */
const SILENCES = 2
const GOOD_PROBES = 2

/** How long to wait between probes while disconnected, in milliseconds: longer each time. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 10_000

type Page = { window: Pick<Window, 'addEventListener'>; document: Pick<Document, 'addEventListener' | 'visibilityState'> }

/**
 * Knows whether anybody answers. It is told by every call (`answered`, `unanswered`) and asks for itself by `test`, one probe at a time:
 * when the browser says something changed, after a silence, and with growing waits while disconnected.
 */
export function createConnection(test: () => Promise<ConnectionReport>) {
  const listeners = new Set<() => void>()
  let state: ConnectionState = 'testing'
  let silences = 0
  let goodProbes = 0
  let wait = FIRST_WAIT
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined

  function become(next: ConnectionState) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  function succeed() {
    silences = 0
    goodProbes += 1
    if (state === 'testing' || goodProbes >= GOOD_PROBES) {
      wait = FIRST_WAIT
      become('connected')
    }
  }

  function fail() {
    goodProbes = 0
    silences += 1
    if (silences >= SILENCES) become('disconnected')
  }

  async function ask() {
    try {
      const { success } = await test()
      if (success) succeed()
      else fail()
      return success
    } catch (error) {
      // A server that refuses the question is there, but has not said that it works: nothing is known that was not known before.
      if (!(error instanceof Refusal)) fail()
      return false
    } finally {
      running = undefined
      askLater()
    }
  }

  /** The next probe, while something is undecided: soon after a change of luck, then with growing waits. */
  function askLater() {
    clearTimeout(timer)
    if (state === 'connected' && silences === 0) return
    const isHopeless = state === 'disconnected' && goodProbes === 0
    timer = setTimeout(probe, isHopeless ? wait : FIRST_WAIT)
    if (isHopeless) wait = Math.min(wait * 2, LONGEST_WAIT)
  }

  function probe() {
    clearTimeout(timer)
    running ??= ask()
    return running
  }

  return {
    get: () => state,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Some call was answered, be it with a no. */
    answered() {
      silences = 0
      if (state === 'disconnected') void probe()
    },

    /** Nobody answered some call. */
    unanswered() {
      fail()
      void probe()
    },

    /** Somebody asked by hand: one probe decides, either way. */
    async retest() {
      await running
      goodProbes = 0
      silences = SILENCES - 1
      become('testing')
      const works = await probe()
      if (!works) become('disconnected')
      return works
    },

    /** Probes now, and whenever the browser says that something may have changed. */
    watch({ window, document }: Page) {
      const look = () => void probe()
      for (const event of ['online', 'offline', 'focus']) window.addEventListener(event, look)
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') look()
      })
      look()
    },
  }
}

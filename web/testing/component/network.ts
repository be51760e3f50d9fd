type SendRequest = () => Promise<Response>
type NetworkRule = { call: string; act: (answer: SendRequest) => Promise<Response>; times: number }

/**
 * Creates the test network of a screen. It records the requests of the screen, and a test can add rules that lose, delay or answer them.
 */
export function createNetwork() {
  let rules: NetworkRule[] = []
  let isOff = false
  const streams = new Set<AbortController>()
  const calls: string[] = []

  const addRule = (call: string, act: NetworkRule['act'], times = Number.POSITIVE_INFINITY) => {
    const added = { call, act, times }
    rules.push(added)
    return () => {
      rules = rules.filter(other => other !== added)
    }
  }
  const failRequest = () => Promise.reject(new TypeError('Failed to fetch'))
  const createNotFoundResponse = () => Response.json({ success: false, error: 'غير موجود', code: 'not-found' }, { status: 404 })

  const createBusyResponse = (seconds: number) =>
    Response.json({ success: false, error: 'مشغول', code: 'busy' }, { status: 429, headers: { 'retry-after': String(seconds) } })

  const isEventStream = (init: RequestInit | undefined) => new Headers(init?.headers).get('accept') === 'text/event-stream'

  /** Returns request options with which `isOff` can abort an open event stream. */
  function withAbortOnLoss(init: RequestInit = {}): RequestInit {
    const cut = new AbortController()
    streams.add(cut)
    return { ...init, signal: AbortSignal.any([cut.signal, ...(init.signal ? [init.signal] : [])]) }
  }

  return {
    /** All requests since the screen was opened, as method and URL. */
    calls,
    /** Disconnects the network, which also aborts open event streams, or connects it again. */
    set isOff(value: boolean) {
      isOff = value
      if (value) for (const stream of streams) stream.abort()
      if (value) streams.clear()
    },
    /** Fails every request to the endpoint `call` before it reaches the server. Returns a function that removes this rule. */
    fail: (call: string) => addRule(call, failRequest),
    /** Delivers requests to the endpoint `call` to the server, but loses the first `times` responses. */
    loseAnswers: (call: string, times = 1) =>
      addRule(
        call,
        async answer => {
          await answer()
          return failRequest()
        },
        times,
      ),
    /** Answers the first `times` requests to the endpoint `call` with 429, and `Retry-After` in seconds. */
    postpone: (call: string, seconds: number, times = 1) => addRule(call, async () => createBusyResponse(seconds), times),
    /** Answers requests to an endpoint with 404, without passing them to the server. Returns a function that removes this rule. */
    refuse: (call: string) => addRule(call, async () => createNotFoundResponse()),
    /**
     * Holds requests to an endpoint back, in the order of their arrival, until the test passes each to the server, loses it, or answers it
     * with 404.
     */
    hold(call: string) {
      const held: ((end: 'release' | 'lose' | 'refuse') => void)[] = []
      const end = addRule(call, async answer => {
        const answerCall = await new Promise<'release' | 'lose' | 'refuse'>(resolve => held.push(resolve))
        if (answerCall === 'lose') return failRequest()
        return answerCall === 'refuse' ? createNotFoundResponse() : answer()
      })
      return {
        held,
        release: () => held.shift()?.('release'),
        lose: () => held.shift()?.('lose'),
        refuse: () => held.shift()?.('refuse'),
        end,
      }
    },

    fetch: (async (address, init) => {
      const url = String(address instanceof Request ? address.url : address)
      calls.push(`${init?.method ?? 'GET'} ${url}`)
      if (isOff) return failRequest()
      const sendToServer = () => window.fetch(address, isEventStream(init) ? withAbortOnLoss(init) : init)
      const found = rules.find(({ call, times }) => times > 0 && url.includes(`/api/${call}`))
      if (!found) return sendToServer()
      found.times--
      return found.act(sendToServer)
    }) as typeof fetch,
  }
}

export type Network = ReturnType<typeof createNetwork>

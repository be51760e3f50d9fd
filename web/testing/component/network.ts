type Answer = () => Promise<Response>
type Rule = { call: string; act: (answer: Answer) => Promise<Response>; times: number }

/** Creates the network of an open screen: it records the screen's calls, and tests add rules for them. */
export function createNetwork() {
  let rules: Rule[] = []
  let isOff = false
  const streams = new Set<AbortController>()
  const calls: string[] = []

  const rule = (call: string, act: Rule['act'], times = Number.POSITIVE_INFINITY) => {
    const added = { call, act, times }
    rules.push(added)
    return () => {
      rules = rules.filter(other => other !== added)
    }
  }
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const notFound = () => Response.json({ success: false, error: 'غير موجود', code: 'not-found' }, { status: 404 })

  const isStream = (init: RequestInit | undefined) => new Headers(init?.headers).get('accept') === 'text/event-stream'

  /** Lets a loss of the network end an open stream. */
  function cuttable(init: RequestInit = {}): RequestInit {
    const cut = new AbortController()
    streams.add(cut)
    return { ...init, signal: AbortSignal.any([cut.signal, ...(init.signal ? [init.signal] : [])]) }
  }

  return {
    /** Every call since the screen was opened: method and address. */
    calls,
    /** Cuts the network, or restores it. */
    set isOff(value: boolean) {
      isOff = value
      if (value) for (const stream of streams) stream.abort()
      if (value) streams.clear()
    },
    /** Fails every request to a call before it reaches the server. Returns the function that ends the rule. */
    fail: (call: string) => rule(call, lost),
    /** Delivers requests to a call, and drops the answers to the first `times` of them. */
    loseAnswers: (call: string, times = 1) =>
      rule(
        call,
        async answer => {
          await answer()
          return lost()
        },
        times,
      ),
    /** Answers a call with 404 in place of the server. Returns the function that ends the rule. */
    refuse: (call: string) => rule(call, async () => notFound()),
    /** Delays requests to a call, in order of arrival, until the test releases each to the server, loses it or answers it with 404. */
    hold(call: string) {
      const held: ((end: 'release' | 'lose' | 'refuse') => void)[] = []
      const end = rule(call, async answer => {
        const answerCall = await new Promise<'release' | 'lose' | 'refuse'>(resolve => held.push(resolve))
        if (answerCall === 'lose') return lost()
        return answerCall === 'refuse' ? notFound() : answer()
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
      if (isOff) return lost()
      const answer = () => window.fetch(address, isStream(init) ? cuttable(init) : init)
      const found = rules.find(({ call, times }) => times > 0 && url.includes(`/api/${call}`))
      if (!found) return answer()
      found.times--
      return found.act(answer)
    }) as typeof fetch,
  }
}

export type Network = ReturnType<typeof createNetwork>

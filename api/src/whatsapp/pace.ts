/** The most messages a second that Meta accepts from a new number. */
const MAX_RATE = 80

/** The share of the rate that is left after messages came too fast. As shares of the highest rate: the least one, and its growth in a second. */
const SLOWED = 0.5
const LEAST = 1 / 16
const GROWTH = 1 / 10

/** Decides how many messages may be sent now. `clock` returns a monotonic time in ms. */
export function createPace(maxRate = MAX_RATE, clock = () => performance.now()) {
  let rate = maxRate
  let tokens = 0
  let at = clock()
  let pausedUntil = Number.NEGATIVE_INFINITY
  let grownAt = at

  return {
    /** Returns how many messages may be sent now, at most `most`, and counts them. */
    take(most: number) {
      const now = clock()
      if (now < pausedUntil) return 0
      // Not more than a tenth of a second's messages at once, so that no second has more than Meta accepts.
      tokens = Math.min(Math.max(1, rate / 10), tokens + ((now - Math.max(at, pausedUntil)) / 1_000) * rate)
      at = now
      if (now - grownAt >= 1_000) {
        rate = Math.min(maxRate, rate + maxRate * GROWTH)
        grownAt = now
      }
      const taken = Math.min(most, Math.floor(tokens))
      tokens -= taken
      return taken
    },
    /** Gives back what was counted but not sent. */
    giveBack(count: number) {
      tokens += count
    },
    /** Halves the rate, and sends nothing for a time (ms). Refusals of requests that were sent at the same time count once. */
    slowDown(waitMs: number) {
      const now = clock()
      if (now >= pausedUntil) rate = Math.max(maxRate * LEAST, rate * SLOWED)
      pausedUntil = Math.max(pausedUntil, now + waitMs)
      grownAt = pausedUntil
      tokens = 0
    },
    rate: () => rate,
  }
}

/** A code that stays in view is one guest; only after so long out of view (ms) it is shown again. */
const OUT_OF_VIEW = 5_000

/** What a camera that goes on has in view: the same code again is no new scan. */
export function createSightings() {
  const lastSeen = new Map<string, number>()
  return {
    /** Whether `code`, in view at `now` (ms), has been out of view until now. Taking it is said by `take`. */
    isNew(code: string, now: number) {
      const seen = lastSeen.get(code)
      if (seen === undefined || now - seen >= OUT_OF_VIEW) return true
      lastSeen.set(code, now)
      return false
    },
    take(code: string, now: number) {
      for (const [other, seen] of lastSeen) if (now - seen >= OUT_OF_VIEW) lastSeen.delete(other)
      lastSeen.set(code, now)
    },
  }
}

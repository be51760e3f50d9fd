/** How long a code must be out of view before it counts as shown again, in milliseconds. */
const OUT_OF_VIEW = 5_000

/** Remembers which codes the camera has seen, so that a code that stays in view is scanned once. */
export function createSightings() {
  const lastSeen = new Map<string, number>()
  return {
    /** Returns whether `code`, in view at `now` (ms), was out of view before. Only `take` records a new code as seen. */
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

/** A code that was out of the camera's view for this long counts as new when it is read again, in milliseconds. */
const OUT_OF_VIEW = 5_000

/** Creates a record of the codes that the camera has read, so that a code that stays in view is scanned once. */
export function createSightings() {
  const lastSeen = new Map<string, number>()
  return {
    /** Returns whether `code`, read at `now` (ms), was not in view during the last `OUT_OF_VIEW`. A new code counts as new until `take`. */
    isNew(code: string, now: number) {
      const seen = lastSeen.get(code)
      if (seen === undefined || now - seen >= OUT_OF_VIEW) return true
      lastSeen.set(code, now)
      return false
    },
    /** Records that `code` was scanned at `now` (ms). */
    take(code: string, now: number) {
      for (const [other, seen] of lastSeen) if (now - seen >= OUT_OF_VIEW) lastSeen.delete(other)
      lastSeen.set(code, now)
    },
  }
}

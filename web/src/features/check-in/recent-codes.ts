/** A recorded code counts as new again if the camera has not read it for this time, in milliseconds. */
const MIN_OUT_OF_VIEW_MS = 5_000

/** Creates a record of the codes that the camera has read, so that a code that stays in view is scanned once. */
export function createRecentCodes() {
  const lastReadAt = new Map<string, number>()
  return {
    /** Returns whether `code`, read at `now` (ms), must be scanned. Of a recorded code that is still in view, it stores the time. */
    isNew(code: string, now: number) {
      const readAt = lastReadAt.get(code)
      if (readAt === undefined || now - readAt >= MIN_OUT_OF_VIEW_MS) return true
      lastReadAt.set(code, now)
      return false
    },
    /** Records that `code` was scanned at `now` (ms). */
    record(code: string, now: number) {
      for (const [recordedCode, readAt] of lastReadAt) if (now - readAt >= MIN_OUT_OF_VIEW_MS) lastReadAt.delete(recordedCode)
      lastReadAt.set(code, now)
    },
  }
}

/** A code that was out of the camera's view for this long counts as new when it is read again, in milliseconds. */
const OUT_OF_VIEW = 5_000

/** Creates a record of the codes that the camera has read, so that a code that stays in view is scanned once. */
export function createSightings() {
  const lastReadAt = new Map<string, number>()
  return {
    /**
     * Returns whether `code`, read at `now` (ms), was not in view during the last `OUT_OF_VIEW`. A new code counts as new until `record`.
     */
    isNew(code: string, now: number) {
      const readAt = lastReadAt.get(code)
      if (readAt === undefined || now - readAt >= OUT_OF_VIEW) return true
      lastReadAt.set(code, now)
      return false
    },
    /** Records that `code` was scanned at `now` (ms). */
    record(code: string, now: number) {
      for (const [recordedCode, readAt] of lastReadAt) if (now - readAt >= OUT_OF_VIEW) lastReadAt.delete(recordedCode)
      lastReadAt.set(code, now)
    },
  }
}

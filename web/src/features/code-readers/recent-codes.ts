import { codeInReadText } from '@hudur/core/check-in/card-text'

/** The time (ms) out of view after which the camera scans a recorded code again. */
const MIN_OUT_OF_VIEW_MS = 5_000

/** Creates a record of the codes that the camera has read, so that a code that stays in view is scanned once. */
export function createRecentCodes() {
  const lastReadAt = new Map<string, number>()
  return {
    /**
     * Returns whether `code`, read at `now` (ms), must be scanned. For a recorded code that is still in view, stores `now` as its last
     * time.
     */
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
    /** Forgets all codes, so that the next read of each is scanned. */
    forget: () => lastReadAt.clear(),
  }
}

/** The time (ms) after which the same entered code counts as a new scan. */
const MIN_BETWEEN_SAME_CODES_MS = 3_000

/** Creates a record of the code that was entered last. A hardware scanner that is triggered twice enters a code twice. */
export function createEnteredCodes() {
  let last: { id: string; at: number } | undefined
  return {
    /** Returns whether `text`, entered at `now` (ms), is the code that was entered less than three seconds before. Records a new code. */
    isRepeated(text: string, now: number) {
      const id = codeInReadText(text)
      if (id === undefined) return false
      if (last?.id === id && now - last.at < MIN_BETWEEN_SAME_CODES_MS) return true
      last = { id, at: now }
      return false
    },
    /** Forgets the last code, so that the same one is not a repetition. */
    forget() {
      last = undefined
    },
  }
}

import { readCode } from '@hudur/core/check-in/code'

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

/** The same code counts as a new scan after this time, in milliseconds. */
const MIN_BETWEEN_SAME_CODES_MS = 3_000

/** Creates a record of the code that was entered last. A hardware scanner that is triggered twice enters a code twice. */
export function createEnteredCodes() {
  let last: { id: string; at: number } | undefined
  return {
    /** Returns whether `text`, entered at `now` (ms), is the code that was entered less than three seconds before. Records a new code. */
    isRepeated(text: string, now: number) {
      const read = readCode(text)
      if (read.is !== 'id') return false
      if (last?.id === read.id && now - last.at < MIN_BETWEEN_SAME_CODES_MS) return true
      last = { id: read.id, at: now }
      return false
    },
  }
}

/** The pauses before a failed download is retried, in milliseconds. */
const RETRY_PAUSES_MS = [1_000, 3_000, 9_000]

/** The pauses for code that the user already needs, in milliseconds. The many retries let it appear as soon as the connection allows. */
export const LONG_RETRY_PAUSES_MS = [1_000, 2_000, 4_000, ...Array.from({ length: 60 }, () => 8_000)]

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/**
 * Returns a function that downloads code with `load`, once for all callers, and retries after each of `pauses` (ms). When the last retry
 * fails it rejects, and the next call starts again. Its `loaded` returns the code when it has arrived.
 */
export function withRetries<Part>(load: () => Promise<Part>, pauses: readonly number[] = RETRY_PAUSES_MS) {
  let loading: Promise<Part> | undefined
  let loaded: Part | undefined
  async function attemptLoad(failures: number): Promise<Part> {
    try {
      loaded = await load()
      return loaded
    } catch (error) {
      const wait = pauses[failures]
      if (wait === undefined) throw error
      await pause(wait)
      return attemptLoad(failures + 1)
    }
  }
  const loadOnce = () => {
    loading ??= attemptLoad(0).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return Object.assign(loadOnce, { loaded: () => loaded })
}

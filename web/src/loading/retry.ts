/** The pauses before a part of the product is fetched again after that failed, in milliseconds. */
const PAUSES_MS = [1_000, 3_000, 9_000]

/** The pauses for a part that is already needed: it appears as soon as the line allows. */
export const PATIENT_PAUSES_MS = [1_000, 2_000, 4_000, ...Array.from({ length: 60 }, () => 8_000)]

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/**
 * Returns a function that fetches a part of the product with `load`, once for all of its callers. A cut connection is retried after each of
 * `pauses`; rejects when the last retry fails too, and then begins again at the next call.
 */
export function retrying<Part>(load: () => Promise<Part>, pauses: readonly number[] = PAUSES_MS): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  async function attempt(failures: number): Promise<Part> {
    try {
      return await load()
    } catch (error) {
      const wait = pauses[failures]
      if (wait === undefined) throw error
      await pause(wait)
      return attempt(failures + 1)
    }
  }
  return () => {
    loading ??= attempt(0).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

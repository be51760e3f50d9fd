/** The pauses before a part of the product is fetched again after that failed, in milliseconds. */
const PAUSES_MS = [1_000, 3_000, 9_000]

/** The pauses for a part that is already needed: it appears as soon as the line allows. */
export const PATIENT_PAUSES_MS = [1_000, 2_000, 4_000, ...Array.from({ length: 60 }, () => 8_000)]

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Fetches a part of the product. `loaded` returns it once it has arrived. */
export type Fetched<Part> = (() => Promise<Part>) & { loaded: () => Part | undefined }

/**
 * Returns a function that fetches a part of the product with `load`, once for all of its callers. A cut connection is retried after each of
 * `pauses` (ms); rejects when the last retry fails too, and then begins again at the next call.
 */
export function retrying<Part>(load: () => Promise<Part>, pauses: readonly number[] = PAUSES_MS): Fetched<Part> {
  let loading: Promise<Part> | undefined
  let loaded: Part | undefined
  async function attempt(failures: number): Promise<Part> {
    try {
      loaded = await load()
      return loaded
    } catch (error) {
      const wait = pauses[failures]
      if (wait === undefined) throw error
      await pause(wait)
      return attempt(failures + 1)
    }
  }
  const get = () => {
    loading ??= attempt(0).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return Object.assign(get, { loaded: () => loaded })
}

import { scanningRules } from '@hudur/core'
import { readMeta, type Store, write } from './store.ts'

/** The longest response time (ms) from which the server's clock is measured: a slower response makes the offset too inaccurate. */
const MAX_RESPONSE_MS = 5_000

/** Returns the functions that measure and correct this device's clock against the server's. */
export async function clockOf(store: Store, now: () => Date) {
  let offset = (await readMeta(store, 'clock'))?.offset ?? null

  return {
    /** Returns how many milliseconds the device's clock was behind the server's at the last measurement; null before the first. */
    offset: () => offset,

    isFarOff: () => scanningRules.isClockFarOff(offset),

    /** Returns a time of the device's clock, corrected to the server's. */
    corrected: (moment: string, by = offset) => new Date(Date.parse(moment) + (by ?? 0)).toISOString(),

    /** Measures and stores the offset from an answer with the server's time. `askedAt` is the device's time of the request (ms). */
    async measure(serverNow: string, askedAt: number) {
      const answeredAt = now().getTime()
      if (answeredAt - askedAt > MAX_RESPONSE_MS || answeredAt < askedAt) return
      const measured = Math.round(Date.parse(serverNow) - (askedAt + answeredAt) / 2)
      offset = measured
      await write(store, ['meta'], trx => trx.objectStore('meta').put({ offset: measured, at: now().toISOString() }, 'clock'))
    },
  }
}

export type Clock = Awaited<ReturnType<typeof clockOf>>

import { isClockFarOff } from '@hudur/core/check-in/clock-offset'
import { readMeta, runWriteTransaction, type Store } from './store.ts'

/** The longest response time (ms) that is used to measure the clock offset. A slower response would make the measurement inaccurate. */
const MAX_MEASURED_RESPONSE_MS = 5_000

/** Returns the functions that measure the offset between the clock of this device and the server's, and correct times by it. */
export async function createClock(store: Store, now: () => Date) {
  let offset = (await readMeta(store, 'clock'))?.offset ?? null

  return {
    /** Returns how many milliseconds the device's clock was behind the server's at the last measurement; null before the first. */
    offset: () => offset,

    isFarOff: () => isClockFarOff(offset),

    /** Returns an ISO time of this device's clock, corrected by the offset to the server's time. */
    corrected: (moment: string, by = offset) => new Date(Date.parse(moment) + (by ?? 0)).toISOString(),

    /** Measures and stores the clock offset. `askedAt` is the time (ms) of the request by this device's clock. */
    async measure(serverNow: string, askedAt: number) {
      const answeredAt = now().getTime()
      if (answeredAt - askedAt > MAX_MEASURED_RESPONSE_MS || answeredAt < askedAt) return
      const measured = Math.round(Date.parse(serverNow) - (askedAt + answeredAt) / 2)
      offset = measured
      await runWriteTransaction(store, ['meta'], trx => trx.objectStore('meta').put({ offset: measured, at: now().toISOString() }, 'clock'))
    },
  }
}

export type Clock = Awaited<ReturnType<typeof createClock>>

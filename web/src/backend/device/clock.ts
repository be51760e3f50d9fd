import { scanningRules } from '@hudur/core'
import { readMeta, type Store, write } from './store.ts'

/** An answer that took longer (ms) says too little about when the server looked at its clock. */
const SLOW = 5_000

/** This device's clock against the server's. */
export async function clockOf(store: Store, now: () => Date) {
  let offset = (await readMeta(store, 'clock'))?.offset ?? null

  return {
    /** How many milliseconds the device's clock was last measured to be behind the server's; null while it never was. */
    offset: () => offset,

    isFarOff: () => scanningRules.isClockFarOff(offset),

    /** A moment of the device's clock put right. */
    corrected: (moment: string, by = offset) => new Date(Date.parse(moment) + (by ?? 0)).toISOString(),

    /** Measures by an answer that carried the server's clock; `askedAt` is the device's when it was asked, in milliseconds. */
    async measure(serverNow: string, askedAt: number) {
      const answeredAt = now().getTime()
      if (answeredAt - askedAt > SLOW || answeredAt < askedAt) return
      const measured = Math.round(Date.parse(serverNow) - (askedAt + answeredAt) / 2)
      offset = measured
      await write(store, ['meta'], trx => trx.objectStore('meta').put({ offset: measured, at: now().toISOString() }, 'clock'))
    },
  }
}

export type Clock = Awaited<ReturnType<typeof clockOf>>

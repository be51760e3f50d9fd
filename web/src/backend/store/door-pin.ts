import { toWesternDigits } from '@hudur/core/arabic'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Device } from './device.ts'
import { metaInTransaction, readMeta, runWriteTransaction } from './store.ts'
import { createPasswordVerifier, matchesVerifier } from './verifiers.ts'

/** After `MAX_WRONG_PINS` wrong PINs in a row the page of a door accepts none for `PIN_PAUSE_MS`. */
const MAX_WRONG_PINS = 5
const PIN_PAUSE_MS = 15 * 60_000

/**
 * Returns the functions that store and check the PIN of a device's door link. Pages without https have no `crypto.subtle`, so nothing is
 * stored there.
 */
export const doorPinOf = ({ store, now }: Pick<Device, 'store' | 'now'>) => ({
  /** Stores a verifier of the PIN with which the server has opened the link. */
  async keep(pin: string) {
    const verifier = await createPasswordVerifier(toWesternDigits(pin))
    if (verifier)
      await runWriteTransaction(store, ['meta'], trx => metaInTransaction(trx).set('pin', { ...verifier, failures: 0, waitUntil: null }))
  },

  /** Returns whether this device has opened its link with a PIN. */
  isSet: async () => (await readMeta(store, 'pin')) !== undefined,

  /**
   * Throws `wrong-pin` for a wrong PIN, and `busy` during the pause after five wrong PINs. An attempt is counted before the PIN is
   * compared, so that simultaneous attempts in several tabs all count.
   */
  async check(pin: string) {
    const at = now()
    const stored = await runWriteTransaction(store, ['meta'], async trx => {
      const meta = metaInTransaction(trx)
      const found = await meta.get('pin')
      if (!found) return undefined
      if (found.waitUntil !== null && found.waitUntil > at.toISOString()) throw new Refusal('busy', { text: texts.link.pinLocked })
      const failures = found.failures + 1
      const pause = failures < MAX_WRONG_PINS ? null : new Date(at.getTime() + PIN_PAUSE_MS).toISOString()
      await meta.set('pin', { ...found, failures: pause === null ? failures : 0, waitUntil: pause })
      return found
    })
    if (!stored) return
    if (!(await matchesVerifier(toWesternDigits(pin), stored))) throw new Refusal('wrong-pin')
    await runWriteTransaction(store, ['meta'], async trx => {
      const meta = metaInTransaction(trx)
      const found = await meta.get('pin')
      if (found) await meta.set('pin', { ...found, failures: 0, waitUntil: null })
    })
  },
})

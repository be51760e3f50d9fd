import { qrCodeText } from '@hudur/core/check-in/card-text'
import { findCode } from '@hudur/core/check-in/find-code'
import { KEYBOARD_LAYOUTS } from '@hudur/core/check-in/keyboard-layouts'
import { idFromBytes } from '@hudur/core/id'
import { cpuTimeOf } from '@hudur/core/testing/cpu-time'
import { ARRIVALS, type CapsLock, typeOnLayout } from '@hudur/core/testing/typed-cards'
import { printTable } from './figures.ts'

const CODE_COUNT = 2_000
/** The maximum CPU time (µs) for finding a code. */
const MAX_MICROSECONDS = 20

const CAPS_LOCKS: readonly CapsLock[] = ['off', 'letters', 'letter keys', 'all keys']
const cardOf = (code: string) =>
  qrCodeText({
    ...{ code, eventName: 'زفاف محمد وسارة', eventDate: '2027-01-14', guestName: 'سارة أحمد الشامي' },
    ...{ createdAt: '2026-11-20T12:00:00.000Z', generationType: 'names', maxScans: 1 },
  })

/**
 * Finds 2,000 codes in what a scanner types in each keyboard layout: the code alone and the text of a card, with and without Caps Lock, in
 * every form in which it may arrive. `itself` counts typed texts that are themselves codes, such as «7KZ…» for «7KY…» in a German layout.
 * Throws if another code than the typed one is found, or if finding takes too long.
 */
export async function bench() {
  const codes = Array.from({ length: CODE_COUNT }, () => idFromBytes(crypto.getRandomValues(new Uint8Array(20))))
  const rows = []
  for (const [form, textOf] of Object.entries({ short: (code: string) => code, card: cardOf }))
    for (const [arrival, arrive] of Object.entries(ARRIVALS)) {
      const counts = { found: 0, refused: 0, itself: 0, wrong: 0 }
      let took = 0
      for (const layout of KEYBOARD_LAYOUTS)
        for (const capsLock of CAPS_LOCKS) {
          const typed = codes.map(code => typeOnLayout(textOf(code), layout, capsLock))
          const texts = typed.map(arrive)
          let found: (string | undefined)[] = []
          took += cpuTimeOf(() => {
            found = texts.map(findCode)
          })
          for (const [index, read] of found.entries())
            counts[
              read === codes[index] ? 'found' : read === undefined ? 'refused' : read === typed[index]!.toUpperCase() ? 'itself' : 'wrong'
            ]++
        }
      const calls = CODE_COUNT * KEYBOARD_LAYOUTS.length * CAPS_LOCKS.length
      rows.push({ form, arrival, ...counts, 'µs each': Math.round((took * 10_000) / calls) / 10 })
    }
  printTable(rows)
  const wrong = rows.reduce((sum, row) => sum + row.wrong, 0)
  if (wrong > 0) throw new Error(`${wrong} other codes were found`)
  const slowest = Math.max(...rows.map(row => row['µs each']))
  if (slowest > MAX_MICROSECONDS) throw new Error(`finding a code took ${slowest} µs`)
}

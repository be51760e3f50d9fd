import { type KEYBOARD_LAYOUTS, KEYS } from '../src/check-in/keyboard-layouts.ts'

export type KeyboardLayout = (typeof KEYBOARD_LAYOUTS)[number]

/** What Caps Lock does: nothing; exchanges small and capital letters; reverses Shift for the keys of letters, or for all keys. */
export type CapsLock = 'off' | 'letters' | 'letter keys' | 'all keys'

const LIGATURES: Record<string, string> = { '\uFEFB': 'لا', '\uFEF7': 'لأ', '\uFEF9': 'لإ', '\uFEF5': 'لآ' }
const MARKS_WITH_SHIFT: Record<string, string> = { '"': "'", ':': ';', '{': '[', '}': ']' }

/** Returns what a computer with this layout shows when a hardware scanner, set to the American layout, types `text`. */
export function typeOnLayout(text: string, [alone, withShift]: KeyboardLayout, capsLock: CapsLock): string {
  let shown = ''
  for (const character of text) {
    const key = MARKS_WITH_SHIFT[character] ?? character.toLowerCase()
    const index = KEYS.indexOf(key)
    if (index < 0) {
      shown += character
      continue
    }
    let hasShift = key !== character
    const isLetterPair = alone[index] !== withShift[index] && alone.charAt(index).toUpperCase() === withShift[index]
    if (capsLock === 'all keys' || (capsLock === 'letters' ? isLetterPair : capsLock === 'letter keys' && /[a-z]/.test(key)))
      hasShift = !hasShift
    const typed = (hasShift ? withShift : alone).charAt(index)
    shown += LIGATURES[typed] ?? typed.trim()
  }
  return shown
}

/**
 * The forms in which a scanned text may arrive: cut off at its end, with marks and prefixes around it, with Arabic digits, or twice without
 * a line end.
 */
export const ARRIVALS: Record<string, (typed: string) => string> = {
  plain: typed => typed,
  'marks around': typed => `\uFEFF\u2067]Q1\u0002"${typed}"\u2069\u001D\r\n`,
  'a character set before': typed => `\\000026${typed}\t`,
  'Arabic digits': typed => typed.replace(/\d/g, digit => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))),
  'Persian digits': typed => typed.replace(/\d/g, digit => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))),
  'cut off': typed => (typed.length > 60 ? typed.slice(0, 50) : typed),
  'twice without a line end': typed => typed + typed,
}

import { textWithoutName } from '@hudur/core/check-in/code'
import { findCode } from '@hudur/core/check-in/find-code'

/** The longest time (ms) between two keys of a hardware scanner. People type more slowly than this. */
const MAX_KEY_GAP_MS = 100
/** The time (ms) without a key after which a complete code is checked, because the scanner sends no Enter. */
const PAUSE_MS = 300
/**
 * The pause (ms) for a code in the field that a person typed or pasted. It is longer, because the person may be about to press a button.
 */
const FIELD_PAUSE_MS = 1_000
/** The number of keys without a pause from which on the typing is that of a hardware scanner and not of a person. */
const MIN_SCANNED_KEYS = 8

/** The characters of keys without a letter or digit in the American layout: alone, and with Shift. */
const SIGNS: Record<string, string> = {
  ...{ Minus: '-_', Equal: '=+', BracketLeft: '[{', BracketRight: ']}', Backslash: '\\|', Semicolon: ';:', Quote: '\'"' },
  ...{ Comma: ',<', Period: '.>', Slash: '/?', Backquote: '`~', Space: '  ' },
}
const DIGITS_WITH_SHIFT = ')!@#$%^&*('

/** Returns what a key types in the American layout, to which hardware scanners are set; an empty text for keys without a character. */
function characterOfKey({ code, shiftKey }: KeyboardEvent) {
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  if (digit !== undefined) return shiftKey && code.startsWith('Digit') ? DIGITS_WITH_SHIFT.charAt(Number(digit)) : digit
  return SIGNS[code]?.charAt(shiftKey ? 1 : 0) ?? ''
}

/** Returns the codes in a text: one code, or two codes that a scanner sent without a line end between them. */
function codesIn(text: string): string[] {
  const half = text.length / 2
  const parts = findCode(text) !== undefined ? [text] : [text.slice(0, half), text.slice(half)]
  return parts.every(part => findCode(part) !== undefined) ? parts : []
}

/** The two texts of one scan: read from the keys, and as the computer's keyboard layout typed it. */
type Burst = {
  keys: string
  shown: string
  lastAt: number
  element: HTMLInputElement | HTMLTextAreaElement | undefined
  valueBefore: string
}

/**
 * Returns the texts to check. The text of the keys decides, because the keyboard layout does not change it. The typed text is used where
 * both have the same code, because it has more of the card.
 */
function scannedTexts({ keys, shown }: Burst): string[] {
  const codes = codesIn(keys)
  if (codes.length === 0) return codesIn(shown)
  const [code] = codes
  return codes.length === 1 && findCode(shown) === findCode(code!) ? [shown] : codes
}

const editableElementOf = (target: EventTarget | null) =>
  (target instanceof HTMLInputElement && /^(?:text|search|tel|email|url|number|password)$/.test(target.type)) ||
  target instanceof HTMLTextAreaElement
    ? target
    : undefined

/** Sets the value of a field as if the user had typed it, so that React notices it. */
function setFieldValue(element: HTMLInputElement | HTMLTextAreaElement, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}

type HardwareScannerOptions = {
  /** The code field of the scanner screen. */
  field: HTMLInputElement
  /** Called with each scanned text, after it was removed from the field into which it was typed. */
  onScan: (text: string) => void
  signal: AbortSignal
}

/**
 * Reads what a hardware scanner types from the keys, and not from their characters, which depend on the computer's keyboard layout. A code
 * ends with Enter, with Tab, or with a pause. It is read wherever the focus is, also in a dialog. A code that a person types into the field
 * of the scanner is also checked after a pause.
 */
export function watchHardwareScanner({ field, onScan, signal }: HardwareScannerOptions) {
  let burst: Burst | undefined
  let pauseTimer: ReturnType<typeof setTimeout> | undefined

  /** Checks the codes of the burst. Returns whether it has one. */
  function finishBurst(): boolean {
    const scan = burst
    burst = undefined
    clearTimeout(pauseTimer)
    const texts = scan && scan.keys.length >= MIN_SCANNED_KEYS ? scannedTexts(scan) : []
    if (!scan || texts.length === 0) return false
    if (scan.element) setFieldValue(scan.element, scan.element === field ? '' : scan.valueBefore)
    for (const text of texts) onScan(text)
    return true
  }

  function handleKey(event: KeyboardEvent) {
    const gap = burst ? event.timeStamp - burst.lastAt : Number.POSITIVE_INFINITY
    // The timer of the pause may be late on a busy phone.
    if (gap > PAUSE_MS) finishBurst()
    if (event.key === 'Enter' || event.key === 'Tab') {
      const isScanned = burst !== undefined && gap <= MAX_KEY_GAP_MS && burst.keys.length >= MIN_SCANNED_KEYS
      const { shown = '', element } = burst ?? {}
      const hasCode = finishBurst()
      const isOtherText = isScanned && element === undefined
      if (!hasCode && !isOtherText) return
      // Without this, Enter would press a button, and Tab would leave the field.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!hasCode) onScan(shown)
      return
    }
    const character = event.ctrlKey || event.metaKey || event.altKey || event.isComposing ? '' : characterOfKey(event)
    if (character === '') return
    const element = editableElementOf(event.target)
    if (!burst || gap > MAX_KEY_GAP_MS) burst = { keys: '', shown: '', lastAt: 0, element, valueBefore: element?.value ?? '' }
    // The first key moves the focus to the field of the scanner.
    burst.element ??= element
    burst.keys += character
    burst.shown += event.key.length <= 2 ? event.key : ''
    burst.lastAt = event.timeStamp
    // A space would press the button that has the focus.
    if (character === ' ' && burst.keys.length >= MIN_SCANNED_KEYS && !element) event.preventDefault()
    clearTimeout(pauseTimer)
    pauseTimer = setTimeout(finishBurst, PAUSE_MS)
  }

  /** Checks a complete code in the field after a pause: it was pasted, or typed by a person or by a keyboard without key codes. */
  let fieldTimer: ReturnType<typeof setTimeout> | undefined
  function handleInput() {
    clearTimeout(fieldTimer)
    const { value } = field
    if (codesIn(value).length === 0) return
    fieldTimer = setTimeout(() => {
      if (field.value !== value) return
      setFieldValue(field, '')
      for (const text of codesIn(value)) onScan(text)
    }, FIELD_PAUSE_MS)
  }

  // A text that the user has sent is not checked again when a refusal puts it back into the field.
  for (const type of ['submit', 'click']) field.form?.addEventListener(type, () => clearTimeout(fieldTimer), { capture: true, signal })
  window.addEventListener('keydown', handleKey, { capture: true, signal })
  field.addEventListener('input', handleInput, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(pauseTimer)
    clearTimeout(fieldTimer)
  })
}

/** Returns a scanned or typed text: of a card its code and its event, in the spelling that screens read. */
export const readEntered = (text: string) => textWithoutName(text)

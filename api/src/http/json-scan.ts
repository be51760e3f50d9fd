import { Refusal } from '@hudur/core'

/** The deepest nesting that is parsed; the contract needs less than half of it. */
export const MAX_DEPTH = 16

/** The most values that are parsed; 10,000 invitations with every field have about half as many. */
export const MAX_VALUES = 250_000

/** How many bytes are scanned before the event loop does other work; they take less than a millisecond. */
const SLICE = 128 * 1024

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Creates a scanner that counts brackets and commas outside strings, without parsing. `read` takes the next bytes of one JSON text. It
 * throws `bad-input` when the text is nested too deeply, and `too-large` when it has too many values. `values` returns the count so far,
 * which is at least the number of values that `JSON.parse` would make.
 */
export function jsonScan() {
  let [depth, values, isText, isEscaped] = [0, 1, false, false]

  return {
    values: () => values,
    read(bytes: Uint8Array) {
      for (const byte of bytes) {
        if (isText) {
          if (isEscaped) isEscaped = false
          else if (byte === BACKSLASH) isEscaped = true
          else if (byte === QUOTE) isText = false
        } else if (byte === QUOTE) isText = true
        else if (byte === COMMA) values++
        else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
          values++
          if (++depth > MAX_DEPTH) throw new Refusal('bad-input')
        } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
        if (values > MAX_VALUES) throw new Refusal('too-large')
      }
    },
  }
}

/**
 * Scans a whole JSON text in slices, between which the event loop does other work. Returns the number of its values. Throws like
 * `jsonScan`.
 */
export async function countValues(bytes: Uint8Array): Promise<number> {
  const scan = jsonScan()
  for (let from = 0; from < bytes.length; from += SLICE) {
    if (from > 0) await new Promise(resolve => setImmediate(resolve))
    scan.read(bytes.subarray(from, from + SLICE))
  }
  return scan.values()
}

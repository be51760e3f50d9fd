import { Refusal } from '@hudur/core/refusals'

/** The maximum depth of nested brackets that is parsed. The contract needs less than half of it. */
export const MAX_DEPTH = 16

/** The maximum number of JSON values that are parsed. 10,000 invitations with every field have about half as many. */
export const MAX_VALUES = 250_000

/** How many bytes are scanned before the event loop runs other tasks. Scanning them takes less than a millisecond. */
const SLICE_BYTES = 128 * 1024

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Creates a scanner that counts the values of one JSON text without parsing it. It counts at least as many as `JSON.parse` creates. `read`
 * throws `bad-input` for too deep nesting, and `too-large` for too many values.
 */
export function createJsonScanner() {
  let [depth, values, isInString, isEscaped] = [0, 1, false, false]

  return {
    values: () => values,
    read(bytes: Uint8Array) {
      for (const byte of bytes) {
        if (isInString) {
          if (isEscaped) isEscaped = false
          else if (byte === BACKSLASH) isEscaped = true
          else if (byte === QUOTE) isInString = false
        } else if (byte === QUOTE) isInString = true
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

/** Scans a JSON text in slices, between which other tasks run. Returns the number of values. Throws like `createJsonScanner`. */
export async function countJsonValues(bytes: Uint8Array): Promise<number> {
  const scan = createJsonScanner()
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    if (from > 0) await new Promise(resolve => setImmediate(resolve))
    scan.read(bytes.subarray(from, from + SLICE_BYTES))
  }
  return scan.values()
}

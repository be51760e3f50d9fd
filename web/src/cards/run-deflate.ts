/**
 * Deflate in one pass: bytes and runs of one byte, in a Huffman code that is made once from a sample and reused for similar data. On
 * photographs it compresses as well as usual deflate, which searches for repetitions, and is several times as fast. Symbols and extra bits
 * are those of RFC 1951.
 */

const SYMBOL_COUNT = 286
const END_SYMBOL = 256
const MIN_RUN_LENGTH = 3
const MAX_RUN_LENGTH = 258
const MAX_CODE_LENGTH = 15
const MAX_LENGTH_CODE_LENGTH = 7
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** The deflate symbol of every run length, with the symbol's extra bits and their number. */
const RUN_SYMBOLS = createRunSymbols()

function createRunSymbols() {
  const runs = Array.from({ length: MAX_RUN_LENGTH + 1 }, () => ({ symbol: 0, extra: 0, extraBits: 0 }))
  for (let symbol = 257, length = MIN_RUN_LENGTH; length < MAX_RUN_LENGTH; symbol++) {
    const extraBits = symbol < 265 ? 0 : (symbol - 261) >> 2
    for (let extra = 0; extra < 1 << extraBits && length < MAX_RUN_LENGTH; extra++) runs[length++] = { symbol, extra, extraBits }
  }
  runs[MAX_RUN_LENGTH] = { symbol: 285, extra: 0, extraBits: 0 }
  return runs
}

/** Returns how many bytes from index `at` to `to` repeat the byte before `at`; 0 if they are too few for a run symbol. */
function runLengthAt(data: Uint8Array, at: number, to: number) {
  const byte = data[at - 1]
  const most = Math.min(to, at + MAX_RUN_LENGTH)
  let end = at
  while (end < most && data[end] === byte) end++
  return end - at < MIN_RUN_LENGTH ? 0 : end - at
}

/** Returns the code length of each symbol, at most `limit`; 0 for symbols that do not occur. */
export function huffmanCodeLengths(frequencies: readonly number[], limit: number): Uint8Array {
  const usedSymbols = frequencies
    .flatMap((frequency, symbol) => (frequency > 0 ? [{ frequency, symbol }] : []))
    .sort((a, b) => a.frequency - b.frequency)
  const count = usedSymbols.length
  const weight = usedSymbols.map(({ frequency }) => frequency)
  const parent: number[] = []
  let leaf = 0
  let inner = count
  for (let node = count; node < 2 * count - 1; node++) {
    const takeLightestNode = () => (leaf < count && (inner >= node || weight[leaf]! <= weight[inner]!) ? leaf++ : inner++)
    const [one, other] = [takeLightestNode(), takeLightestNode()]
    weight[node] = weight[one]! + weight[other]!
    parent[one] = node
    parent[other] = node
  }
  const depth = new Uint8Array(2 * count)
  for (let node = 2 * count - 3; node >= 0; node--) depth[node] = depth[parent[node]!]! + 1
  // Raising rare frequencies makes the tree flatter.
  if (depth.some(length => length > limit))
    return huffmanCodeLengths(
      frequencies.map(frequency => frequency && (frequency >> 1) + 1),
      limit,
    )
  const lengths = new Uint8Array(frequencies.length)
  usedSymbols.forEach(({ symbol }, index) => {
    lengths[symbol] = depth[index]!
  })
  return lengths
}

/** Returns the canonical code of these lengths with the bits reversed, as deflate writes them. */
function canonicalCodesOf(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length)
  let code = 0
  for (let length = 1; length <= MAX_CODE_LENGTH; length++) {
    code <<= 1
    lengths.forEach((of, symbol) => {
      if (of !== length) return
      for (let bit = 0; bit < length; bit++) codes[symbol]! |= ((code >> bit) & 1) << (length - 1 - bit)
      code++
    })
  }
  return codes
}

/** Bits in the order in which they are written, 16 in each word; the last word may have fewer. */
type Bits = { words: Uint16Array; length: number }

/** The bytes from index `from` to `to`. */
export type ByteRange = { from: number; to: number }

/**
 * Returns a function that compresses data similar to the sample. Its Huffman code has a symbol for every byte and every run length. With
 * `changing`, ranges in order that do not overlap, all data are equal to the sample outside these ranges, where the bits are made once.
 */
export function createRunDeflater(sample: Uint8Array, changing?: readonly ByteRange[]) {
  const frequencies = new Array<number>(SYMBOL_COUNT).fill(1)
  for (let at = 0; at < sample.length; ) {
    frequencies[sample[at++]!]!++
    const run = runLengthAt(sample, at, sample.length)
    if (run > 0) frequencies[RUN_SYMBOLS[run]!.symbol]!++
    at += run
  }
  const lengths = huffmanCodeLengths(frequencies, MAX_CODE_LENGTH)
  const codes = canonicalCodesOf(lengths)
  // Symbol, extra bits and distance are combined. The distance is always one and takes a single 0 bit.
  const runCodes = Int32Array.from(RUN_SYMBOLS, ({ symbol, extra }) => codes[symbol]! | (extra << lengths[symbol]!))
  const runLengths = Uint8Array.from(RUN_SYMBOLS, ({ symbol, extraBits }) => lengths[symbol]! + extraBits + 1)

  let out = new Uint8Array(0)
  let position = 0
  let bits = 0
  let count = 0
  // Bits fill each byte from the lowest bit up. Between two calls fewer than eight bits wait.

  function begin(dataLength: number) {
    const most = Math.ceil((dataLength * MAX_CODE_LENGTH) / 8) + 2_048
    if (out.length < most) out = new Uint8Array(most)
    position = 0
    bits = 0
    count = 0
  }

  function writeBits(value: number, length: number) {
    bits |= value << count
    count += length
    for (; count >= 8; count -= 8) {
      out[position++] = bits
      bits >>>= 8
    }
  }

  function writeReadyBits({ words, length }: Bits) {
    const wholeWords = length >> 4
    let at = position
    for (let n = 0; n < wholeWords; n++) {
      bits |= words[n]! << count
      out[at] = bits
      out[at + 1] = bits >>> 8
      at += 2
      bits >>>= 16
    }
    position = at
    if (length & 15) writeBits(words[wholeWords]!, length & 15)
  }

  /** Writes the bytes of a range. The code that writes bits is inlined, because it runs for every byte of every card. */
  function writeBytes(data: Uint8Array, { from, to }: ByteRange) {
    let [pending, waiting, next] = [bits, count, position]
    for (let at = from; at < to; ) {
      const byte = data[at++]!
      pending |= codes[byte]! << waiting
      waiting += lengths[byte]!
      if (at < to && data[at] === byte) {
        const run = runLengthAt(data, at, to)
        if (run > 0) {
          for (; waiting >= 8; waiting -= 8) {
            out[next++] = pending
            pending >>>= 8
          }
          pending |= runCodes[run]! << waiting
          waiting += runLengths[run]!
          at += run
        }
      }
      for (; waiting >= 8; waiting -= 8) {
        out[next++] = pending
        pending >>>= 8
      }
    }
    bits = pending
    count = waiting
    position = next
  }

  /** Calls `write` and returns the bits that it writes. */
  function collectBits(dataLength: number, write: () => void): Bits {
    begin(dataLength)
    write()
    const length = position * 8 + count
    if (count > 0) out[position] = bits
    const words = Uint16Array.from({ length: Math.ceil(length / 16) }, (_, n) => {
      const second = n * 2 + 1 < Math.ceil(length / 8) ? out[n * 2 + 1]! : 0
      return out[n * 2]! | (second << 8)
    })
    return { words, length }
  }

  const head = collectBits(0, () => {
    for (const { value, length } of encodeBlockHeader(lengths)) writeBits(value, length)
  })
  const ranges = changing ?? [{ from: 0, to: Number.POSITIVE_INFINITY }]
  // What comes before each range and, where there are ranges, after the last one.
  const unchanging =
    changing &&
    [...changing, { from: sample.length, to: sample.length }].map(({ from }, n) => ({ from: changing[n - 1]?.to ?? 0, to: from }))
  const ready = unchanging?.map(range => collectBits(range.to - range.from, () => writeBytes(sample, range)))

  /** Returns a deflate block of this data that is not the last block and ends on a whole byte. The next call overwrites the block. */
  return function deflate(data: Uint8Array): Uint8Array {
    begin(data.length)
    writeReadyBits(head)
    ranges.forEach(({ from, to }, n) => {
      if (ready) writeReadyBits(ready[n]!)
      writeBytes(data, { from, to: Math.min(to, data.length) })
    })
    if (ready) writeReadyBits(ready.at(-1)!)
    // The end symbol, then an empty stored block, which begins on a whole byte.
    writeBits(codes[END_SYMBOL]!, lengths[END_SYMBOL]!)
    writeBits(0, 3)
    if (count > 0) writeBits(0, 8 - count)
    out.set([0, 0, 255, 255], position)
    return out.subarray(0, position + 4)
  }
}

/** Returns the header of a block: a flag that it is not the last block, and the lengths of its Huffman code. */
function encodeBlockHeader(lengths: Uint8Array) {
  const codeLengthsToWrite = [...lengths, 1] // 1: the code length of the only distance code
  const frequencies = new Array<number>(19).fill(0)
  for (const length of codeLengthsToWrite) frequencies[length]!++
  const lengthLengths = huffmanCodeLengths(frequencies, MAX_LENGTH_CODE_LENGTH)
  const lengthCodes = canonicalCodesOf(lengthLengths)
  return [
    { value: 0b100, length: 3 },
    { value: SYMBOL_COUNT - 257, length: 5 },
    { value: 0, length: 5 },
    { value: CODE_LENGTH_ORDER.length - 4, length: 4 },
    ...CODE_LENGTH_ORDER.map(of => ({ value: lengthLengths[of]!, length: 3 })),
    ...codeLengthsToWrite.map(of => ({ value: lengthCodes[of]!, length: lengthLengths[of]! })),
  ]
}

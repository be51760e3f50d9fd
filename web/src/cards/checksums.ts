/** The two checksums in a PNG file. The CRC-32 is also that of a file in a ZIP archive. */

/** The polynomial of the CRC-32 with its bits reversed: the term of the highest power is the lowest bit. */
const CRC_POLYNOMIAL = 0xed_b8_83_20

/** CRC-32 tables that process four bytes at once. Table n gives the effect of a byte on the checksum n bytes later. */
const CRC_TABLES = createCrcTables()

function createCrcTables() {
  const tables = Array.from({ length: 4 }, () => new Int32Array(256))
  const [first] = tables
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? CRC_POLYNOMIAL ^ (crc >>> 1) : crc >>> 1
    first![byte] = crc
  }
  for (let n = 1; n < 4; n++)
    for (let byte = 0; byte < 256; byte++) {
      const before = tables[n - 1]![byte]!
      tables[n]![byte] = first![before & 255]! ^ (before >>> 8)
    }
  return tables as [Int32Array, Int32Array, Int32Array, Int32Array]
}

/** Returns the CRC-32 checksum, which a PNG chunk has of its type and data. */
export function crc32(bytes: Uint8Array): number {
  const [one, two, three, four] = CRC_TABLES
  const lengthInFours = bytes.length & ~3
  let crc = -1
  let at = 0
  for (; at < lengthInFours; at += 4) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    crc = four[crc & 255]! ^ three[(crc >>> 8) & 255]! ^ two[(crc >>> 16) & 255]! ^ one[crc >>> 24]!
  }
  for (; at < bytes.length; at++) crc = one[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8)
  return ~crc >>> 0
}

/** Returns the product of two polynomials modulo that of the CRC-32. */
function multiplyCrcPolynomials(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = 1 << 31; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ CRC_POLYNOMIAL : factor >>> 1
  }
  return product
}

/** Returns x to the power of eight times `length`: the factor by which `length` further bytes multiply a CRC-32. */
function crcFactorOf(length: number): number {
  let factor = 1 << 31
  // x to the power of eight, then of its squares.
  let power = 1 << 23
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) factor = multiplyCrcPolynomials(power, factor)
    power = multiplyCrcPolynomials(power, power)
  }
  return factor
}

/** Returns the CRC-32 of two joined pieces of data from their checksums. `length` is the length of the second piece in bytes. */
export const combineCrcs = (first: number, second: number, length: number): number =>
  (multiplyCrcPolynomials(crcFactorOf(length), first) ^ second) >>> 0

/** The Adler-32 checksum of all uncompressed data: `a` is one plus the sum of the bytes, `b` the sum of all intermediate values of `a`. */
export type AdlerChecksum = { a: number; b: number }

const ADLER_MODULUS = 65_521
/** The number of bytes added before a modulo, so that no sum exceeds 31 bits. */
const BYTES_PER_MODULO = 3_800

export function adler32(bytes: Uint8Array): AdlerChecksum {
  let a = 1
  let b = 0
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + BYTES_PER_MODULO)
    while (at < end) {
      a += bytes[at++]!
      b += a
    }
    a %= ADLER_MODULUS
    b %= ADLER_MODULUS
  }
  return { a, b }
}

/** Returns the Adler-32 checksum of two joined pieces of data from their checksums. `length` is the length of the second piece in bytes. */
export function combineAdlerChecksums(first: AdlerChecksum, second: AdlerChecksum, length: number): AdlerChecksum {
  return {
    a: (first.a + second.a + ADLER_MODULUS - 1) % ADLER_MODULUS,
    b: (first.b + second.b + (length % ADLER_MODULUS) * (first.a + ADLER_MODULUS - 1)) % ADLER_MODULUS,
  }
}

/** Decodes bytes: recognises the encodings in which Excel, telephones and similar programs write Arabic text. */

/** The upper half of code page 720. Arabic Windows uses it for «CSV (MS-DOS)», and no browser supports it. */
const CODE_PAGE_720 = [
  '\u0080\u0081éâ\u0084à\u0086çêëèïî\u008d\u008e\u008f',
  '\u0090\u0651\u0652ô¤\u0640ûù\u0621\u0622\u0623\u0624£\u0625\u0626\u0627',
  '\u0628\u0629\u062a\u062b\u062c\u062d\u062e\u062f\u0630\u0631\u0632\u0633\u0634\u0635«»',
  '\u2591\u2592\u2593\u2502\u2524\u2561\u2562\u2556\u2555\u2563\u2551\u2557\u255d\u255c\u255b\u2510',
  '\u2514\u2534\u252c\u251c\u2500\u253c\u255e\u255f\u255a\u2554\u2569\u2566\u2560\u2550\u256c\u2567',
  '\u2568\u2564\u2565\u2559\u2558\u2552\u2553\u256b\u256a\u2518\u250c\u2588\u2584\u258c\u2590\u2580',
  '\u0636\u0637\u0638\u0639\u063a\u0641µ\u0642\u0643\u0644\u0645\u0646\u0647\u0648\u0649\u064a',
  '\u2261\u064b\u064c\u064d\u064e\u064f\u0650\u2248°\u2219·\u221a\u207f²\u25a0\u00a0',
].join('')

function decodeCodePage720(bytes: Uint8Array) {
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_720[byte - 0x80]
  return text
}

/** Decoders, most used first: Windows-1256; Mac Arabic, whose letters have the codes of ISO-8859-6; code page 720. */
const SINGLE_BYTE_DECODERS = [
  (bytes: Uint8Array) => new TextDecoder('windows-1256').decode(bytes),
  (bytes: Uint8Array) => new TextDecoder('iso-8859-6').decode(bytes),
  decodeCodePage720,
]

/** The length of the sample from which the encoding of a file is recognised, in bytes. */
const SAMPLE_BYTES = 64 * 1024

const countStrangeLetters = (text: string) => text.match(/[^\p{ASCII}\u0600-\u06ff\u200c-\u200f\u00a0]/gu)?.length ?? 0

function decodeSingleByte(bytes: Uint8Array) {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const attempts = SINGLE_BYTE_DECODERS.map(decode => ({ decode, strange: countStrangeLetters(decode(sample)) }))
  return attempts.reduce((best, attempt) => (attempt.strange < best.strange ? attempt : best)).decode(bytes)
}

/** Counts the letters of UTF-8 with several bytes, and the bytes that belong to no letter. */
function countUtf8(bytes: Uint8Array) {
  let letters = 0
  let broken = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    const length = byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xf0 && byte < 0xf5 ? 4 : 0
    let end = at + 1
    while (end < at + length && (bytes[end] ?? 0) >= 0x80 && (bytes[end] ?? 0) < 0xc0) end++
    if (length > 0 && end === at + length) letters++
    else broken++
    at = end - 1
  }
  return { letters, broken }
}

/** Returns the encoding of a UTF-16 text without a byte order mark: its Latin signs and Arabic letters have a constant high byte. */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const highBytes = [0, 0]
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0 || sample[at] === 6) highBytes[at % 2]!++
  const pairs = sample.length / 2
  if (highBytes[1]! > pairs * 0.9 && highBytes[0]! < pairs * 0.3) return 'utf-16le'
  return highBytes[0]! > pairs * 0.9 && highBytes[1]! < pairs * 0.3 ? 'utf-16be' : undefined
}

/**
 * Decodes bytes. UTF-8 holds as long as nearly all of the text is UTF-8; bytes that are no letter become U+FFFD, about which the user is
 * asked.
 */
export function decodeBytes(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const utf16 = findUtf16(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const { letters, broken } = countUtf8(bytes)
  return broken === 0 || letters > broken * 4 ? new TextDecoder().decode(bytes) : decodeSingleByte(bytes)
}

/** Decodes bytes in a named encoding; in the recognised one where the name is unknown. */
export function decodeNamed(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(
      encoding
        .trim()
        .toLowerCase()
        .replace(/^cp-?(\d)/, 'windows-$1'),
    ).decode(bytes)
  } catch {
    return decodeBytes(bytes)
  }
}

/** The encodings in which UTF-8 was read by mistake, each with the byte of each of its letters. */
const MISREAD_ENCODINGS = ['windows-1256', 'windows-1252'].map(encoding => {
  const letters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const bytes = new Map([...letters].map((letter, byte) => [letter, byte]))
  // Some programs keep the bytes that the encoding lacks as control characters.
  for (let byte = 0x80; byte < 0xa0; byte++) if (!bytes.has(String.fromCharCode(byte))) bytes.set(String.fromCharCode(byte), byte)
  return bytes
})
/** Matches Arabic in UTF-8 that was read as Windows-1256 («ط§ظ„») or as Windows-1252 («Ø§Ù„»): each letter begins with one of two signs. */
const MISREAD_PATTERN =
  /(?:[طظ][^\s\p{ASCII}ء-غف-ي]|[طظ][ء-غف-ي]?[^\s\p{ASCII}ء-غف-ي]){2}|(?:[ØÙ][\u0080-\u00ff\u0152-\u0178\u0192\u02c6-\u02dc\u2013-\u2122]){2}/u

/** Returns the text that a misread line had, or undefined where it was not misread. */
export function repairMisreadLine(line: string): string | undefined {
  if (!MISREAD_PATTERN.test(line)) return undefined
  for (const byteOf of MISREAD_ENCODINGS) {
    const bytes: number[] = []
    let isOther = false
    for (const letter of line) {
      const byte = byteOf.get(letter)
      if (byte === undefined) isOther = true
      else bytes.push(byte)
    }
    if (isOther) continue
    try {
      const repaired = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
      if (/[\u0600-\u06ff]/.test(repaired)) return repaired
    } catch {
      // The line is not UTF-8 that was read in this encoding.
    }
  }
  return undefined
}

/** Returns whether a text has letters that were lost, or looks as if it was read in a wrong encoding. */
export const hasBrokenLetters = (text: string) => text.includes('\uFFFD') || MISREAD_PATTERN.test(text)

/** Matches the beginning of text documents that are not lists: PDF, RTF. */
const DOCUMENT_START = /^\s*(?:%PDF|\{\\rtf)/i

/** Returns whether a character code is a control character that no guest list contains: any except tab and the line breaks. */
const isControlCharacter = (code: number) => code < 0x20 && !(code >= 0x09 && code <= 0x0d)

/** Decodes a file in Unicode or one of the old Arabic encodings. Returns undefined if it is not text, or is PDF or RTF. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decodeBytes(bytes)
  // MS-DOS may end a text with the control character 0x1A.
  const end = text.endsWith('\x1a') ? text.length - 1 : text.length
  for (let at = 0; at < end; at++) if (isControlCharacter(text.charCodeAt(at))) return undefined
  return DOCUMENT_START.test(text) ? undefined : text.slice(0, end)
}

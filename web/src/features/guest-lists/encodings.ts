/** Recognises and decodes the encodings in which Excel and similar programs write Arabic text. */

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

function decodeBytes(bytes: Uint8Array) {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeSingleByte(bytes)
  }
}

/** Matches the beginning of text documents that are not lists: PDF, HTML, XML, RTF. */
const DOCUMENT_START = /^\s*(?:%PDF|<(?:!doctype|html|table|\?xml)|\{\\rtf)/i

/** Returns whether a character code is a control character that no guest list contains: any except tab and the line breaks. */
const isControlCharacter = (code: number) => code < 0x20 && !(code >= 0x09 && code <= 0x0d)

/** Decodes a file in Unicode or one of the old Arabic encodings. Returns undefined if it is not text, or is PDF, HTML, XML or RTF. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decodeBytes(bytes)
  // MS-DOS may end a text with the control character 0x1A.
  const end = text.endsWith('\x1a') ? text.length - 1 : text.length
  for (let at = 0; at < end; at++) if (isControlCharacter(text.charCodeAt(at))) return undefined
  return DOCUMENT_START.test(text) ? undefined : text.slice(0, end)
}

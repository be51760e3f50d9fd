/** Finds the code of an invitation within a text that was scanned, typed or pasted. */

import { toWesternDigits } from '../arabic.ts'
import { isId } from '../id.ts'
import { KEYBOARD_LAYOUTS, KEYS } from './keyboard-layouts.ts'

const CODE_LENGTH = 20

/** Matches invisible characters that messengers, keyboards and copied texts add: marks of direction, joiners, the byte order mark. */
const INVISIBLE_CHARACTERS = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** Matches what a hardware scanner puts before a text: the symbology (`]Q1`) or the character set (`\000026`). */
const SCANNER_PREFIX = /^(?:\][A-Za-z]\d|\\\d{6})+/
/** The characters that may stand around a text besides letters, digits and spaces: quotation marks. */
const QUOTATION_MARKS = '"\'`“”„«»‹›‘’'

/** The length of `id":"`. */
const BEFORE_ID_LENGTH = 5

/** Matches the id in the text of a card, also of one that is cut off behind the id. */
const ID_FIELD = /\bid["'”»]?\s*:\s*["'“«]?([0-9a-z]{20})(?![0-9a-z])/gi
/** Matches the end of the link to a guest's page, whatever stands behind it. */
const LINK_END = /\/i\/([0-9a-z]{20})(?![0-9a-z])/gi
/** Matches a code between any other characters, also one that a scanner has sent twice without a line end. */
const STANDING_ALONE = /(?<![0-9a-z])([0-9a-z]{20})\1?(?![0-9a-z])/gi
/** Matches a code in groups of equal length. */
const IN_GROUPS = /^(?:(?:[0-9a-z]{4}[\s-]+){4}[0-9a-z]{4}|(?:[0-9a-z]{5}[\s-]+){3}[0-9a-z]{5})$/i

const isBlank = (character: string) => character <= ' ' || character === '\u00A0'

/** Returns a text without the spaces, control characters and prefixes of scanners around it, and without one pair of quotation marks. */
function trimText(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text.charAt(start))) start++
  while (end > start && isBlank(text.charAt(end - 1))) end--
  const trimmed = text.slice(start, end)
  const withoutPrefix = trimmed.replace(SCANNER_PREFIX, '')
  if (withoutPrefix !== trimmed) return trimText(withoutPrefix)
  // Further quotation marks may be what a keyboard layout types for a part of the code.
  const isQuoted = QUOTATION_MARKS.includes(trimmed.charAt(0)) && QUOTATION_MARKS.includes(trimmed.charAt(trimmed.length - 1))
  return isQuoted && trimmed.length > 1 ? trimmed.slice(1, -1) : trimmed
}

/** Adds to `codes` the codes that a pattern captures in a text. */
function addMatches(codes: Set<string>, text: string, pattern: RegExp) {
  for (const [, match] of text.matchAll(pattern)) {
    const code = match!.toUpperCase()
    if (isId(code)) codes.add(code)
  }
}

/** A run of 20 digits is a code only where nothing else stands beside it: it may as well be the number of a parcel. */
const isMoreThanDigits = (code: string) => /[A-Z]/.test(code)

/** Returns a text with ASCII characters in place of their wide forms, Arabic digits and percent encodings; a space for any other byte. */
const toAscii = (text: string) =>
  toWesternDigits(text)
    .replace(/[\uFF01-\uFF5E]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => {
      const byte = Number.parseInt(hex, 16)
      return byte < 0x80 ? String.fromCharCode(byte) : ' '
    })

/** Adds the codes in a text that a card or a link names as such. */
function addNamedCodes(codes: Set<string>, text: string) {
  if (/id/i.test(text)) addMatches(codes, text, ID_FIELD)
  if (codes.size === 0 && text.includes('/i/')) addMatches(codes, text, LINK_END)
}

/** Adds the codes in a text that stand alone, or between other words. */
function addUnnamedCodes(codes: Set<string>, text: string) {
  const bare = trimText(text)
  if (IN_GROUPS.test(bare)) {
    const code = bare.replace(/[\s-]+/g, '').toUpperCase()
    if (isId(code) && isMoreThanDigits(code)) codes.add(code)
  } else addMatches(codes, bare, STANDING_ALONE)
  if (bare.length > CODE_LENGTH) for (const code of codes) if (!isMoreThanDigits(code)) codes.delete(code)
}

/** How a keyboard layout types the text of a card: with the modifiers that a scanner sends, and Caps Lock where it is on. */
type Typing = {
  /** Maps typed text to the character of a code whose key types it. */
  characters: ReadonlyMap<string, string>
  /** Maps the UTF-16 code unit of a single typed character to the character of a code. */
  byCodeUnit: ReadonlyMap<number, string>
  /** Whether a key of a code types nothing, so that a typed code may lack some of its characters. */
  hasSilentKeys: boolean
  /** The characters that the layout types for `id":"`. */
  beforeId: string
  /** The character that the layout types for the quotation mark after the id. */
  quotationMark: string
  /** The characters that the layout types for `]`, which begins a symbology, and for the backslash, which begins a character set. */
  bracket: string
  backslash: string
}

const LIGATURES = Object.entries({ '\uFEFB': 'لا', '\uFEF7': 'لأ', '\uFEF9': 'لإ', '\uFEF5': 'لآ' })

const LAM = 'ل'.charCodeAt(0)

/** Marks «لا», which the key B types, and also the keys G and H one after the other. */
const LAM_ALEF = '?'
/** Marks a character that several keys type. A code that contains it cannot be decoded. */
const SEVERAL_KEYS = '*'

/**
 * Returns the ways in which a layout types a card. They differ in the use of Shift for letters, digits, the letters of `id`, and
 * punctuation.
 */
function typingsOf([base, shift]: readonly [string, string]): Typing[] {
  const typedAt = (level: string, key: string) => level.charAt(KEYS.indexOf(key))
  const hasCase = (key: string) => typedAt(base, key) !== typedAt(shift, key) && typedAt(base, key).toUpperCase() === typedAt(shift, key)
  const capitals = (key: string) => (hasCase(key) ? base : shift)
  const smallLetters = (key: string) => (hasCase(key) ? shift : base)
  const [alone, withShift] = [() => base, () => shift]

  type Level = (key: string) => string
  function typing(letters: Level, digits: string, ofId: Level, marks: Level): Typing {
    const characters = new Map<string, string>()
    let hasSilentKeys = false
    for (const key of KEYS) {
      if (!/[0-9a-hj-z]/.test(key)) continue
      const typed = toWesternDigits(typedAt(/\d/.test(key) ? digits : letters(key), key))
      if (typed === ' ') hasSilentKeys = true
      else characters.set(typed, characters.has(typed) ? SEVERAL_KEYS : key.toUpperCase())
    }
    for (const [ligature, both] of LIGATURES) {
      const key = characters.get(ligature)
      const isTypedByTwoKeys = characters.has(both.charAt(0)) && characters.has(both.charAt(1))
      if (key !== undefined) characters.set(both, isTypedByTwoKeys ? LAM_ALEF : key)
    }
    const quotationMark = typedAt(marks("'"), "'")
    return {
      characters,
      hasSilentKeys,
      byCodeUnit: new Map([...characters].filter(([typed]) => typed.length === 1).map(([typed, key]) => [typed.charCodeAt(0), key])),
      beforeId: typedAt(ofId('i'), 'i') + typedAt(ofId('d'), 'd') + quotationMark + typedAt(marks(';'), ';') + quotationMark,
      quotationMark,
      bracket: typedAt(base, ']'),
      backslash: typedAt(base, '\\'),
    }
  }

  return [
    typing(withShift, base, alone, withShift),
    // Caps Lock exchanges small and capital letters, and leaves keys of other scripts as they are.
    typing(capitals, base, smallLetters, capitals),
    // Caps Lock reverses Shift for every key, as on French keyboards of Windows.
    typing(alone, shift, withShift, alone),
    // The scanner sends small letters, or reverses Shift itself because of Caps Lock.
    typing(alone, base, alone, withShift),
    typing(alone, base, withShift, withShift),
  ]
}

/** Returns all typings by what is typed for the text before an id, and by the first character of what is typed for a code. */
function createTypings() {
  const byStart = new Map<string, Typing[]>()
  const byId = new Map<string, Typing[]>()
  const add = (map: Map<string, Typing[]>, key: string, typing: Typing) => map.set(key, [...(map.get(key) ?? []), typing])
  const seen = new Set<string>()
  for (const typing of KEYBOARD_LAYOUTS.flatMap(typingsOf)) {
    const characters = JSON.stringify([...typing.characters])
    const isNew = (key: string) => !seen.has(key) && seen.add(key)
    if (isNew(characters + typing.beforeId)) add(byId, typing.beforeId, typing)
    if (isNew(characters + typing.bracket + typing.backslash))
      for (const typed of new Set([...typing.characters.keys(), typing.bracket, typing.backslash].map(typed => typed.charAt(0))))
        add(byStart, typed, typing)
  }
  return { byStart, byId }
}
let cachedTypings: ReturnType<typeof createTypings> | undefined
const allTypings = () => (cachedTypings ??= createTypings())

/** Stands for a code that lacks the characters of keys that type nothing. */
const INCOMPLETE_CODE = ''

/**
 * Decodes the text from `start` to its end, or to `endMark`, as a code typed in a layout, and adds the code. Where several codes are
 * possible, adds a text that is no code; where the layout may have typed only a part of the code, `INCOMPLETE_CODE`.
 */
function addTyped(codes: Set<string>, text: string, start: number, { characters, byCodeUnit, hasSilentKeys }: Typing, endMark?: string) {
  let code = ''
  let ligatures = 0
  for (let at = start; ; at++) {
    const missing = CODE_LENGTH - code.length
    if (at === text.length || text[at] === endMark) {
      if (missing <= ligatures)
        codes.add(missing === 0 || missing === ligatures ? code.replaceAll(LAM_ALEF, missing === 0 ? 'B' : 'GH') : code)
      else if (hasSilentKeys && code !== '') codes.add(INCOMPLETE_CODE)
    }
    if (at === text.length || missing === 0) return
    const unit = text.charCodeAt(at)
    const two = unit === LAM ? characters.get(text.slice(at, at + 2)) : undefined
    const decoded = two ?? byCodeUnit.get(unit)
    if (decoded === undefined) return
    if (two === LAM_ALEF) ligatures++
    if (two !== undefined) at++
    code += decoded
  }
}

/** Adds the ids of the cards whose JSON text may have been typed in another layout. */
function addTypedIds(codes: Set<string>, text: string) {
  const { byId } = allTypings()
  for (let at = 0; at + CODE_LENGTH < text.length; at++) {
    // Between the two letters of `id` and the colon, and behind it, is the same quotation mark.
    if (text[at + 2] !== text[at + 4]) continue
    const start = at + BEFORE_ID_LENGTH
    for (const typing of byId.get(text.slice(at, start)) ?? []) addTyped(codes, text, start, typing, typing.quotationMark)
  }
}

/** Returns a text without its repetition where a scanner has sent it twice without a line end. */
function onceOf(text: string) {
  const half = text.length / 2
  return text.slice(0, half) === text.slice(half) ? text.slice(0, half) : text
}

/** Adds the codes for which a text may have been typed in another layout. */
function addTypedCodes(codes: Set<string>, text: string) {
  const once = onceOf(text)
  // A layout types at most two letters for each of the 20 characters of a code. A character set adds seven characters.
  if (once.length > 2 * CODE_LENGTH + 7) return
  const typings = allTypings().byStart.get(once.charAt(0)) ?? []
  for (const typing of typings) {
    // A symbology has three characters, of which the letter may be typed as two. A character set has seven.
    const lengths = once.startsWith(typing.bracket) ? [3, 4] : once.startsWith(typing.backslash) ? [7] : []
    for (const length of lengths) addTyped(codes, once, length, typing)
  }
  for (const typing of typings) addTyped(codes, once, 0, typing)
}

/**
 * Returns the codes that a text may contain: those that are spelled out or, without any, those that were typed in another keyboard layout.
 */
function possibleCodes(text: string) {
  const [spelled, typed] = [new Set<string>(), new Set<string>()]
  const visible = onceOf(text.replace(INVISIBLE_CHARACTERS, ''))
  const ascii = toAscii(visible)
  addNamedCodes(spelled, ascii)
  if (spelled.size > 0) return { spelled, typed }
  const keys = toWesternDigits(visible.trim())
  // The punctuation of a card shows the layout, in which its code may look like another code.
  addTypedIds(typed, keys)
  if (typed.size === 0) addUnnamedCodes(spelled, ascii)
  if (typed.size === 0 && spelled.size === 0) for (const part of new Set([keys, trimText(keys)])) addTypedCodes(typed, part)
  return { spelled, typed }
}

/** Returns the only one of these codes; undefined if there are several, or if the only one is not complete. */
function onlyCode(codes: Iterable<string>) {
  const [code, other] = codes
  return other === undefined && code !== undefined && isId(code) ? code : undefined
}

/**
 * Returns the code in a text: of a card, of the guest's link, or by itself; with signs, quotation marks and invisible characters around it,
 * with Arabic digits, in small letters or in groups; also where a hardware scanner has typed it in another keyboard layout than its own.
 * Returns undefined if there is no code, or if several are possible.
 */
export function findCode(text: string): string | undefined {
  if (isId(text)) return text
  if (text.length < CODE_LENGTH) return undefined
  const { spelled, typed } = possibleCodes(text)
  return onlyCode(spelled.size > 0 ? spelled : typed)
}

/**
 * Returns the same as `findCode`, and where the keyboard layout decides between several codes, the one in the first of `KEYBOARD_LAYOUTS`.
 * It is the wrong one if the scanner typed in another layout. Then no invitation has it.
 */
export function findLikelyCode(text: string): string | undefined {
  if (isId(text)) return text
  if (text.length < CODE_LENGTH) return undefined
  const { spelled, typed } = possibleCodes(text)
  const [first] = typed
  return onlyCode(spelled.size > 0 || first === undefined ? spelled : [first])
}

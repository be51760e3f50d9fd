import { expect, test } from 'vitest'
import { ARRIVALS, type CapsLock, typeOnLayout } from '../../testing/typed-cards.ts'
import { idFromBytes } from '../id.ts'
import { qrCodeText } from './card-text.ts'
import { findCode, findLikelyCode } from './find-code.ts'
import { KEYBOARD_LAYOUTS } from './keyboard-layouts.ts'

const CODE = '7KQ2M9XWPA4T6RZE0123'
const OTHER_CODE = 'B9GHJT5VDN3C8YF01KMP'

const cardOf = (code: string) =>
  qrCodeText({
    ...{ code, eventName: 'زفاف محمد وسارة', eventDate: '2027-01-14', guestName: 'Sara سارة' },
    ...{ createdAt: '2026-11-20T12:00:00.000Z', generationType: 'names', maxScans: 1 },
  })

/** Creates a generator of numbers below `limit`, which are the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const randomCode = (random: (limit: number) => number) => idFromBytes(Uint8Array.from({ length: 20 }, () => random(256)))

test.each([
  ['the code', CODE],
  ['the code in small letters', CODE.toLowerCase()],
  ['the code in groups', '7KQ2 M9XW PA4T 6RZE 0123'],
  ['the code in groups with hyphens', '7KQ2M-9XWPA-4T6RZ-E0123'],
  ['the code with Arabic digits', '٧KQ٢M٩XWPA٤T٦RZE٠١٢٣'],
  ['the code with Persian digits', '۷KQ۲M۹XWPA۴T۶RZE۰۱۲۳'],
  ['the code in wide letters', '７KQ2M9XWPA4T6RZE012３'],
  ['the code between marks of direction', `\u202B${CODE.slice(0, 5)}\u200E${CODE.slice(5)}\u202C`],
  ['the code after a byte order mark', `\uFEFF${CODE}`],
  ['the code after a symbology', `]Q1${CODE}`],
  ['the code after a symbology and a character set', `]d2\\000026${CODE}`],
  ['the code between control characters', `\u0002\u001D${CODE}\u0003\r\n\t`],
  ['the code in quotation marks', `«${CODE}»`],
  ['the code in a sentence', `رمزي هو ${CODE}، شكراً`],
  ['the code twice', `${CODE}\n${CODE}`],
  ['the card', cardOf(CODE)],
  ['the card without its end', cardOf(CODE).slice(0, 30)],
  ['the card without its beginning', cardOf(CODE).slice(4)],
  ['the card twice', cardOf(CODE) + cardOf(CODE)],
  ['the card after a symbology', `]Q1${cardOf(CODE)}`],
  ['the link', `https://hudur.example/i/${CODE}`],
  ['the link in small letters', `https://hudur.example/i/${CODE.toLowerCase()}`],
  ['the link with a sign behind it', `https://hudur.example/i/${CODE}،`],
  ['the link with a word behind it', `https://hudur.example/i/${CODE}شكراً`],
  ['the link to the calendar', `https://hudur.example/i/${CODE}/calendar.ics`],
  ['the link within a link', `https://l.example/?u=https%3A%2F%2Fhudur.example%2Fi%2F${CODE}%E2%80%8F`],
])('findCode finds %s', (_, text) => {
  expect(findCode(text)).toBe(CODE)
})

test.each([
  ['19 characters', CODE.slice(1)],
  ['21 characters', `${CODE}0`],
  ['a letter that no code has', CODE.replace('7', 'U')],
  ['the code of samples', '0'.repeat(20)],
  ['a card that is cut off in its id', cardOf(CODE).slice(0, 20)],
  ['two codes', `${CODE} ${OTHER_CODE}`],
  ['two codes without a line end', CODE + OTHER_CODE],
  ['two cards without a line end', cardOf(CODE) + cardOf(OTHER_CODE)],
  ['a part of a code and a code', CODE.slice(0, 7) + OTHER_CODE],
  ['the number of a parcel in a sentence', 'الشحنة 00340434161094042557 وصلت'],
  ['a hash', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
])('findCode finds nothing in %s', (_, text) => {
  expect(findCode(text)).toBeUndefined()
  expect(findLikelyCode(text)).toBeUndefined()
})

test('findCode finds a code typed in any layout, unless two are possible', () => {
  const random = createRandom(7)
  const codes = Array.from({ length: 20 }, () => randomCode(random))
  const capsLocks: readonly CapsLock[] = ['off', 'letters', 'letter keys', 'all keys']
  const wrong: unknown[] = []
  let found = 0
  for (const layout of KEYBOARD_LAYOUTS)
    for (const capsLock of capsLocks)
      for (const textOf of [(code: string) => code, cardOf])
        for (const [arrival, arrive] of Object.entries(ARRIVALS))
          for (const code of codes) {
            const typed = typeOnLayout(textOf(code), layout, capsLock)
            const read = findCode(arrive(typed))
            if (read === code) found++
            // A text such as «7KZ…», typed for «7KY…» on a German keyboard, is a code itself.
            else if (read !== undefined && read !== typed.toUpperCase()) wrong.push({ layout, capsLock, arrival, code, typed, read })
          }
  expect(wrong).toEqual([])
  expect(found).toBeGreaterThan(0.6 * KEYBOARD_LAYOUTS.length * capsLocks.length * 2 * Object.keys(ARRIVALS).length * codes.length)
})

// In each of these layouts Shift and one of the keys of the code type nothing.
test.each([
  ['Arabic (102) of Windows', 1, '61HRTHRGS1FVSRR840H4', 'plain'],
  ['xkb: ara(mac), sent twice', 9, 'FZXXGXXGPA1CS9K1XWZW', 'twice without a line end'],
  ['xkb: ara(mac), after a character set', 9, 'GXKQ46XH5ZEEKT9EKRT9', 'a character set before'],
])('finds no other code where %s types no character for a key', (_, layout, code, arrival) => {
  const typed = ARRIVALS[arrival]!(typeOnLayout(code, KEYBOARD_LAYOUTS[layout]!, 'off'))
  expect(findCode(typed)).toBeUndefined()
  expect(findLikelyCode(typed)).toBeUndefined()
})

test('findLikelyCode prefers the layout Arabic (101) of Windows', () => {
  const random = createRandom(8)
  for (let round = 0; round < 500; round++) {
    const code = randomCode(random)
    for (const text of [code, cardOf(code)]) {
      const typed = typeOnLayout(text, KEYBOARD_LAYOUTS[0]!, 'off')
      expect(findLikelyCode(typed)).toBe(code)
    }
  }
})

test('findCode finds no code in texts without one', () => {
  const random = createRandom(9)
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)]!
  const words = [
    'عبدالرحمن',
    'بن',
    'مُحَمَّد',
    'الحضرمي',
    'وعائلته',
    'شكراً',
    'على',
    'الدعوة',
    '٥',
    'Ahmed',
    'HASSAN',
    'Table',
    'id',
    'maxScans',
  ]
  const sentence = () => Array.from({ length: 1 + random(12) }, () => pick(words)).join(pick([' ', ' ', ' ', '، ', '\n', '_']))
  const kinds = [
    sentence,
    () => `https://example.com/${pick(['t', 'i', 'x'])}/${randomCode(random).slice(0, random(20))}?q=${random(1e9)}`,
    () => `{"id":${random(1e9)},"guestName":"${sentence().replaceAll('\n', ' ')}"}`,
    () => `{"id":"${randomCode(random).slice(0, 19)}U","event":"${random(1e9)}"}`,
    () => `BEGIN:VCARD\nN:${sentence()}\nTEL:+967 77${random(1e7)}\nEND:VCARD`,
    () => `${randomCode(random).slice(random(20) + 1)}-${randomCode(random).slice(0, random(20))}`,
    () => randomCode(random) + randomCode(random).slice(0, 1 + random(19)),
    () => `+967 77${random(1e7)} / 05${random(1e8)} ${sentence()}`,
    () => crypto.randomUUID(),
    () => typeOnLayout(sentence(), pick(KEYBOARD_LAYOUTS), 'off'),
    () => String.fromCharCode(...Array.from({ length: random(60) }, () => random(0x7ff))),
  ]
  const found = Array.from({ length: 20_000 }, () => pick(kinds)()).filter(text => findCode(text) !== undefined)
  expect(found).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeText, readCode } from './code.ts'

const id = '7KQ2M9XWPA4T6RZE0123'
const invitation = {
  id,
  code: id,
  state: 'valid' as const,
  userId: 'u',
  eventName: 'زفاف',
  eventDate: '2027-01-14',
  guestName: 'سارة',
  qrCode: '',
  generationType: 'names' as const,
  maxScans: 1,
  currentScans: 0,
  isScanned: false,
  phone: null,
  designId: null,
  ...{ eventId: null, table: null, note: null, isVip: false, side: null },
  isPending: false,
  sentAt: null,
  sentVia: null,
  openedAt: null,
  answer: null,
  scannedAt: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}

test('codeText contains the invitation’s fields, and the number of persons where it was chosen', () => {
  expect(JSON.parse(codeText(invitation))).toEqual({
    id,
    eventName: 'زفاف',
    eventDate: '2027-01-14',
    guestName: 'سارة',
    timestamp: invitation.createdAt,
  })
  expect(JSON.parse(codeText({ ...invitation, generationType: 'custom', maxScans: 4 }))).toMatchObject({ maxScans: 4 })
})

/** The characters that a scanner's capital letters become on a computer set to the Arabic 101 keyboard layout. */
const typedInArabic: Record<string, string> = {
  K: '،',
  Q: '\u064E',
  M: '’',
  X: '\u0652',
  W: '\u064B',
  P: '؛',
  A: '\u0650',
  T: 'لإ',
  R: '\u064C',
  Z: '~',
  E: '\u064F',
}

test.each([
  ['its own JSON', codeText(invitation)],
  ['the bare id', id],
  ['lower case', id.toLowerCase()],
  ['groups of four', '7KQ2 M9XW PA4T 6RZE 0123'],
  ['a line end', `${id}\r\n`],
  ['a symbology prefix', `]Q1${id}`],
  ['a character set prefix', `\\000026${codeText(invitation)}`],
  ['a scanner on an Arabic keyboard', Array.from(id, letter => typedInArabic[letter] ?? letter).join('')],
])('readCode returns the invitation’s id for %s', (_, text) => {
  expect(readCode(text)).toEqual({ is: 'id', id })
})

test.each([
  ['B', 'لا2345678901234567890', 'B2345678901234567890'],
  ['G and H', 'لا345678901234567890', 'GH345678901234567890'],
])('readCode takes «لا» from a scanner on an Arabic keyboard for %s when the id then has its length', (_, text, expected) => {
  expect(readCode(text)).toEqual({ is: 'id', id: expected })
})

test('readCode reads no id from an Arabic keyboard when «لا» may be both', () => {
  expect(readCode('لالا34567890123456789')).toMatchObject({ is: 'text' })
})

test.each(['سارة', 'https://example.com', '{"id":7}', '{"id":"short"}', '{', `${id}0`, id.replace('7', 'U')])(
  'readCode returns no id for «%s»',
  text => {
    expect(readCode(text)).toMatchObject({ is: 'text' })
  },
)

test('readCode never throws, for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), text => void readCode(text)),
    { numRuns: 3000 },
  )
})

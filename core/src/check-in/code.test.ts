import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCodePoint } from '../../testing/code-points.ts'
import { printedEventOf, qrCodeText, shownTextOf } from './card-text.ts'
import { readCode } from './code.ts'

const INVITATION_ID = '7KQ2M9XWPA4T6RZE0123'
const invitation = {
  id: INVITATION_ID,
  code: INVITATION_ID,
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
  ...{ eventId: null, children: 0, table: null, note: null, isVip: false, side: null },
  isPending: false,
  sentAt: null,
  sentVia: null,
  openedAt: null,
  answer: null,
  scannedAt: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}

test('qrCodeText returns JSON with the invitation’s id, event and guest', () => {
  expect(JSON.parse(qrCodeText(invitation))).toEqual({
    id: INVITATION_ID,
    eventName: 'زفاف',
    eventDate: '2027-01-14',
    guestName: 'سارة',
    timestamp: invitation.createdAt,
  })
  expect(JSON.parse(qrCodeText({ ...invitation, generationType: 'custom', maxScans: 4 }))).toMatchObject({ maxScans: 4 })
})

test('shownTextOf returns the code of a card and never its other text', () => {
  const card = qrCodeText(invitation)
  for (const text of [card, `]Q1${card}`, INVITATION_ID]) expect(shownTextOf(text, 'camera')).toBe(INVITATION_ID)
  for (const text of ['{"guestName":"سارة"}', '{"id":7,"guestName":"سارة"', '{سارة']) expect(shownTextOf(text, 'typed')).toBe('')
  expect(shownTextOf('BEGIN:VCARD N:سارة', 'camera')).toBe('')
  expect(shownTextOf(' سارة\u202E ', 'typed')).toBe('سارة')
})

test('printedEventOf returns the name and the day in the text of a card', () => {
  expect(printedEventOf(`]Q1${qrCodeText(invitation)}`)).toEqual({ eventName: 'زفاف', eventDate: '2027-01-14' })
  const withEvent = (event: object) => printedEventOf(JSON.stringify({ ...event, guestName: 'سارة' }))
  expect(withEvent({ eventName: ` زفاف\u202E\n${'ا'.repeat(999)}`, eventDate: '2027-01-14' })?.eventName).toBe(`زفاف ${'ا'.repeat(193)}`)
  const unprinted = [
    {},
    { eventName: 7, eventDate: '2027-01-14' },
    { eventName: 'زفاف', eventDate: 'غداً' },
    { eventName: ' ', eventDate: '2027-01-14' },
  ]
  for (const event of unprinted) expect(withEvent(event)).toBeUndefined()
  for (const text of [INVITATION_ID, '{', 'زفاف']) expect(printedEventOf(text)).toBeUndefined()
})

/** The characters that a scanner's capital letters become on a computer set to the Arabic 101 keyboard layout. */
const ARABIC_KEYS_OF_LETTERS: Record<string, string> = {
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
  ['the JSON of qrCodeText', qrCodeText(invitation)],
  ['the bare id', INVITATION_ID],
  ['the id in lower case', INVITATION_ID.toLowerCase()],
  ['the id in groups of four characters', '7KQ2 M9XW PA4T 6RZE 0123'],
  ['the id with a line end', `${INVITATION_ID}\r\n`],
  ['the id after a symbology prefix', `]Q1${INVITATION_ID}`],
  ['the JSON of qrCodeText after a character set prefix', `\\000026${qrCodeText(invitation)}`],
  [
    'the id typed by a hardware scanner on an Arabic keyboard layout',
    Array.from(INVITATION_ID, letter => ARABIC_KEYS_OF_LETTERS[letter] ?? letter).join(''),
  ],
])('readCode returns the invitation’s id from %s', (_, text) => {
  expect(readCode(text)).toEqual({ is: 'id', id: INVITATION_ID })
})

test.each([
  ['B', 'لا2345678901234567890', 'B2345678901234567890'],
  ['G and H', 'لا345678901234567890', 'GH345678901234567890'],
])('readCode decodes «لا» of an Arabic keyboard layout as %s', (_, text, expected) => {
  expect(readCode(text)).toEqual({ is: 'id', id: expected })
})

test('readCode returns no id for two «لا» with different decodings', () => {
  expect(readCode('لالا34567890123456789')).toMatchObject({ is: 'text' })
})

test.each(['سارة', 'https://example.com', '{"id":7}', '{"id":"short"}', '{', `${INVITATION_ID}0`, INVITATION_ID.replace('7', 'U')])(
  'readCode returns the content type `text` and no id for «%s»',
  text => {
    expect(readCode(text)).toMatchObject({ is: 'text' })
  },
)

test('readCode never throws, for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCodePoint }), fc.json()), text => void readCode(text)),
    { numRuns: 3000 },
  )
})

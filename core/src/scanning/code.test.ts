import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeText, readCode } from './code.ts'

const id = '7KQ2M9XWPA4T6RZE0123'
const invitation = {
  id,
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
  isPending: false,
  scannedAt: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}

test('a code contains the invitation’s fields, and its places where they were chosen', () => {
  expect(JSON.parse(codeText(invitation))).toEqual({
    id,
    eventName: 'زفاف',
    eventDate: '2027-01-14',
    guestName: 'سارة',
    timestamp: invitation.createdAt,
  })
  expect(JSON.parse(codeText({ ...invitation, generationType: 'custom', maxScans: 4 }))).toMatchObject({ maxScans: 4 })
})

/** The Arabic 101 layout: what a scanner that types capitals gives. */
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
])('%s is read as the invitation', (_, text) => {
  expect(readCode(text)).toEqual({ is: 'id', id })
})

test.each(['سارة', 'https://example.com', '{"id":7}', '{"id":"short"}', '{', `${id}0`, id.replace('7', 'U')])('«%s» is only text', text => {
  expect(readCode(text)).toMatchObject({ is: 'text' })
})

test('readCode never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), text => void readCode(text)),
    { numRuns: 3000 },
  )
})

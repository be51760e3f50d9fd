import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fillMessage,
  fillMessageParts,
  hasMessagePlaceholder,
  type MessagePlaceholder,
  type MessageValues,
  textBehindLink,
} from './message.ts'

const sampleValues: MessageValues = {
  guest: 'أم عبدالله',
  event: 'زفاف {الضيف}',
  day: 'الخميس 14 يناير',
  hour: '8 مساءً',
  place: '',
  house: '',
  places: 'لشخصين',
  link: 'https://hudur.example/i/K7M2',
  change: '',
}

test('fillMessage replaces every known word in braces and keeps others', () => {
  expect(fillMessage('حيّاكم الله {الضيف}، { اليوم } {اليوم}: {الرابط} {شيء} {', sampleValues)).toBe(
    'حيّاكم الله أم عبدالله، الخميس 14 يناير الخميس 14 يناير: https://hudur.example/i/K7M2 {شيء} {',
  )
})

test('fillMessage does not replace words in braces within a value', () => {
  expect(fillMessage('{المناسبة}', sampleValues)).toBe('زفاف {الضيف}')
})

test('fillMessageParts returns the key with each replaced placeholder', () => {
  expect(fillMessageParts('إلى {الضيف}', sampleValues)).toEqual([
    { at: 0, text: 'إلى ' },
    { at: 4, text: 'أم عبدالله', word: 'guest' },
  ])
  expect(hasMessagePlaceholder('إلى {الضيف}', 'guest')).toBe(true)
  expect(hasMessagePlaceholder('إلى {الضيف}', 'link')).toBe(false)
})

test('fillMessage only trims a text without placeholders', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      fc.pre((Object.keys(sampleValues) as MessagePlaceholder[]).every(word => !hasMessagePlaceholder(text, word)))
      expect(fillMessage(text, sampleValues)).toBe(text.trim())
    }),
  )
})

test.each([
  ['{الرابط}.', '.'],
  ['الدعوة ({ الرابط })، شكراً', ')،'],
  ['{الرابط} ثم {الرابط}شكراً لكم', 'شكراً'],
  ['{الرابط}{اليوم}', '{اليوم}'],
  ['{الرابط}\nشكراً', undefined],
  ['{الرابط} .', undefined],
  ['{اليوم}.', undefined],
])('textBehindLink returns for «%s» %s', (message, behind) => {
  expect(textBehindLink(message)).toBe(behind)
})

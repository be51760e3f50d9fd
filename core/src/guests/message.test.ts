import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasWord, type MessageValues, type MessageWord, messageParts, messageText } from './message.ts'

const values: MessageValues = {
  guest: 'أم عبدالله',
  event: 'زفاف {الضيف}',
  day: 'الخميس 14 يناير',
  hour: '8 مساءً',
  place: '',
  link: 'https://hudur.example/i/K7M2',
}

test('replaces each word in braces, also with spaces and more than once, and leaves other braces', () => {
  expect(messageText('حيّاكم الله {الضيف}، { اليوم } {اليوم}: {الرابط} {شيء} {', values)).toBe(
    'حيّاكم الله أم عبدالله، الخميس 14 يناير الخميس 14 يناير: https://hudur.example/i/K7M2 {شيء} {',
  )
})

test('a value that has a word in braces is not replaced again', () => {
  expect(messageText('{المناسبة}', values)).toBe('زفاف {الضيف}')
})

test('messageParts names the word that a part stands for, and hasWord says whether a text has a word', () => {
  expect(messageParts('إلى {الضيف}', values)).toEqual([
    { at: 0, text: 'إلى ' },
    { at: 4, text: 'أم عبدالله', word: 'guest' },
  ])
  expect(hasWord('إلى {الضيف}', 'guest')).toBe(true)
  expect(hasWord('إلى {الضيف}', 'link')).toBe(false)
})

test('a text without words stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      fc.pre((Object.keys(values) as MessageWord[]).every(word => !hasWord(text, word)))
      expect(messageText(text, values)).toBe(text.trim())
    }),
  )
})

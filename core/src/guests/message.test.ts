import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasMessageWord, type MessageValues, type MessageWord, messageParts, messageText } from './message.ts'

const values: MessageValues = {
  guest: 'أم عبدالله',
  event: 'زفاف {الضيف}',
  day: 'الخميس 14 يناير',
  hour: '8 مساءً',
  place: '',
  link: 'https://hudur.example/i/K7M2',
}

test('messageText replaces every known word in braces, also with spaces inside the braces, and leaves other braces unchanged', () => {
  expect(messageText('حيّاكم الله {الضيف}، { اليوم } {اليوم}: {الرابط} {شيء} {', values)).toBe(
    'حيّاكم الله أم عبدالله، الخميس 14 يناير الخميس 14 يناير: https://hudur.example/i/K7M2 {شيء} {',
  )
})

test('messageText does not replace words in braces that come from an inserted value', () => {
  expect(messageText('{المناسبة}', values)).toBe('زفاف {الضيف}')
})

test('messageParts returns the key of the replaced word for each part, and hasMessageWord returns whether a text contains a word in braces', () => {
  expect(messageParts('إلى {الضيف}', values)).toEqual([
    { at: 0, text: 'إلى ' },
    { at: 4, text: 'أم عبدالله', word: 'guest' },
  ])
  expect(hasMessageWord('إلى {الضيف}', 'guest')).toBe(true)
  expect(hasMessageWord('إلى {الضيف}', 'link')).toBe(false)
})

test('messageText returns a text without known words in braces unchanged, only trimmed', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      fc.pre((Object.keys(values) as MessageWord[]).every(word => !hasMessageWord(text, word)))
      expect(messageText(text, values)).toBe(text.trim())
    }),
  )
})

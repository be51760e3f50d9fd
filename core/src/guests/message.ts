/** The words that a message may have in braces, by what stands in their place. */
export const MESSAGE_WORDS = { guest: 'الضيف', event: 'المناسبة', day: 'اليوم', hour: 'الساعة', place: 'المكان', link: 'الرابط' } as const
export type MessageWord = keyof typeof MESSAGE_WORDS
export type MessageValues = Record<MessageWord, string>

const KEYS = new Map<string, MessageWord>(Object.entries(MESSAGE_WORDS).map(([key, word]) => [word, key as MessageWord]))
const WORD = new RegExp(`\\{\\s*(${[...KEYS.keys()].join('|')})\\s*\\}`, 'g')

/** A part of a message. `at`: its position in the template; `word`: the word in braces in whose place the text stands. */
export type MessagePart = { at: number; text: string; word?: MessageWord }

/** Replaces the words in braces of a message; other braces stay. Values are not searched for words again. */
export function messageParts(template: string, values: MessageValues): MessagePart[] {
  const parts: MessagePart[] = []
  let end = 0
  for (const match of template.matchAll(WORD)) {
    if (match.index > end) parts.push({ at: end, text: template.slice(end, match.index) })
    const word = KEYS.get(match[1]!)!
    parts.push({ at: match.index, text: values[word], word })
    end = match.index + match[0].length
  }
  if (end < template.length) parts.push({ at: end, text: template.slice(end) })
  return parts
}

/** Returns a message with its words replaced. */
export const messageText = (template: string, values: MessageValues) =>
  messageParts(template, values)
    .map(({ text }) => text)
    .join('')
    .trim()

/** Returns whether a message contains a word in braces. */
export const hasWord = (template: string, word: MessageWord) => [...template.matchAll(WORD)].some(match => match[1] === MESSAGE_WORDS[word])

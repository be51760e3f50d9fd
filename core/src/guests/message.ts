/** The placeholders that a message may contain in braces, by the key of their value. */
export const MESSAGE_WORDS = { guest: 'الضيف', event: 'المناسبة', day: 'اليوم', hour: 'الساعة', place: 'المكان', link: 'الرابط' } as const
export type MessageWord = keyof typeof MESSAGE_WORDS
export type MessageValues = Record<MessageWord, string>

const PLACEHOLDER_KEYS = new Map<string, MessageWord>(Object.entries(MESSAGE_WORDS).map(([key, word]) => [word, key as MessageWord]))
const PLACEHOLDER = new RegExp(`\\{\\s*(${[...PLACEHOLDER_KEYS.keys()].join('|')})\\s*\\}`, 'g')

/** A part of a message. `at`: its position in the template; `word`: the key of the placeholder that the text replaces. */
export type MessagePart = { at: number; text: string; word?: MessageWord }

/**
 * Splits a message into parts and replaces its placeholders by their values. Other words in braces stay. Placeholders inside a value are
 * not replaced.
 */
export function messageParts(template: string, values: MessageValues): MessagePart[] {
  const parts: MessagePart[] = []
  let end = 0
  for (const match of template.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push({ at: end, text: template.slice(end, match.index) })
    const word = PLACEHOLDER_KEYS.get(match[1]!)!
    parts.push({ at: match.index, text: values[word], word })
    end = match.index + match[0].length
  }
  if (end < template.length) parts.push({ at: end, text: template.slice(end) })
  return parts
}

/** Returns a message with its placeholders replaced, without spaces at its ends. */
export const messageText = (template: string, values: MessageValues) =>
  messageParts(template, values)
    .map(({ text }) => text)
    .join('')
    .trim()

/** Returns whether a message contains a placeholder. */
export const hasMessageWord = (template: string, word: MessageWord) =>
  [...template.matchAll(PLACEHOLDER)].some(match => match[1] === MESSAGE_WORDS[word])

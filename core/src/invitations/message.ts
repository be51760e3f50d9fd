/** The placeholders that a message may contain in braces, by the key of their value. */
export const MESSAGE_PLACEHOLDERS = {
  guest: 'الضيف',
  event: 'المناسبة',
  day: 'اليوم',
  hour: 'الساعة',
  place: 'المكان',
  house: 'آداب الحضور',
  /** For how many persons the invitation is, in words: «لشخصين». */
  places: 'عدد الأماكن',
  link: 'الرابط',
  /** What has changed since the guest was told; empty for other guests. */
  change: 'ما تغيّر',
} as const
export type MessagePlaceholder = keyof typeof MESSAGE_PLACEHOLDERS
export type MessageValues = Record<MessagePlaceholder, string>

const PLACEHOLDER_KEYS = new Map<string, MessagePlaceholder>(
  Object.entries(MESSAGE_PLACEHOLDERS).map(([key, word]) => [word, key as MessagePlaceholder]),
)
const PLACEHOLDER_PATTERN = new RegExp(`\\{\\s*(${[...PLACEHOLDER_KEYS.keys()].join('|')})\\s*\\}`, 'g')

/** A part of a message. `at`: its position in the template; `word`: the key of the placeholder that the text replaces. */
export type MessagePart = { at: number; text: string; word?: MessagePlaceholder }

/** Splits a message into parts and replaces its placeholders by their values, in which no placeholder is replaced. */
export function fillMessageParts(template: string, values: MessageValues): MessagePart[] {
  const parts: MessagePart[] = []
  let end = 0
  for (const match of template.matchAll(PLACEHOLDER_PATTERN)) {
    if (match.index > end) parts.push({ at: end, text: template.slice(end, match.index) })
    const word = PLACEHOLDER_KEYS.get(match[1]!)!
    parts.push({ at: match.index, text: values[word], word })
    end = match.index + match[0].length
  }
  if (end < template.length) parts.push({ at: end, text: template.slice(end) })
  return parts
}

/** Returns a message with its placeholders replaced, without spaces at its ends. */
export const fillMessage = (template: string, values: MessageValues) =>
  fillMessageParts(template, values)
    .map(({ text }) => text)
    .join('')
    .trim()

/** Returns whether a message contains the placeholder with the key `word`. */
export const hasMessagePlaceholder = (template: string, word: MessagePlaceholder) =>
  [...template.matchAll(PLACEHOLDER_PATTERN)].some(match => match[1] === MESSAGE_PLACEHOLDERS[word])

/** Returns the first characters, up to the next space, that stand directly behind a link in a message; undefined without any. */
export function textBehindLink(template: string): string | undefined {
  for (const match of template.matchAll(PLACEHOLDER_PATTERN)) {
    const [behind] = /^\S{1,20}/u.exec(template.slice(match.index + match[0].length)) ?? []
    if (match[1] === MESSAGE_PLACEHOLDERS.link && behind !== undefined) return behind
  }
  return undefined
}

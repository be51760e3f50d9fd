import type { ReadList } from './read-list.ts'

const ARABIC = 'ا ب ت ث ج ح خ د ذ ر ز س ش ص ض ط ظ ع غ ف ق ك ل م ن ه و ي'.split(' ')
const LATIN = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Returns a function that replaces the letters and digits of a text by others of the same kind, the same ones for the same word. Spaces and
 * signs stay, as do words of one or two letters, on which reading depends («و», «+2»).
 */
function createReplacer() {
  const replacements = new Map<string, string>()
  let state = 0x2545f491
  const random = (size: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * size)
  }
  const pick = (letters: ArrayLike<string>) => letters[random(letters.length)]!
  const replaceLetter = (letter: string) => {
    if (/\p{M}/u.test(letter)) return letter
    if (/\p{Lu}/u.test(letter)) return pick(LATIN).toUpperCase()
    if (/[a-z]/i.test(letter)) return pick(LATIN)
    if (/[0-9]/.test(letter)) return pick('0123456789')
    if (/[٠-٩]/.test(letter)) return pick('٠١٢٣٤٥٦٧٨٩')
    return /\p{L}/u.test(letter) ? pick(ARABIC) : letter
  }
  return (word: string, keptStart = 0) => {
    const known = replacements.get(word)
    if (known !== undefined) return known
    const replaced = word.slice(0, keptStart) + [...word.slice(keptStart)].map(replaceLetter).join('')
    replacements.set(word, replaced)
    return replaced
  }
}

/** The number of first digits of a telephone number that stay: they show its country and that it is a mobile number. */
const KEPT_DIGITS = 5

/** Returns a list with other names and numbers of the same shape. What is asked, and the names of headings, stay recognisable. */
export function anonymise(list: ReadList): ReadList {
  const replace = createReplacer()
  const secrets = new Set<string>()
  const wordsOf = (text: string) => text.match(/[\p{L}\p{M}]{3,}|\p{N}[\p{N} ()./-]{4,}\p{N}/gu) ?? []
  for (const { name, phone, note } of list.guests) for (const word of [name, phone ?? '', note ?? ''].flatMap(wordsOf)) secrets.add(word)
  for (const { about, original } of list.questions) if (about === 'row') for (const word of wordsOf(original)) secrets.add(word)
  const hide = (text: string) =>
    text.replace(/[\p{L}\p{M}]{3,}|\+?\p{N}[\p{N} ()./-]{4,}\p{N}/gu, word =>
      /\p{N}/u.test(word) ? replace(word, word.startsWith('+') ? KEPT_DIGITS : 2) : secrets.has(word) ? replace(word) : word,
    )
  const hideAll = (text: string | null) => (text === null ? null : hide(text))
  return {
    ...list,
    guests: list.guests.map(guest => ({ ...guest, name: hide(guest.name), phone: hideAll(guest.phone), note: hideAll(guest.note) })),
    questions: list.questions.map(question => ({ ...question, text: hide(question.text), original: hide(question.original) })),
  }
}

/** A noun in the forms that numbers ask for: with 1 and 2 the noun says the number itself. `#` marks the number where it is not the first word. */
export type CountedWord = Record<'one' | 'two' | 'few' | 'many' | 'other', string>

function formOf(count: number): keyof CountedWord {
  if (count === 1) return 'one'
  if (count === 2) return 'two'
  const rest = count % 100
  if (rest >= 3 && rest <= 10) return 'few'
  return rest >= 11 ? 'many' : 'other'
}

/** A whole number, not negative, with its noun as Arabic counts: «اسم واحد», «اسمان», «6 أسماء», «12 اسماً», «100 اسم». `write` gives its digits. */
export function counted(count: number, word: CountedWord, write: (count: number) => string = String) {
  const form = formOf(count)
  if (form === 'one' || form === 'two') return word[form]
  return word[form].includes('#') ? word[form].replace('#', write(count)) : `${write(count)} ${word[form]}`
}

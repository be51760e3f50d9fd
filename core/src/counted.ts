/**
 * The plural forms of an Arabic noun. The forms for 1 and 2 contain the number as a word. In the other forms `#` stands for the number
 * where the number is not the first word.
 */
export type CountedWord = Record<'one' | 'two' | 'few' | 'many' | 'other', string>

const arabicPluralRules = new Intl.PluralRules('ar')

function pluralFormOf(count: number): keyof CountedWord {
  const form = arabicPluralRules.select(count)
  return form === 'zero' ? 'other' : form
}

/**
 * Returns a whole number ≥ 0 with its noun in the right form: «اسم واحد», «اسمان», «6 أسماء», «12 اسماً», «100 اسم». `write` formats the
 * number.
 */
export function formatCount(count: number, word: CountedWord, write: (count: number) => string = String) {
  const form = pluralFormOf(count)
  if (form === 'one' || form === 'two') return word[form]
  return word[form].includes('#') ? word[form].replace('#', write(count)) : `${write(count)} ${word[form]}`
}

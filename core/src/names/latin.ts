/** Spells names in Latin letters («Ahmed») with Arabic letters. */

/** The maximum number of spellings of a word. Beyond it only the most likely spelling of each further letter is used. */
const MAX_SPELLINGS = 1_000
/** Matches a word that is spelled with Arabic letters: of 3 to 20 Latin letters. */
const LATIN_WORD_PATTERN = /^[a-z]{3,20}$/

/**
 * What letters of a Latin word are in Arabic, the most likely first, in folded spelling; `-`: nothing, as for most short vowels. `<` and
 * `>` mark the beginning and the end of the word.
 */
const ARABIC_OF_LATIN: Record<string, string> = {
  ...{ sh: 'ش', ch: 'ش', kh: 'خ', gh: 'غ', th: 'ث ذ ظ', dh: 'ذ ض ظ', ph: 'ف', ll: 'ل لل' },
  ...{ '<a': 'ا ع عا', '<e': 'ا ع اي', '<i': 'ا ع عي', '<o': 'ع ا او', '<u': 'ع ا او', '<ai': 'عاي عي اي', '<ou': 'ع ا او' },
  ...{ 'a>': 'ا ه ي اء', 'e>': 'ه ي', 'i>': 'ي', 'o>': 'و', 'u>': 'و', 'ah>': 'ه ا', 'ia>': 'يه يا', 'ee>': 'ي' },
  ...{ ai: 'ي اي عي', ay: 'ي اي', ei: 'ي', ey: 'ي', ee: 'ي', ie: 'ي', oo: 'و', ou: 'و', aa: 'ا عا ع', au: 'عو و او', ua: 'عا وا ا' },
  ...{ a: '- ا ع', e: '- ي ا', i: 'ي - عي', o: '- و', u: '- و ا' },
  ...{ b: 'ب', c: 'ك س', d: 'د ض', f: 'ف', g: 'ج غ ق', h: 'ح ه', j: 'ج', k: 'ك ق', l: 'ل', m: 'م', n: 'ن', p: 'ب', q: 'ق', r: 'ر' },
  ...{ s: 'س ص', t: 'ت ط', v: 'ف', w: 'و', x: 'كس', y: 'ي', z: 'ز ظ ذ' },
}

const longestFirst = Object.keys(ARABIC_OF_LATIN).sort((one, other) => other.length - one.length)
/** Matches the next letters of a marked word; a doubled letter counts as one. */
const LETTERS_PATTERN = new RegExp(`${longestFirst.filter(letters => letters.length > 1).join('|')}|([a-z])\\1|.`, 'g')

/** Returns the words in Arabic letters, folded and without the article, that a word in Latin letters may stand for; none for other words. */
export function arabicSpellingsOf(word: string): ReadonlySet<string> {
  if (!LATIN_WORD_PATTERN.test(word)) return new Set()
  let spellings = ['']
  for (const [letters] of `<${word.replace(/^[ae]l(?=...)/, '')}>`.matchAll(LETTERS_PATTERN)) {
    const likely = (ARABIC_OF_LATIN[letters] ?? ARABIC_OF_LATIN[letters.charAt(0)] ?? '-').replace('-', '').split(' ')
    const options = spellings.length * likely.length > MAX_SPELLINGS ? likely.slice(0, 1) : likely
    spellings = spellings.flatMap(spelling => options.map(option => spelling + option))
  }
  return new Set(spellings)
}

import { foldSpelling, removeTashkeel } from '../arabic.ts'
import { leadingTitlesEnd } from './search.ts'

/** The order of keys: the Arabic alphabet, then the Latin one; numbers in a name are compared as numbers. */
const compareArabic = new Intl.Collator('ar', { numeric: true }).compare

/** Names that begin with alef and lam without an article, as they are written without their hamza. */
const NAMES_WITHOUT_ARTICLE = new Set([
  'الهام',
  'الياس',
  'اليسا',
  'الين',
  'الينا',
  'الاء',
  'الفت',
  'الطاف',
  'الماس',
  'الما',
  'البرت',
  'الكسندر',
  'الله',
])
/** Matches the article at the beginning of a name. A hamza on the alef («إلهام», «آلاء») shows that there is none. */
const ARTICLE_PATTERN = /^[اٱ]ل(?=\p{L}{2})/u

/**
 * Returns the text by which a name is sorted on paper: folded, without leading titles and signs, and without the article of its first word,
 * because people look for «الشامي» under «ش».
 */
export function alphabetKey(name: string) {
  const text = removeTashkeel(name.slice(leadingTitlesEnd(name))).replace(/^[^\p{L}\p{N}]+/u, '')
  const [firstWord = ''] = text.split(/[^\p{L}\p{N}\p{M}]/u, 1)
  return foldSpelling(NAMES_WITHOUT_ARTICLE.has(foldSpelling(firstWord)) ? text : text.replace(ARTICLE_PATTERN, ''))
}

/** Returns the letter under which a key is listed; an empty text for a number or a key without a letter. */
const firstLetterOf = (key: string) => /^\p{L}/u.exec(key)?.[0].normalize('NFD').slice(0, 1).toUpperCase() ?? ''

/** The rows whose names begin with `letter`, which is empty for names that begin with a number and for rows without a name. */
export type LetterGroup<Row> = { letter: string; rows: readonly Row[] }

/**
 * Sorts rows by their names in the order of the Arabic alphabet (`alphabetKey`) and groups them by their first letter. Names that begin
 * with a number come last, and after them rows without a name. Rows with equal names keep their order.
 */
export function groupByLetter<Row>(rows: readonly Row[], nameOf: (row: Row) => string): LetterGroup<Row>[] {
  const groups = new Map<string, { key: string; row: Row }[]>()
  for (const row of rows) {
    const key = alphabetKey(nameOf(row))
    const letter = firstLetterOf(key)
    const group = groups.get(letter)
    if (group) group.push({ key, row })
    else groups.set(letter, [{ key, row }])
  }
  const rankEmptyLast = (text: string) => Number(text === '')
  return [...groups]
    .sort(([one], [other]) => rankEmptyLast(one) - rankEmptyLast(other) || compareArabic(one, other))
    .map(([letter, keyed]) => ({
      letter,
      rows: keyed
        .sort((one, other) => rankEmptyLast(one.key) - rankEmptyLast(other.key) || compareArabic(one.key, other.key))
        .map(({ row }) => row),
    }))
}

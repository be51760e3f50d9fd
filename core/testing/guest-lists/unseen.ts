import { CHAT_LISTS } from './unseen-chats.ts'
import { COLUMN_LISTS } from './unseen-columns.ts'
import { COUNT_LISTS } from './unseen-counts.ts'
import { NAME_LISTS } from './unseen-names.ts'
import { NUMBERED_LISTS } from './unseen-numbered.ts'

/**
 * Guest lists whose author did not know the rules for reading them. Each list is pasted as a whole. The expected result of each line
 * follows an arrow: `line → name ×persons telephone`, several guests with ` & `, `✗` for nobody, ` ‖ ` before another result that is also
 * right. ` ?` follows when the host must be asked, ` (?)` when asking and not asking are both right. `⇥` is a tab; `⟨rlm⟩` and similar
 * names are invisible characters, `⟨sp⟩` is a space at the edge.
 */
export const UNSEEN_LISTS: Readonly<Record<string, string>> = {
  ...NUMBERED_LISTS,
  ...CHAT_LISTS,
  ...COLUMN_LISTS,
  ...COUNT_LISTS,
  ...NAME_LISTS,
}

const INVISIBLE_CHARACTERS: Record<string, string> = {
  sp: ' ',
  nbsp: '\u00A0',
  zwsp: '\u200B',
  lrm: '\u200E',
  rlm: '\u200F',
  lre: '\u202A',
  pdf: '\u202C',
  nnbsp: '\u202F',
  lri: '\u2066',
  rli: '\u2067',
  pdi: '\u2069',
  bom: '\uFEFF',
}

/** A line of a list with the accepted results, and whether the host must, may or must not be asked. */
export type UnseenLine = { line: string; answers: string[]; asked: 'must' | 'may' | 'must not' }

/** Parses a list of `UNSEEN_LISTS` into its lines, each with the accepted results. */
export const parseUnseenList = (list: string): UnseenLine[] =>
  list
    .slice(1)
    .split('\n')
    .map(row => {
      const [written = '', expected = ''] = row.split(' → ')
      return {
        line: written.replaceAll('⇥', '\t').replace(/⟨(\w+)⟩/g, (_, name: string) => INVISIBLE_CHARACTERS[name] ?? ''),
        answers: expected.replace(/ (?:\?|\(\?\))$/, '').split(' ‖ '),
        asked: expected.endsWith(' (?)') ? 'may' : expected.endsWith(' ?') ? 'must' : 'must not',
      }
    })

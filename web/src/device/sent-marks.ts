import { createJsonStorage } from './json-storage.ts'

/** A mark that an invitation was sent. `code` is that of the sent card; `at` is when the user pressed the button, by the server's clock. */
export type SentMark<Via extends string = string> = { id: string; code: string; via: Via; at: string }

const KEY_PREFIX = 'sent '

/** How long (ms) a mark is stored that the server has not saved. */
const MARK_LIFETIME_MS = 30 * 86_400_000

/** The marks that could not be written to local storage, by account. They are lost when the page is closed. */
const unwrittenMarks = new Map<string, readonly SentMark[]>()

const unwrittenMarksOf = (account: string) => unwrittenMarks.get(account) ?? []

const storage = createJsonStorage('localStorage')

const readStoredMarks = (account: string) => (storage.read(KEY_PREFIX + account) ?? []) as SentMark[]

const writeMarks = (account: string, marks: readonly SentMark[]) =>
  storage.write(KEY_PREFIX + account, marks.length > 0 ? marks : undefined)

const isLasting = ({ at }: SentMark) => Date.now() - Date.parse(at) < MARK_LIFETIME_MS

const withoutMark = (marks: readonly SentMark[], id: string) => marks.filter(mark => mark.id !== id)

/**
 * The marks that the server may not have saved, by account. Marks for thanks are stored under `thanks` and the account. All are written
 * synchronously, because opening a messenger may end the page.
 */
export const sentMarkStore = {
  /** Returns the marks of an account, and deletes the expired ones. */
  read<Via extends string>(account: string): SentMark<Via>[] {
    const stored = readStoredMarks(account)
    const lasting = stored.filter(isLasting)
    if (lasting.length < stored.length) writeMarks(account, lasting)
    const unwritten = unwrittenMarksOf(account).filter(isLasting)
    return [...lasting.filter(({ id }) => !unwritten.some(mark => mark.id === id)), ...unwritten] as SentMark<Via>[]
  },

  add(account: string, mark: SentMark) {
    const isWritten = writeMarks(account, [...withoutMark(readStoredMarks(account), mark.id), mark])
    const unwritten = withoutMark(unwrittenMarksOf(account), mark.id)
    unwrittenMarks.set(account, isWritten ? unwritten : [...unwritten, mark])
  },

  remove(account: string, id: string) {
    unwrittenMarks.set(account, withoutMark(unwrittenMarksOf(account), id))
    writeMarks(account, withoutMark(readStoredMarks(account), id))
  },

  /** Deletes the marks of other accounts, and the times of the answers that they have seen (`seen-answers.ts`). */
  leaveOnly(account: string | undefined) {
    for (const other of unwrittenMarks.keys()) if (account === undefined || !other.endsWith(account)) unwrittenMarks.delete(other)
    storage.removeWhere(key => /^(?:sent|answers) /.test(key) && !key.endsWith(` ${account}`))
  },
}

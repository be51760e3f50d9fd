/**
 * A mark that an invitation was sent, which the server may not have saved yet. `code`: that of the card that was sent; `at`: the time of the
 * press by the server's clock (ISO).
 */
export type SentMark<Via extends string = string> = { id: string; code: string; via: Via; at: string }

const PREFIX = 'sent '

/** How long (ms) a mark is stored that could not be saved. */
const LIFETIME_MS = 30 * 86_400_000

function write(account: string, marks: readonly SentMark[]) {
  try {
    if (marks.length === 0) localStorage.removeItem(PREFIX + account)
    else localStorage.setItem(PREFIX + account, JSON.stringify(marks))
  } catch {
    // Without local storage the mark lives only as long as the page.
  }
}

/** The marks of accounts on this device that are not known to be saved. Written at once: opening a messenger may end the page. */
export const sentMarks = {
  read<Via extends string>(account: string): SentMark<Via>[] {
    try {
      const marks: SentMark<Via>[] = JSON.parse(localStorage.getItem(PREFIX + account) ?? '[]')
      return marks.filter(({ at }) => Date.now() - Date.parse(at) < LIFETIME_MS)
    } catch {
      return []
    }
  },

  add(account: string, mark: SentMark) {
    write(account, [...this.read(account).filter(({ id }) => id !== mark.id), mark])
  },

  remove(account: string, id: string) {
    write(
      account,
      this.read(account).filter(mark => mark.id !== id),
    )
  },

  /** Removes the marks of every account but this one. */
  leaveOnly(account: string | undefined) {
    try {
      const others = Object.keys(localStorage).filter(key => key.startsWith(PREFIX) && key !== PREFIX + account)
      for (const key of others) localStorage.removeItem(key)
    } catch {
      // There is nothing to remove.
    }
  },
}

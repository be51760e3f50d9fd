/** One line of the table: what was done, what was wanted, what was seen. */
export type Line = { drill: string; wanted: string; seen: string; ok: 'yes' | 'NO' | 'not tried' }

/** Notes what a drill saw, beside what it wanted. */
export function ledger(drill: string) {
  const lines: Line[] = []
  return {
    lines,
    note: (wanted: string, seen: string | number) => lines.push({ drill, wanted, seen: String(seen), ok: 'yes' }),
    expect(wanted: string, isSo: boolean, seen: string | number) {
      lines.push({ drill, wanted, seen: String(seen), ok: isSo ? 'yes' : 'NO' })
    },
    notTried: (wanted: string, why: string) => lines.push({ drill, wanted, seen: why, ok: 'not tried' }),
  }
}

export const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Waits until it is so, as long as half a minute. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, timeoutMs = 30_000) {
  const end = Date.now() + timeoutMs
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`)
    await pause(20)
  }
}

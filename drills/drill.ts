/** One row of the printed table: the name of the drill, the expected result and the observed result. */
export type DrillRow = { drill: string; wanted: string; seen: string; ok: 'yes' | 'NO' | 'not tried' }

/** Creates the functions that collect the table rows of one drill. */
export function createDrillReport(drill: string) {
  const lines: DrillRow[] = []
  return {
    lines,
    note: (expected: string, observed: string | number) => lines.push({ drill, wanted: expected, seen: String(observed), ok: 'yes' }),
    expect(expected: string, isAsWanted: boolean, observed: string | number) {
      lines.push({ drill, wanted: expected, seen: String(observed), ok: isAsWanted ? 'yes' : 'NO' })
    },
    notTried: (expected: string, reason: string) => lines.push({ drill, wanted: expected, seen: reason, ok: 'not tried' }),
  }
}

export const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Waits until `isReached` returns true. Throws an `Error` that names `condition` after `timeoutMs`, by default 30 s. */
export async function waitUntil(condition: string, isReached: () => boolean | Promise<boolean>, timeoutMs = 30_000) {
  const end = Date.now() + timeoutMs
  while (!(await isReached())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${condition}`)
    await pause(20)
  }
}

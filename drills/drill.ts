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

/** The most rows that are remembered as changed. Reading all rows in parts is faster than reading more single rows. */
const MAX_CHANGED_ROWS = 1_000

/** For each database the ids of the rows that this page changed, by the version of the replica with the change, oldest first. */
const changedRows = new WeakMap<object, Map<number, readonly string[]>>()

/** Records which rows of the replica a transaction has changed when it completes. `version`: the version of the replica with this change. */
export function recordChangedRows(trx: { db: object; done: Promise<void> }, version: number, ids: readonly string[]) {
  const record = () => {
    const versions = changedRows.get(trx.db) ?? new Map<number, readonly string[]>()
    changedRows.set(trx.db, versions.set(version, ids))
    let total = [...versions.values()].reduce((sum, { length }) => sum + length, 0)
    for (const [oldest, { length }] of versions) {
      if (total <= MAX_CHANGED_ROWS) return
      versions.delete(oldest)
      total -= length
    }
  }
  trx.done.then(record, () => {})
}

/**
 * Returns the ids of the rows that changed between two versions of the replica of a database. Returns undefined when they are unknown:
 * another tab has changed rows, too many rows have changed, or an event has.
 */
export function changedRowsBetween(db: object, from: number, to: number): string[] | undefined {
  const ids = new Set<string>()
  for (let version = from + 1; version <= to; version++) {
    const changed = changedRows.get(db)?.get(version)
    if (!changed) return undefined
    for (const id of changed) ids.add(id)
  }
  return [...ids]
}

import type { ListResult } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'

/** The rows of a change, as `selectionFields` of the contract: the rows with these ids, or all `count` rows that match filters. */
export type Selection<Filters> = {
  ids?: readonly string[] | undefined
  all?: (Filters & { count: number }) | undefined
}

/** Throws `count-changed` unless `found` rows are as many as the caller has seen. */
export function refuseChangedCount(seen: number, found: number) {
  if (found !== seen) throw new Refusal('count-changed', { text: texts.countChanged(found), fields: { count: texts.countNow(found) } })
}

/**
 * Returns the ids of the selected rows, each once. `list` reads the list of the rows that match filters. It runs before the write, because a
 * search would delay scans; the write then locks these rows and refuses those that no longer match. Throws `bad-input` and `count-changed`.
 */
export async function selectedIds<Filters>(
  { ids, all }: Selection<Filters>,
  list: (filters: Filters) => Promise<ListResult<{ id: string }>>,
): Promise<string[]> {
  if ((ids === undefined) === (all === undefined)) throw new Refusal('bad-input')
  if (!all) return [...new Set(ids)]
  const { total, rows } = await list(all)
  refuseChangedCount(all.count, total)
  if (Array.isArray(rows)) return rows.map(({ id }) => id)
  const found: string[] = []
  for await (const page of rows) found.push(...page.map(({ id }) => id))
  refuseChangedCount(all.count, found.length)
  return found
}

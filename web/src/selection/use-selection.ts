import { useState } from 'react'

type SelectionState<Row> = {
  rows: ReadonlyMap<string, Row>
  /** The row that was selected or deselected last: the other end of a range. */
  anchor: string | undefined
  /** The filters that matched all selected rows, as JSON; undefined when the rows were selected in another way. */
  allOf: string | undefined
}

/**
 * The selection of the rows of a list, over all of its pages. `shown` are the rows of the present page, and `filters` those of the list as a call
 * takes them; undefined where no call takes them. `isSelectable` excludes rows.
 */
export function useSelection<Row extends { id: string }, Filters extends object>(
  shown: readonly Row[],
  filters: Filters | undefined,
  isSelectable: (row: Row) => boolean = () => true,
) {
  const listed = shown.filter(isSelectable)
  /** Undefined while selecting is switched off. */
  const [state, setState] = useState<SelectionState<Row>>()
  const isAll = state !== undefined && state.rows.size > 0 && state.allOf !== undefined && state.allOf === JSON.stringify(filters)

  /** Selects or deselects rows. The rows then no longer count as all that match the filters. */
  const change = (changed: readonly Row[], isSelected: boolean, anchor: string | undefined) =>
    setState(before => {
      const rows = new Map(before?.rows)
      for (const row of changed) {
        if (isSelected) rows.set(row.id, row)
        else rows.delete(row.id)
      }
      return { rows, anchor, allOf: undefined }
    })

  const positionOf = (id: string | undefined) => listed.findIndex(row => row.id === id)

  return {
    isOn: state !== undefined,
    rows: state?.rows ?? (new Map() as ReadonlyMap<string, Row>),
    /** Whether a range can end on the present page. */
    hasAnchor: positionOf(state?.anchor) >= 0,
    isSelected: (row: Row) => state?.rows.has(row.id) === true,
    isPageSelected: listed.length > 0 && listed.every(({ id }) => state?.rows.has(id)),
    start: () => setState({ rows: new Map(), anchor: undefined, allOf: undefined }),
    stop: () => setState(undefined),
    /** Returns a function that restores the present selection. */
    keep: () => () => setState(state),
    toggle: (row: Row) => change([row], !state?.rows.has(row.id), row.id),
    /** Selects all rows from the one that was selected last to this one. */
    selectUpTo(row: Row) {
      const [from, to] = [positionOf(state?.anchor), positionOf(row.id)].sort((a, b) => a - b) as [number, number]
      change(from < 0 ? [row] : listed.slice(from, to + 1), true, row.id)
    },
    selectPage: (isSelected: boolean) => change(listed, isSelected, undefined),
    /** Selects all rows that match the filters. */
    selectAll: (all: readonly Row[]) =>
      setState({
        rows: new Map(all.filter(isSelectable).map(row => [row.id, row])),
        anchor: undefined,
        allOf: filters && JSON.stringify(filters),
      }),
    /** The selection as a call takes it: the filters and the number of rows, or the ids. */
    toInput: (): { all: Filters & { count: number } } | { ids: string[] } =>
      isAll && filters ? { all: { ...filters, count: state.rows.size } } : { ids: [...(state?.rows.keys() ?? [])] },
  }
}

export type RowSelection<Row extends { id: string }, Filters extends object = object> = ReturnType<typeof useSelection<Row, Filters>>

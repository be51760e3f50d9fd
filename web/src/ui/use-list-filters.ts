import type { useQueryString } from './use-query-string.ts'

/** The parameters of the query string that `ListFilters` reads and writes. */
const FILTER_PARAMETERS = ['search', 'status', 'role', 'from', 'to', 'sort'] as const

/** Returns the first or the last moment of a day (`YYYY-MM-DD`) on this device as ISO text; undefined for a text that is no day. */
function momentOfDay(day: string, end: 'first' | 'last') {
  const at = new Date(`${day}T${end === 'first' ? '00:00:00.000' : '23:59:59.999'}`)
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined
}

/** Reads the filters of a list from the query string: `query` is what the server gets, `isFiltered` says whether they limit the list. */
export function readListFilters<const Sort extends string>(
  queryString: ReturnType<typeof useQueryString>,
  sorts: readonly [Sort, ...Sort[]],
) {
  const search = queryString.words('search')
  const query = {
    search,
    from: momentOfDay(queryString.words('from'), 'first'),
    to: momentOfDay(queryString.words('to'), 'last'),
    sort: queryString.among('sort', sorts),
  }
  const isFiltered = FILTER_PARAMETERS.some(name => name !== 'sort' && queryString.words(name) !== '')
  return {
    query,
    isFiltered,
    /** Removes every filter, and with `sort` also the order of the list. */
    reset: () => queryString.change(Object.fromEntries(FILTER_PARAMETERS.map(name => [name, '']))),
  }
}

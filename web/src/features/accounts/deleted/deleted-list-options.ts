import { useSearchParams } from '../../../router/hooks.ts'
import { readPageNumber } from '../../../ui/use-query-string.ts'

export const PAGE_SIZES = [10, 20, 50, 100] as const
export const SORT_COLUMNS = ['username', 'full_name', 'used_generations', 'deleted_at'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

export type ListOptions = { search: string; page: number; limit: number; sortBy: SortColumn; sortOrder: 'ASC' | 'DESC' }

const DEFAULT_OPTIONS = { search: '', page: 1, limit: 20, sortBy: 'deleted_at', sortOrder: 'DESC' } as const satisfies ListOptions

const oneOfOrDefault = <Value>(values: readonly Value[], value: unknown, fallback: Value) =>
  values.find(allowed => allowed === value) ?? fallback

/** Reads the list's search, page and order from the query string. Unknown values are replaced by the defaults. */
const readOptions = (address: URLSearchParams): ListOptions => ({
  search: address.get('search') ?? DEFAULT_OPTIONS.search,
  page: readPageNumber(address),
  limit: oneOfOrDefault<number>(PAGE_SIZES, Number(address.get('limit')), DEFAULT_OPTIONS.limit),
  sortBy: oneOfOrDefault<SortColumn>(SORT_COLUMNS, address.get('sortBy'), DEFAULT_OPTIONS.sortBy),
  sortOrder: oneOfOrDefault(['ASC', 'DESC'], address.get('sortOrder'), DEFAULT_OPTIONS.sortOrder),
})

const writeOptions = (options: ListOptions) =>
  new URLSearchParams(
    Object.entries(options)
      .filter(([name, value]) => value !== DEFAULT_OPTIONS[name as keyof ListOptions])
      .map(([name, value]) => [name, String(value)]),
  )

/** Keeps search, page and order in the query string, so that links and Back restore them. Any change returns to the first page. */
export function useListOptions() {
  const [address, setAddress] = useSearchParams()
  const options = readOptions(address)
  return {
    shown: options,
    show: (change: Partial<ListOptions>) =>
      setAddress(writeOptions({ ...options, ...change, page: 1 }), { replace: change.search !== undefined }),
  }
}

/** Returns the sort order after a press on a column heading: reversed for the current sort column, descending for any other column. */
export const toggleSort = (column: SortColumn, { sortBy, sortOrder }: ListOptions): Partial<ListOptions> => ({
  sortBy: column,
  sortOrder: column === sortBy && sortOrder === 'DESC' ? 'ASC' : 'DESC',
})

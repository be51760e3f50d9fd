import { useSearchParams } from '../router/hooks.ts'

/** Keeps the state of a screen in the query string, so that a link, a reload and the browser's Back restore it. */
export function useQueryString() {
  const [params, setParams] = useSearchParams()

  /** Sets parameters of the query string. An empty value removes its parameter. */
  const writeParams = (changes: Record<string, string>, { replace }: { replace: boolean }) =>
    setParams(
      before => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace },
    )
  const pageParam = (page: number) => ({ page: page === 1 ? '' : String(page) })

  return {
    /** Returns the value of a parameter if it is one of `choices`, otherwise the first choice. */
    among: <const Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice =>
      choices.find(choice => choice === params.get(name)) ?? choices[0],
    words: (name: string) => params.get(name) ?? '',
    page: () => readPageNumber(params),
    /** Sets parameters, removes those with an empty value, and returns to the first page. Replaces the current history entry. */
    change: (changes: Record<string, string>) => writeParams({ page: '', ...changes }, { replace: true }),
    turn: (page: number) => writeParams(pageParam(page), { replace: false }),
    /** Replaces a page number that does not exist by an existing one, in the current history entry. */
    correctPage: (page: number) => writeParams(pageParam(page), { replace: true }),
  }
}

/** Returns the page number in the query string, or 1 if the query string has no valid one. */
export function readPageNumber(params: URLSearchParams) {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page > 0 && page < PAGE_NUMBER_LIMIT ? page : 1
}

const PAGE_NUMBER_LIMIT = 1_000_000

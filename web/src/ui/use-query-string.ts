import { useSearchParams } from '../router/hooks.ts'

/** Keeps the state of a screen in the query string, so that a link, a reload and the browser's Back show the same. */
export function useQueryString() {
  const [params, setParams] = useSearchParams()

  /** Changes these parameters; an empty value removes one. */
  const write = (changes: Record<string, string>, { replace }: { replace: boolean }) =>
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
  const toPage = (page: number) => ({ page: page === 1 ? '' : String(page) })

  return {
    /** Returns the parameter if it is one of `choices`, otherwise the first choice. */
    among: <const Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice =>
      choices.find(choice => choice === params.get(name)) ?? choices[0],
    words: (name: string) => params.get(name) ?? '',
    page: () => pageIn(params),
    /** Changes these parameters, removes empty ones, and returns to the first page. */
    change: (changes: Record<string, string>) => write({ page: '', ...changes }, { replace: true }),
    /** Opens another page as a new entry of the browser's history. */
    turn: (page: number) => write(toPage(page), { replace: false }),
    /** Opens this page in place of one that does not exist. */
    correctPage: (page: number) => write(toPage(page), { replace: true }),
  }
}

/** Returns the page number in the query string; 1 if there is no valid one. */
export function pageIn(params: URLSearchParams) {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page > 0 && page < MOST_PAGES ? page : 1
}

const MOST_PAGES = 1_000_000

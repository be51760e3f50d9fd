import { useSearchParams } from 'react-router'

/** What a screen shows, kept in its address: so that a link, a reload and the browser's back show the same. */
export function useAddress() {
  const [params, setParams] = useSearchParams()

  /** Changes these; an empty one goes. */
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
    /** One of these, or the first. */
    among: <const Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice =>
      choices.find(choice => choice === params.get(name)) ?? choices[0],
    words: (name: string) => params.get(name) ?? '',
    page: () => pageIn(params),
    /** Changes these; an empty one goes. Whatever is changed, the first page is shown. */
    change: (changes: Record<string, string>) => write({ page: '', ...changes }, { replace: true }),
    /** Shows another page; the browser's back turns it back. */
    turn: (page: number) => write(toPage(page), { replace: false }),
    /** Shows this page in the place of one that is not there. */
    correctPage: (page: number) => write(toPage(page), { replace: true }),
  }
}

/** The page that an address names; the first one where it names none that a list can have. */
export function pageIn(params: URLSearchParams) {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page > 0 && page < MOST_PAGES ? page : 1
}

const MOST_PAGES = 1_000_000

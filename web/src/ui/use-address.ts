import { useSearchParams } from 'react-router'

/** What a screen shows, kept in its address: so that a link, a reload and the browser's back show the same. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  return {
    /** One of these, or the first. */
    among: <const Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice =>
      choices.find(choice => choice === params.get(name)) ?? choices[0],
    words: (name: string) => params.get(name) ?? '',
    page: () => {
      const page = Number(params.get('page'))
      return Number.isInteger(page) && page > 0 && page < MOST_PAGES ? page : 1
    },
    /** Changes these; an empty one goes. Whatever is changed but the page itself, the first page is shown. */
    change(changes: Record<string, string>) {
      setParams(
        before => {
          const after = new URLSearchParams(before)
          if (!('page' in changes)) after.delete('page')
          for (const [name, value] of Object.entries(changes)) {
            if (value === '') after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace: true },
      )
    },
  }
}

const MOST_PAGES = 1_000_000

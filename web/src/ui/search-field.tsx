import { SearchField as HeroSearchField } from '@heroui/react'
import { useEffect, useRef, useState } from 'react'
import { text } from '../text/ar.ts'

const TYPING_PAUSE_MS = 250

type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  onSearch: (searched: string) => void
  /** How long (ms) the user must pause typing before the search begins. Screens whose search is cheap pass a short time. */
  pauseMs?: number
  className?: string
}

/** Renders a search field. Calls `onSearch` when the user pauses typing, and at once on Enter or when the field is emptied. */
export function SearchField({ label, placeholder, value, onSearch, pauseMs = TYPING_PAUSE_MS, className = '' }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The searches passed to `onSearch` that `value` does not show yet. The user may have typed more in the meantime. */
  const asked = useRef({ texts: new Set<string>(), last: value })

  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    const { texts, last } = asked.current
    if (!texts.has(value)) {
      // The value was changed by something else than this field, such as Back, Forward or another button.
      clearTimeout(timer.current)
      asked.current = { texts: new Set(), last: value }
      setTyped(value)
    } else if (value === last) texts.clear()
  }, [value])

  function submitSearch(given: string) {
    clearTimeout(timer.current)
    const searched = given.trim()
    if (searched === asked.current.last) return
    asked.current.last = searched
    asked.current.texts.add(searched)
    onSearch(searched)
  }

  return (
    <HeroSearchField
      aria-label={label}
      className={className}
      onChange={given => {
        setTyped(given)
        clearTimeout(timer.current)
        if (given === '') submitSearch(given)
        else timer.current = setTimeout(() => submitSearch(given), pauseMs)
      }}
      onSubmit={submitSearch}
      value={typed}
    >
      <HeroSearchField.Group>
        <HeroSearchField.SearchIcon />
        <HeroSearchField.Input className="min-w-0" placeholder={placeholder} />
        <HeroSearchField.ClearButton aria-label={text.ui.clearSearch} />
      </HeroSearchField.Group>
    </HeroSearchField>
  )
}

import { SearchField as HeroSearchField } from '@heroui/react'
import { useEffect, useRef, useState } from 'react'

/** How long typing must rest before it is searched for, in milliseconds. */
const REST = 250

type SearchFieldProps = { label: string; placeholder: string; value: string; onSearch: (searched: string) => void; className?: string }

/** Searches once typing rests, and at once on Enter or when it is emptied. `value` is what is searched for, as the address has it. */
export function SearchField({ label, placeholder, value, onSearch, className = '' }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])

  // Back and forward change what is searched for; what is typed follows.
  if (shown !== value) {
    setShown(value)
    if (typed.trim() !== value) setTyped(value)
  }

  function search(text: string) {
    clearTimeout(resting.current)
    if (text.trim() !== value) onSearch(text.trim())
  }

  return (
    <HeroSearchField
      aria-label={label}
      className={className}
      onChange={text => {
        setTyped(text)
        clearTimeout(resting.current)
        if (text === '') search(text)
        else resting.current = setTimeout(() => search(text), REST)
      }}
      onSubmit={search}
      value={typed}
    >
      <HeroSearchField.Group>
        <HeroSearchField.SearchIcon />
        <HeroSearchField.Input className="min-w-0" placeholder={placeholder} />
        <HeroSearchField.ClearButton />
      </HeroSearchField.Group>
    </HeroSearchField>
  )
}

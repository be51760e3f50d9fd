import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import { DateField, isEventDay } from './date-field.tsx'
import { SelectField } from './select-field.tsx'
import type { useQueryString } from './use-query-string.ts'

const words = text.listFilters

type SortId = keyof typeof words.sorts

type ListFiltersProps = {
  queryString: ReturnType<typeof useQueryString>
  /** The orders of the list, the default one first. */
  sorts: readonly [SortId, ...SortId[]]
  /** Removes all filters, also those that other fields of the screen have set. */
  onReset: () => void
  /** Whether any filter limits the list. */
  isFiltered: boolean
}

/** Renders a button that shows the days and the order of a list, and one that removes all filters. The query string has their values. */
export function ListFilters({ queryString, sorts, onReset, isFiltered }: ListFiltersProps) {
  const id = useId()
  const [from, to, sort] = [queryString.words('from'), queryString.words('to'), queryString.among('sort', sorts)]
  const isSorted = sort !== sorts[0]
  const [isOpen, setOpen] = useState(from !== '' || to !== '' || isSorted)
  return (
    <>
      <Button aria-controls={id} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)} variant="outline">
        <SlidersHorizontal aria-hidden="true" className="size-4" strokeWidth={1.7} />
        {words.open}
      </Button>
      {(isFiltered || isSorted) && (
        <Button onPress={onReset} variant="ghost">
          {words.reset}
        </Button>
      )}
      <div className={isOpen ? 'grid w-full items-start gap-4 sm:grid-cols-3 lg:max-w-3xl' : 'hidden'} id={id}>
        <DayFilter label={words.from} onChange={day => queryString.change({ from: day })} value={from} />
        <DayFilter
          error={from !== '' && to !== '' && to < from ? words.backwards : undefined}
          label={words.to}
          onChange={day => queryString.change({ to: day })}
          value={to}
        />
        <SelectField
          label={words.sort}
          onChange={chosen => queryString.change({ sort: chosen === sorts[0] ? '' : chosen })}
          options={sorts.map(one => ({ id: one, label: words.sorts[one] }))}
          value={sort}
        />
      </div>
    </>
  )
}

type DayFilterProps = { label: string; value: string; error?: string | undefined; onChange: (day: string) => void }

/** Renders a field for a day. A day that is typed in part, such as one of the year 20, is not passed on. */
function DayFilter({ label, value, error, onChange }: DayFilterProps) {
  const [typed, setTyped] = useState({ day: value, seen: value })
  if (value !== typed.seen) setTyped({ day: value, seen: value })

  function changeDay(day: string) {
    setTyped({ ...typed, day })
    if (day !== value && (day === '' || isEventDay(day))) onChange(day)
  }

  return <DateField error={error} label={label} onChange={changeDay} value={typed.day} />
}

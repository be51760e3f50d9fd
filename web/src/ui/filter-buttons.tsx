import { formatWholeNumber } from '../text/format.ts'
import { useCurrentInView } from './use-current-in-view.ts'

type FilterButtonsProps<Id extends string> = {
  label: string
  /** `count` is the number of rows that match the filter, or undefined while it is unknown. */
  options: readonly { id: Id; label: string; count: number | undefined }[]
  value: Id
  onChange: (id: Id) => void
}

/** Renders the filters of a list as buttons in one line that scrolls, each with the number of matching rows. */
export function FilterButtons<Id extends string>({ label, options, value, onChange }: FilterButtonsProps<Id>) {
  const line = useCurrentInView<HTMLFieldSetElement>(value)
  return (
    <fieldset className="-mx-1 mb-2 flex min-w-0 gap-2 overflow-x-auto p-1 md:mb-4 print:hidden" ref={line}>
      <legend className="sr-only">{label}</legend>
      {options.map(({ id, label: name, count }) => (
        <button
          aria-pressed={id === value}
          className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-lg border border-border bg-surface px-4 font-medium text-sm aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-soft-foreground"
          key={id}
          onClick={() => onChange(id)}
          type="button"
        >
          {name}
          {count !== undefined && <span className="text-xs tabular-nums">{formatWholeNumber(count)}</span>}
        </button>
      ))}
    </fieldset>
  )
}

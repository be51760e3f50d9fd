import { type ReactNode, useId } from 'react'

type SegmentedFieldProps<Id extends string> = {
  /** The label of the field. It is invisible, but screen readers announce it. */
  label: string
  options: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
  description?: ReactNode
}

/** Renders a choice of one of two to four options that are all visible. The arrow keys move between them. */
export function SegmentedField<Id extends string>({ label, options, value, onChange, description }: SegmentedFieldProps<Id>) {
  const name = useId()
  const note = useId()
  return (
    <fieldset aria-describedby={note} className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-lg bg-default p-1">
        {options.map(option => (
          <label
            className="relative min-h-9 grow basis-0 cursor-pointer content-center rounded-md px-2 text-center text-muted text-sm has-checked:bg-segment has-checked:font-medium has-checked:text-foreground has-checked:shadow-surface has-focus-visible:outline-2 has-focus-visible:outline-focus"
            key={option.id}
          >
            <input
              checked={option.id === value}
              className="absolute inset-0 cursor-pointer opacity-0"
              name={name}
              onChange={() => onChange(option.id)}
              type="radio"
              value={option.id}
            />
            {option.label}
          </label>
        ))}
      </div>
      {description && (
        <p className="mt-1.5 text-muted text-xs" id={note}>
          {description}
        </p>
      )}
    </fieldset>
  )
}

import { useId } from 'react'

type SegmentedChoiceProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; title: string }[]
  value: Value
  onChange: (value: Value) => void
}

export function SegmentedChoice<Value extends string>({ legend, options, value, onChange }: SegmentedChoiceProps<Value>) {
  const group = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-muted text-xs">{legend}</legend>
      <div className="flex gap-1 rounded-lg bg-default p-1">
        {options.map(({ value: offered, title }) => (
          <label
            className="relative min-h-9 min-w-0 grow cursor-pointer content-center rounded-md px-0.5 text-center text-foreground text-xs leading-tight has-checked:bg-segment has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-focus md:px-3 md:text-sm"
            key={offered}
          >
            <input
              checked={value === offered}
              className="absolute inset-0 cursor-pointer opacity-0"
              name={group}
              onChange={() => onChange(offered)}
              type="radio"
            />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

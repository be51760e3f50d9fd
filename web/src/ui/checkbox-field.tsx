import { Checkbox } from '@heroui/react'

type CheckboxFieldProps = { label: string; description?: string; isSelected: boolean; onChange: (isSelected: boolean) => void }

/** Renders a checkbox with its label, and optionally a smaller description below the label. */
export function CheckboxField({ label, description, ...props }: CheckboxFieldProps) {
  return (
    <Checkbox {...props}>
      <Checkbox.Content className="min-h-11">
        <Checkbox.Control>
          <Checkbox.Indicator />
        </Checkbox.Control>
        <span className="text-sm">
          {label}
          {description !== undefined && <span className="block text-muted text-xs leading-5">{description}</span>}
        </span>
      </Checkbox.Content>
    </Checkbox>
  )
}

import { Checkbox } from '@heroui/react'

type CheckboxFieldProps = { label: string; isSelected: boolean; onChange: (isSelected: boolean) => void }

/** A checkbox with its sentence. */
export function CheckboxField({ label, ...props }: CheckboxFieldProps) {
  return (
    <Checkbox {...props}>
      <Checkbox.Content className="min-h-11">
        <Checkbox.Control>
          <Checkbox.Indicator />
        </Checkbox.Control>
        <span className="text-sm">{label}</span>
      </Checkbox.Content>
    </Checkbox>
  )
}

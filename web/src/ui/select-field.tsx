import { Label, ListBox, Select } from '@heroui/react'
import type { Ref } from 'react'
import { text } from '../text/ar.ts'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

type SelectOption = { id: string; label: string; note?: string }

type SelectFieldProps = FieldTexts & {
  options: readonly SelectOption[]
  /** The id of the chosen option, or an empty string. */
  value: string
  onChange: (id: string) => void
  onBlur?: () => void
  name?: string
  placeholder?: string
  isRequired?: boolean
  isDisabled?: boolean
  /** Whether the label is visually hidden, for fields whose position and options explain them. Screen readers still announce it. */
  isLabelHidden?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
}

export function SelectField({
  label,
  description,
  error,
  isInvalid = false,
  options,
  value,
  onChange,
  onBlur,
  ref,
  placeholder = text.ui.choose,
  isLabelHidden = false,
  ...props
}: SelectFieldProps) {
  return (
    <Select
      validationBehavior="aria"
      {...props}
      isInvalid={isInvalid || error !== undefined}
      onBlur={() => onBlur?.()}
      onChange={id => onChange(id === null ? '' : String(id))}
      placeholder={placeholder}
      value={value || null}
    >
      <Label className={isLabelHidden ? 'sr-only' : ''}>{label}</Label>
      <Select.Trigger className="w-full" ref={ref ?? null}>
        <Select.Value />
        <Select.Indicator />
      </Select.Trigger>
      <FieldNotes description={description} error={error} />
      <Select.Popover>
        <ListBox items={options}>
          {({ id, label, note }) => (
            <ListBox.Item id={id} textValue={label}>
              {label}
              {note && <span className="ms-auto ps-3 text-muted text-xs">{note}</span>}
              <ListBox.ItemIndicator />
            </ListBox.Item>
          )}
        </ListBox>
      </Select.Popover>
    </Select>
  )
}

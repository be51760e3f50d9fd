import { Label, ListBox, Select } from '@heroui/react'
import type { Ref } from 'react'
import { text } from '../text/ar.ts'
import { type ChoiceFieldProps, FieldNotes } from './field-notes.tsx'

type SelectOption = { id: string; label: string; note?: string }

type SelectFieldProps = ChoiceFieldProps & {
  options: readonly SelectOption[]
  placeholder?: string
  isRequired?: boolean
  isDisabled?: boolean
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

import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { CheckboxField } from './checkbox-field.tsx'

type FormCheckboxProps<Values extends FieldValues> = {
  control: Control<Values>
  name: FieldPathByValue<Values, boolean>
  label: string
  description?: string
}

/** Renders a checkbox bound to the value of this name in a form. */
export function FormCheckbox<Values extends FieldValues>({ control, name, ...props }: FormCheckboxProps<Values>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => <CheckboxField {...props} isSelected={value} onChange={onChange} />}
    />
  )
}

import type { ComponentType } from 'react'
import { type Control, Controller, type ControllerProps, type FieldPath, type FieldValues } from 'react-hook-form'
import type { FieldTexts } from './field-notes.tsx'
import { fieldErrorOf } from './form-errors.ts'

type BoundProps = 'name' | 'value' | 'onChange' | 'ref' | 'error' | 'isInvalid'

type FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Props> = Omit<Props, BoundProps> & {
  as: ComponentType<Props>
  control: Control<Values>
  name: Name
  rules?: ControllerProps<Values, Name>['rules']
}

/**
 * Renders a field bound to the value of this name in a form; undefined is an empty text. An `onBlur` of its own is called after the form's.
 * A missing value only outlines the field; one sentence below the form reports all of them.
 */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Props extends FieldTexts>({
  as,
  control,
  name,
  rules,
  ...props
}: FormFieldProps<Values, Name, Props>) {
  const Field = as as ComponentType<object>
  const { onBlur } = props as { onBlur?: () => void }
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          {...field}
          {...props}
          error={fieldErrorOf(fieldState.error?.message)}
          isInvalid={fieldState.invalid}
          onBlur={() => {
            field.onBlur()
            onBlur?.()
          }}
          value={field.value ?? ''}
        />
      )}
      {...(rules && { rules })}
    />
  )
}

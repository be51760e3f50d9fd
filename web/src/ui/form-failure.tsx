import { useState } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import { fieldErrorOf } from './form-errors.ts'
import { Notice } from './notice.tsx'

type FormFailureProps<Values extends FieldValues, Context, Sent> = { control: Control<Values, Context, Sent>; text: string | undefined }

/** Renders the failure of a form below its fields. A sentence that a field shows already is announced by screen readers only. */
export function FormFailure<Values extends FieldValues, Context, Sent>({ control, text }: FormFailureProps<Values, Context, Sent>) {
  const { errors } = useFormState({ control })
  const [textAtField, setTextAtField] = useState<string>()
  const isAtField = Object.values(errors).some(error => text !== undefined && fieldErrorOf(String(error?.message)) === text)
  // The sentence must not appear here once the field is corrected.
  if (isAtField && textAtField !== text) setTextAtField(text)
  if (text === undefined && textAtField !== undefined) setTextAtField(undefined)
  if (!text) return null
  return (
    <Notice className={isAtField || textAtField === text ? 'sr-only' : ''} tone="danger">
      {text}
    </Notice>
  )
}

import { Label, TextArea, TextField } from '@heroui/react'
import type { ComponentProps, Ref } from 'react'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

type HeroTextAreaProps = Omit<ComponentProps<typeof TextField>, 'children' | 'isInvalid' | 'ref'>

type TextAreaFieldProps = HeroTextAreaProps & FieldTexts & { placeholder?: string; rows?: number; ref?: Ref<HTMLTextAreaElement> }

/** Renders a text field with several lines. `onChange` receives the text instead of an event. */
export function TextAreaField({
  label,
  description,
  error,
  isInvalid = false,
  placeholder = '',
  rows = 4,
  ref,
  ...props
}: TextAreaFieldProps) {
  return (
    <TextField validationBehavior="aria" {...props} isInvalid={isInvalid || error !== undefined}>
      <Label>{label}</Label>
      <TextArea className="w-full leading-8" placeholder={placeholder} ref={ref} rows={rows} />
      <FieldNotes description={description} error={error} />
    </TextField>
  )
}

import { Description, FieldError } from '@heroui/react'
import type { ReactNode } from 'react'

/** The texts of a form field. `FormField` binds a field to a form. */
export type FieldTexts = {
  label: string
  description?: ReactNode
  error?: string | undefined
  /** Whether the field is marked as faulty also without an error text. */
  isInvalid?: boolean
}

/** The props of a field in which the user chooses one of several options. */
export type ChoiceFieldProps = FieldTexts & {
  /** The id of the chosen option, or an empty string. */
  value: string
  onChange: (id: string) => void
  onBlur?: () => void
  name?: string
  /** Whether only screen readers get the label, for fields whose position and options explain them. */
  isLabelHidden?: boolean
  className?: string
}

/** Renders the description and the error below a field. Both are linked to the field, so that screen readers announce them with it. */
export function FieldNotes({ description, error }: Pick<FieldTexts, 'description' | 'error'>) {
  return (
    <>
      {description && <Description>{description}</Description>}
      <FieldError>{error ?? ''}</FieldError>
    </>
  )
}

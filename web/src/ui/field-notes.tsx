import { Description, FieldError } from '@heroui/react'
import type { ReactNode } from 'react'

/**
 * The texts of a form field: label, description and error. Components spread React Hook Form's `field` first, then pass
 * `error={fieldState.error?.message}`.
 */
export type FieldTexts = {
  label: string
  description?: ReactNode
  error?: string | undefined
}

/** Renders the description and the error below a field. Both are linked to the field, so that screen readers announce them with it. */
export function FieldNotes({ description, error }: Pick<FieldTexts, 'description' | 'error'>) {
  return (
    <>
      {description && <Description>{description}</Description>}
      <FieldError>{error}</FieldError>
    </>
  )
}

import { Description, FieldError } from '@heroui/react'
import type { ReactNode } from 'react'

/** The texts of a field: label, hint and error. Spread React Hook Form's `field` first, then `error={fieldState.error?.message}`. */
export type FieldTexts = {
  label: string
  description?: ReactNode
  error?: string | undefined
}

/** Shows hint and error below a field. They are linked to it, so that screen readers announce them with it. */
export function FieldNotes({ description, error }: Pick<FieldTexts, 'description' | 'error'>) {
  return (
    <>
      {description && <Description>{description}</Description>}
      <FieldError>{error}</FieldError>
    </>
  )
}

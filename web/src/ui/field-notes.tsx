import { Description, FieldError } from '@heroui/react'
import type { ReactNode } from 'react'

/** What every field may have: a hint, and what is wrong. Spread RHF's `field` first, then `error={fieldState.error?.message}`. */
export type FieldTexts = {
  label: string
  description?: ReactNode
  error?: string | undefined
}

/** The lines beneath a field. They name themselves to it, so a reader hears them with it. */
export function FieldNotes({ description, error }: Pick<FieldTexts, 'description' | 'error'>) {
  return (
    <>
      {description && <Description>{description}</Description>}
      <FieldError>{error}</FieldError>
    </>
  )
}

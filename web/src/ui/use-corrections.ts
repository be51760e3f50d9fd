import { useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

const NO_OTHER = {}

/**
 * Takes the error off a field when the field is changed. What is still wrong is found when the form is sent again. `alsoOf` names the field
 * whose error depends on another one: two passwords that must be the same.
 */
export function useCorrections<Fields extends FieldValues, Context, Sent>(
  { subscribe, getFieldState, clearErrors }: UseFormReturn<Fields, Context, Sent>,
  alsoOf: Partial<Record<FieldPath<Fields>, FieldPath<Fields>>> = NO_OTHER,
) {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ name, type }) {
          // A new error is reported with the name of its field too, but is no change of it.
          const changed = type === 'change' ? (name as FieldPath<Fields>) : undefined
          for (const field of changed ? [changed, alsoOf[changed]] : []) if (field && getFieldState(field).error) clearErrors(field)
        },
      }),
    [subscribe, getFieldState, clearErrors, alsoOf],
  )
}

import { useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

const NO_DEPENDENT_FIELD = {}

/**
 * Clears a field's error when the field changes; the next submit checks it again. `alsoOf` maps a field to another one whose error depends
 * on it, such as two passwords that must be equal.
 */
export function useCorrections<Fields extends FieldValues, Context, Sent>(
  { subscribe, getFieldState, clearErrors }: UseFormReturn<Fields, Context, Sent>,
  alsoOf: Partial<Record<FieldPath<Fields>, FieldPath<Fields>>> = NO_DEPENDENT_FIELD,
) {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ name, type }) {
          // A new error is also reported with its field's name, but is not a change of the field.
          const changed = type === 'change' ? (name as FieldPath<Fields>) : undefined
          for (const field of changed ? [changed, alsoOf[changed]] : []) if (field && getFieldState(field).error) clearErrors(field)
        },
      }),
    [subscribe, getFieldState, clearErrors, alsoOf],
  )
}

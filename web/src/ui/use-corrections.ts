import { useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

const NO_DEPENDENT_FIELD = {}

/** Clears the error of a field, and of the field whose error depends on it, such as a repeated password, when its value changes. */
export function useClearErrorsOnChange<Fields extends FieldValues, Context, Sent>(
  { subscribe, getFieldState, clearErrors }: UseFormReturn<Fields, Context, Sent>,
  dependentFieldOf: Partial<Record<FieldPath<Fields>, FieldPath<Fields>>> = NO_DEPENDENT_FIELD,
) {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ name, type }) {
          // React Hook Form also reports a new error with the name of its field. Such a report is no change of the value.
          const changed = type === 'change' ? (name as FieldPath<Fields>) : undefined
          for (const field of changed ? [changed, dependentFieldOf[changed]] : [])
            if (field && getFieldState(field).error) clearErrors(field)
        },
      }),
    [subscribe, getFieldState, clearErrors, dependentFieldOf],
  )
}

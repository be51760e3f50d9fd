import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

const MISSING_VALUE_MESSAGES: readonly (string | undefined)[] = [texts.requiredFields, texts.password.missing]

/** Returns the error to show at a field; undefined for a missing value, which one sentence below the form reports. */
export const fieldErrorOf = (message: string | undefined) => (MISSING_VALUE_MESSAGES.includes(message) ? undefined : message)

/** Returns the error to show below a form: that of a missing value, otherwise the first applicable of `order`, otherwise any. */
export function formErrorOf(faults: Record<string, { message?: string | undefined } | undefined>, order: readonly string[] = []) {
  const messages = Object.values(faults).map(fault => fault?.message)
  return (
    messages.find(message => MISSING_VALUE_MESSAGES.includes(message)) ?? order.find(sentence => messages.includes(sentence)) ?? messages[0]
  )
}

/** Shows the field errors of a refusal at their fields. Returns whether the refusal has field errors. */
export function showFieldErrors<Values extends FieldValues>(setError: UseFormSetError<Values>, error: unknown) {
  const faults = Object.entries(error instanceof Refusal ? (error.fields ?? {}) : {})
  for (const [field, message] of faults) setError(field as FieldPath<Values>, { message }, { shouldFocus: true })
  return faults.length > 0
}

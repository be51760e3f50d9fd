import * as texts from '@hudur/core/texts'

const MISSING_VALUE_MESSAGES: readonly (string | undefined)[] = [texts.requiredFields, texts.password.missing]

/**
 * Returns the error message to show at a field. Returns undefined for a missing value, because one sentence below the form reports all
 * missing values.
 */
export const fieldErrorOf = (message: string | undefined) => (MISSING_VALUE_MESSAGES.includes(message) ? undefined : message)

/**
 * Returns the error message to show below a form: that of a missing value if there is one, otherwise the first applicable message of
 * `order`, otherwise any other.
 */
export function formErrorOf(faults: Record<string, { message?: string | undefined } | undefined>, order: readonly string[] = []) {
  const messages = Object.values(faults).map(fault => fault?.message)
  return (
    messages.find(message => MISSING_VALUE_MESSAGES.includes(message)) ?? order.find(sentence => messages.includes(sentence)) ?? messages[0]
  )
}

import { texts } from '@hudur/core'

const MISSING: readonly (string | undefined)[] = [texts.requiredFields, texts.password.missing]

/** What stands at a field itself: that fields are missing is said once for all of them, beneath the form. */
export const atField = (message: string | undefined) => (MISSING.includes(message) ? undefined : message)

/** The one sentence beneath a form: what is missing first, then what `order` says, then whatever else is wrong. */
export function firstFault(faults: Record<string, { message?: string | undefined } | undefined>, order: readonly string[] = []) {
  const messages = Object.values(faults).map(fault => fault?.message)
  return messages.find(message => MISSING.includes(message)) ?? order.find(sentence => messages.includes(sentence)) ?? messages[0]
}

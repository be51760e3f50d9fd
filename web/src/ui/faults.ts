import { texts } from '@hudur/core'

const MISSING: readonly (string | undefined)[] = [texts.requiredFields, texts.password.missing]

/** Returns the message to show at a field. Missing values get none there, because one sentence below the form names them. */
export const atField = (message: string | undefined) => (MISSING.includes(message) ? undefined : message)

/** Returns the message below a form: a missing value first, then the first one of `order` that applies, then any other. */
export function firstFault(faults: Record<string, { message?: string | undefined } | undefined>, order: readonly string[] = []) {
  const messages = Object.values(faults).map(fault => fault?.message)
  return messages.find(message => MISSING.includes(message)) ?? order.find(sentence => messages.includes(sentence)) ?? messages[0]
}

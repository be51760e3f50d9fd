import type { Endpoint } from './endpoint.ts'
import { type FieldTexts, Refusal } from './refusals.ts'

/** What was asked for, checked. Throws `bad-input` with the text of the first fault and a text for each field. */
export function readInput(endpoint: Endpoint, given: unknown) {
  const read = endpoint.input.safeParse(given)
  if (read.success) return read.data
  const fields: FieldTexts = {}
  for (const { path, message } of read.error.issues) fields[path.join('.')] ??= message
  throw new Refusal('bad-input', { text: read.error.issues[0]!.message, fields })
}

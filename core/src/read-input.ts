import type { Endpoint } from './endpoint.ts'
import { type FieldTexts, Refusal } from './refusals.ts'

/** The most fields that a refusal names. */
const MOST_FIELDS = 100

/** What was asked for, checked. Throws `bad-input` with the text of the first fault and a text for each of the first 100 faults' fields. */
export function readInput(endpoint: Endpoint, given: unknown) {
  const read = endpoint.input.safeParse(given)
  if (read.success) return read.data
  const fields: FieldTexts = {}
  for (const { path, message } of read.error.issues.slice(0, MOST_FIELDS)) fields[path.join('.')] ??= message
  throw new Refusal('bad-input', { text: read.error.issues[0]!.message, fields })
}

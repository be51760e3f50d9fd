import type { Endpoint } from './endpoint.ts'
import { type FieldTexts, Refusal } from './refusals.ts'

/** How many faults a refusal reports at most. */
const MAX_REPORTED_FAULTS = 100

/** Returns the checked input. Throws `bad-input` with the text of the first fault, and a text for each field among the first 100 faults. */
export function readInput(endpoint: Endpoint, given: unknown) {
  const read = endpoint.input.safeParse(given)
  if (read.success) return read.data
  const fields: FieldTexts = {}
  for (const { path, message } of read.error.issues.slice(0, MAX_REPORTED_FAULTS)) fields[path.join('.')] ??= message
  throw new Refusal('bad-input', { text: read.error.issues[0]!.message, fields })
}

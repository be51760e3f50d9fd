import { isUnanswered, Refusal } from '@hudur/core'

/** What people are told of an error: what the server said, that nobody answered, or that it failed. */
export function reasonOf(error: Error, { failed, unreachable }: { failed: string; unreachable?: string }) {
  if (unreachable !== undefined && isUnanswered(error)) return unreachable
  return (error instanceof Refusal && error.message) || failed
}

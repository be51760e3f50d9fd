import { isUnanswered, Refusal } from '@hudur/core'

/** What was said against it: by the server, or by a device alone; nothing where it failed without a word. */
export const saidOf = (error: unknown) => (error instanceof Refusal && error.message) || undefined

/** What people are told of an error: what the server said, that nobody answered, or that it failed. */
export function reasonOf(error: Error, { failed, unreachable }: { failed: string; unreachable?: string }) {
  if (unreachable !== undefined && isUnanswered(error)) return unreachable
  return saidOf(error) ?? failed
}

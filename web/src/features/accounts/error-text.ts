import { isUnansweredError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'

/** Returns the message of a refusal by the server or the device; undefined for any other error. */
export const refusalMessageOf = (error: unknown) => (error instanceof Refusal && error.message) || undefined

/** Returns the sentence to show for an error: `unreachable` if the server did not respond, a refusal's own message, otherwise `failed`. */
export function errorTextOf(error: Error, { failed, unreachable }: { failed: string; unreachable?: string }) {
  if (unreachable !== undefined && isUnansweredError(error)) return unreachable
  return refusalMessageOf(error) ?? failed
}

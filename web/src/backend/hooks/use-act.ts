import { isUnanswered, Refusal } from '@hudur/core'
import { useRef } from 'react'

/**
 * Returns a function that sends a request with ids or idempotency keys from `mint`. When a request was not answered, the next one for the
 * same `what` gets the same keys, so that the server executes it once. After a response or a refusal the next request gets new keys.
 */
export function useAct<Names>() {
  const unanswered = useRef<{ what: unknown; names: Names }>(undefined)
  return async <Answer>(what: unknown, mint: () => Names, send: (names: Names) => Promise<Answer>): Promise<Answer> => {
    const earlier = unanswered.current
    const names = earlier && earlier.what === what ? earlier.names : mint()
    unanswered.current = { what, names }
    try {
      const answer = await send(names)
      unanswered.current = undefined
      return answer
    } catch (error) {
      if (error instanceof Refusal && !isUnanswered(error)) unanswered.current = undefined
      throw error
    }
  }
}

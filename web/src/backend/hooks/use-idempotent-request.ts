import { isUnansweredError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { useRef } from 'react'

/**
 * Returns a function that sends a request with ids or idempotency keys from `createKeys`. After an unanswered request, the next one with
 * the same `requestIdentity` gets the same keys, so that the server executes it once.
 */
export function useIdempotentRequest<Keys>() {
  const unanswered = useRef<{ requestIdentity: unknown; keys: Keys }>(undefined)
  return async <Answer>(requestIdentity: unknown, createKeys: () => Keys, send: (keys: Keys) => Promise<Answer>): Promise<Answer> => {
    const earlier = unanswered.current
    const keys = earlier && earlier.requestIdentity === requestIdentity ? earlier.keys : createKeys()
    unanswered.current = { requestIdentity, keys }
    try {
      const answer = await send(keys)
      unanswered.current = undefined
      return answer
    } catch (error) {
      if (error instanceof Refusal && !isUnansweredError(error)) unanswered.current = undefined
      throw error
    }
  }
}

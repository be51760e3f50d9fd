import { isUnanswered, Refusal } from '@hudur/core'
import { useRef } from 'react'

/**
 * Names acts, so that each is done once: when nobody answers, nobody knows whether it was done, and the same `what` sent again carries the same
 * names, which `mint` makes. An answer or a refusal ends the act.
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

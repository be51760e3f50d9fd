import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import type { Connection } from './connection.ts'

/**
 * Sends a request to the server, and reports to the connection whether the server answered. A refusal counts as an answer. While
 * disconnected it throws `UnreachableError` without a request, unless `evenDisconnected` is set.
 */
export type ServerCalls = ReturnType<typeof createServerCalls>

export function createServerCalls(connection: Connection) {
  /**
   * Returns a promise that rejects with `UnreachableError` when the state becomes `disconnected`. A running call then fails at once, and this
   * device answers without waiting for the timeout.
   */
  function rejectOnDisconnection() {
    let stop = () => {}
    const lost = new Promise<never>((_, reject) => {
      stop = connection.subscribe(() => {
        if (connection.get() === 'disconnected') reject(new UnreachableError('the connection was lost'))
      })
    })
    lost.catch(() => {})
    return { lost, stop }
  }

  return async <Answer>(sendRequest: () => Promise<Answer>, { evenDisconnected = false } = {}): Promise<Answer> => {
    if (!evenDisconnected && connection.get() === 'disconnected') throw new UnreachableError('the connection is lost')
    const { lost, stop } = rejectOnDisconnection()
    try {
      const request = sendRequest()
      const answer = await (evenDisconnected ? request : Promise.race([request, lost]))
      connection.answered()
      return answer
    } catch (error) {
      if (error instanceof Refusal) connection.answered()
      else if (error instanceof UnreachableError && connection.get() !== 'disconnected') connection.unanswered()
      throw error
    } finally {
      stop()
    }
  }
}

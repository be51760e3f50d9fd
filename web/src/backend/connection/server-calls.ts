import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import type { Connection } from './connection.ts'

/** Sends a request, and reports to the connection whether it was answered. While disconnected it sends none, unless `evenDisconnected`. */
export type ServerCalls = ReturnType<typeof createServerCalls>

export function createServerCalls(connection: Connection) {
  /** Rejects when the state becomes `disconnected`, so that this device answers a running call without waiting for the timeout. */
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

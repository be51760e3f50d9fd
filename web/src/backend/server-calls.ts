import { Refusal, Unreachable } from '@hudur/core'
import type { Connection } from './connection.ts'

/**
 * Asks the server, and tells the connection how it went: answered, refused, or heard by nobody. While the connection is lost nobody is asked,
 * except where the caller is patient.
 */
export type ServerCalls = ReturnType<typeof createServerCalls>

export function createServerCalls(connection: Connection) {
  /** Fails with `Unreachable` as soon as the connection is known to be lost: what this device can answer need not wait for the silence to end. */
  function untilLost() {
    let stop = () => {}
    const lost = new Promise<never>((_, reject) => {
      stop = connection.subscribe(() => {
        if (connection.get() === 'disconnected') reject(new Unreachable('the connection was lost'))
      })
    })
    lost.catch(() => {})
    return { lost, stop }
  }

  return async <Answer>(ask: () => Promise<Answer>, { evenDisconnected = false } = {}): Promise<Answer> => {
    if (!evenDisconnected && connection.get() === 'disconnected') throw new Unreachable('the connection is lost')
    const { lost, stop } = untilLost()
    try {
      const asked = ask()
      const answer = await (evenDisconnected ? asked : Promise.race([asked, lost]))
      connection.answered()
      return answer
    } catch (error) {
      if (error instanceof Refusal) connection.answered()
      else if (error instanceof Unreachable && connection.get() !== 'disconnected') connection.unanswered()
      throw error
    } finally {
      stop()
    }
  }
}

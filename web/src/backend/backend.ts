import { type Backend, type Contract, contract, mapContract, Refusal, Unreachable } from '@hudur/core'
import type { Connection } from './connection.ts'

type Call = (input: object) => Promise<unknown>

/** The server's backend, telling the connection how each call went: answered, refused, or heard by nobody. */
export function reportingBackend(server: Backend<Contract>, connection: Pick<Connection, 'answered' | 'unanswered'>): Backend<Contract> {
  const calls = server as unknown as Record<string, Record<string, Call>>

  const report =
    (call: Call): Call =>
    async input => {
      try {
        const answer = await call(input)
        connection.answered()
        return answer
      } catch (error) {
        if (error instanceof Refusal) connection.answered()
        if (error instanceof Unreachable) connection.unanswered()
        throw error
      }
    }

  return mapContract(contract, (_endpoint, noun, name) => {
    const call = calls[noun]?.[name]
    if (!call) throw new Error(`no call ${noun}.${name}`)
    return report(call)
  }) as unknown as Backend<Contract>
}

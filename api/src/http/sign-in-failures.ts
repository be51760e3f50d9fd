import { normalizeIP } from '@fastify/rate-limit'
import { Refusal, usernameKey } from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** So many failures in so long (ms) under one name from one address; then that pair waits. */
const ALLOWED = 10
const WINDOW = 10 * 60_000

/** How many pairs are remembered; beyond it those that failed longest ago are forgotten. */
const REMEMBERED = 20_000

/** Counts wrong passwords by name and address, so that neither somebody's name nor a hall's address is locked for others. */
export function signInFailures(now: () => Date) {
  const failures = new Map<string, number[]>()

  const remember = (key: string, times: number[]) => {
    failures.delete(key)
    if (times.length) failures.set(key, times)
    for (const oldest of failures.keys()) {
      if (failures.size <= REMEMBERED) return
      failures.delete(oldest)
    }
  }

  return {
    /** Tries to sign in, unless the pair has to wait. A right password clears what went wrong before it. */
    async attempt<Answer>(request: FastifyRequest, reply: FastifyReply, username: string, signIn: () => Promise<Answer>): Promise<Answer> {
      const key = JSON.stringify([usernameKey(username), normalizeIP(request.ip)])
      const at = now().getTime()
      const recent = (failures.get(key) ?? []).filter(failure => at - failure < WINDOW)
      if (recent.length >= ALLOWED) {
        reply.header('retry-after', Math.ceil((recent.at(-ALLOWED)! + WINDOW - at) / 1000))
        throw new Refusal('busy')
      }
      // Counted before the password is looked at: of many tries at once no more than the rest go through.
      remember(key, [...recent, at])
      try {
        const answer = await signIn()
        failures.delete(key)
        return answer
      } catch (error) {
        const code = error instanceof Refusal ? error.code : undefined
        if (code === 'under-review') failures.delete(key)
        else if (code !== 'wrong-credentials') remember(key, without(failures.get(key) ?? [], at))
        throw error
      }
    },
  }
}

const without = (times: number[], time: number) => times.toSpliced(times.indexOf(time), times.includes(time) ? 1 : 0)

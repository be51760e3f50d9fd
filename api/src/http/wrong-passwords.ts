import { normalizeIP } from '@fastify/rate-limit'
import { type Actor, type Endpoint, Refusal, usernameKey } from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Attempts } from './attempts.ts'

/** So many wrong ones in so long (ms); then whoever it was waits. */
const WRONG = { max: 10, window: 10 * 60_000 }

/** Codes after which the attempt is not held against anybody, for the password was right. */
const RIGHT = ['under-review']
const WRONG_CODES = ['wrong-credentials', 'wrong-password']

/**
 * Who tries: at the sign-in a name at an address, so that neither somebody's name nor a hall's address is locked for others; within an account
 * the account, which a stranger at an open screen could try passwords of.
 */
const whoTries = ({ limit }: Endpoint, { request, input }: { request: FastifyRequest; input: unknown }) =>
  limit === 'sign-in'
    ? ['sign-in', usernameKey((input as { username: string }).username), normalizeIP(request.ip)]
    : ['own-password', (request.actor as Actor).id]

/** Lets a service look at a password, unless too many were wrong. A right one clears what went wrong before it. */
export async function countingWrong<Answer>(
  attempts: Attempts,
  endpoint: Endpoint,
  ask: { request: FastifyRequest; reply: FastifyReply; input: unknown },
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const who = whoTries(endpoint, ask)
  // Counted before the password is looked at: of many tries at once no more than the rest go through.
  refuse(ask.reply, await attempts.take(who, WRONG))
  try {
    const given = await answer()
    await attempts.clear(who)
    return given
  } catch (error) {
    const code = error instanceof Refusal ? error.code : ''
    if (RIGHT.includes(code)) await attempts.clear(who)
    else if (!WRONG_CODES.includes(code)) await attempts.giveBack(who)
    throw error
  }
}

/** Throws `busy`, saying when to come again, where there is something to wait for (ms). */
export function refuse(reply: FastifyReply, wait: number) {
  if (wait === 0) return
  reply.header('retry-after', Math.ceil(wait / 1000))
  throw new Refusal('busy')
}

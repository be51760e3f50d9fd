import { normalizeIP } from '@fastify/rate-limit'
import { type Actor, Refusal, type User, usernameKey } from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Requester } from '../deps.ts'
import type { Attempts } from './attempts.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Slowdown } from './slowdown.ts'

/** At most `max` wrong passwords in `window` (ms); of one's own password, at most `max` attempts, right or wrong. */
const WRONG = { max: 10, window: 10 * 60_000 }

/** Codes after which the attempt is not held against anybody, for the password was right. */
const RIGHT = ['under-review']
const WRONG_CODES = ['wrong-credentials', 'wrong-password']

export type Ask = { request: FastifyRequest; reply: FastifyReply; input: unknown }

type SignIns = {
  attempts: Attempts
  devices: KnownDevices
  slow: Slowdown
  accountOf: (username: string) => Promise<User | undefined>
}

/**
 * Lets a service look at the password of a sign-in. It is counted for the name at the address, so that neither somebody's name nor a hall's
 * address is locked for others; the name's own devices are counted each for itself, and all others slowed by what is wrong over all addresses.
 */
export async function countingSignIn<Answer>(
  { attempts, devices, slow, accountOf }: SignIns,
  { request, reply, input }: Ask,
  answer: (requester: Requester) => Promise<Answer>,
): Promise<Answer> {
  const { username } = input as { username: string }
  const name = usernameKey(username)
  const address = normalizeIP(request.ip)
  // As it is before the password is looked at: one that changes meanwhile makes the device unknown.
  const account = await accountOf(username)
  const device = account && devices.find(request, account)
  const who = ['sign-in', name, ...(device ? ['device', device] : [address])]
  const look = () => answer({ address, name, isKnown: device !== undefined })
  const given = await counting(attempts, who, reply, () => (device ? look() : slowed(slow, { name, from: who }, look)))
  if (account) devices.remember(request, reply, account)
  return given
}

async function slowed<Answer>(
  slow: Slowdown,
  { name, from }: { name: string; from: readonly string[] },
  answer: () => Promise<Answer>,
): Promise<Answer> {
  await slow.enter(name, from)
  try {
    const given = await answer()
    await slow.leave(name)
    return given
  } catch (error) {
    if (!isWrong(error)) await slow.leave(name)
    throw error
  }
}

/**
 * Lets a service look at the password of one's own account, which a stranger at an open screen could try. Right ones are counted too: each look
 * takes a turn from those who sign in. A call that brings none is not counted, nor is one that found no turn.
 */
export async function countingOwnPassword<Answer>(attempts: Attempts, { request, reply, input }: Ask, answer: () => Promise<Answer>) {
  const { id, currentPassword } = input as { id?: string; currentPassword?: string }
  if (id !== undefined && currentPassword === undefined) return answer()
  const who = ['own-password', (request.actor as Actor).id]
  refuse(reply, await attempts.take(who, WRONG))
  try {
    return await answer()
  } catch (error) {
    if (codeOf(error) === 'busy') await attempts.giveBack(who)
    throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : '')
const isWrong = (error: unknown) => WRONG_CODES.includes(codeOf(error))

/** Lets a service answer, unless too many passwords of `who` were wrong. A right one clears what went wrong before it. */
async function counting<Answer>(
  attempts: Attempts,
  who: readonly string[],
  reply: FastifyReply,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  // Counted before the password is looked at: of many tries at once no more than the rest go through.
  refuse(reply, await attempts.take(who, WRONG))
  try {
    const given = await answer()
    await attempts.clear(who)
    return given
  } catch (error) {
    if (RIGHT.includes(codeOf(error))) await attempts.clear(who)
    else if (!isWrong(error)) await attempts.giveBack(who)
    throw error
  }
}

/** Throws `busy`, saying when to come again, where there is something to wait for (ms). */
export function refuse(reply: FastifyReply, wait: number) {
  if (wait === 0) return
  reply.header('retry-after', Math.ceil(wait / 1000))
  throw new Refusal('busy')
}

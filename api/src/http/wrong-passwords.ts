import { normalizeIP } from '@fastify/rate-limit'
import { type Actor, Refusal, usernameKey } from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Attempts } from './attempts.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Slowdown } from './slowdown.ts'

/** So many wrong ones in so long (ms); then whoever it was waits. */
const WRONG = { max: 10, window: 10 * 60_000 }

/** Codes after which the attempt is not held against anybody, for the password was right. */
const RIGHT = ['under-review']
const WRONG_CODES = ['wrong-credentials', 'wrong-password']

export type Ask = { request: FastifyRequest; reply: FastifyReply; input: unknown }

/** The name that somebody signs in under, as the input gives it. */
export const nameIn = (input: unknown) => (input as { username: string }).username

/**
 * Lets a service look at the password of a sign-in. It is counted for the name at the address, so that neither somebody's name nor a hall's
 * address is locked for others; the name's own devices are counted each for itself, and all others slowed by what is wrong over all addresses.
 */
export async function countingSignIn<Answer>(
  { attempts, devices, slow }: { attempts: Attempts; devices: KnownDevices; slow: Slowdown },
  ask: Ask,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const username = nameIn(ask.input)
  const name = usernameKey(username)
  const device = devices.find(ask.request, username)
  const who = ['sign-in', name, ...(device ? ['device', device] : [normalizeIP(ask.request.ip)])]
  const given = await counting(attempts, who, ask.reply, () => (device ? answer() : slowed(slow, name, answer)))
  devices.remember(ask.request, ask.reply, username)
  return given
}

async function slowed<Answer>(slow: Slowdown, name: string, answer: () => Promise<Answer>): Promise<Answer> {
  await slow.enter(name)
  try {
    const given = await answer()
    await slow.leave(name)
    return given
  } catch (error) {
    if (!isWrong(error)) await slow.leave(name)
    throw error
  }
}

/** Lets a service look at the password of one's own account, which a stranger at an open screen could try. A call that brings none is not counted. */
export const countingOwnPassword = <Answer>(attempts: Attempts, ask: Ask, answer: () => Promise<Answer>): Promise<Answer> =>
  'id' in (ask.input as object) && (ask.input as { currentPassword?: string }).currentPassword === undefined
    ? answer()
    : counting(attempts, ['own-password', (ask.request.actor as Actor).id], ask.reply, answer)

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

import { normalizeIP } from '@fastify/rate-limit'
import { type Actor, Refusal, type User, usernameKey } from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Requester } from '../deps.ts'
import type { Attempts } from './attempts.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Slowdown } from './slowdown.ts'

/** At a sign-in at most `max` wrong passwords in `window` (ms); of checks of one's own password at most `max`, right or wrong. */
const WRONG = { max: 10, window: 10 * 60_000 }

/** The refusal codes after which the count is cleared, because the password was right. */
const RIGHT_CODES = ['under-review']
const WRONG_CODES = ['wrong-credentials', 'wrong-password']

export type Ask = { request: FastifyRequest; reply: FastifyReply; input: unknown }

type SignIns = {
  attempts: Attempts
  devices: KnownDevices
  slow: Slowdown
  accountOf: (username: string) => Promise<User | undefined>
}

/**
 * Calls `answer`, which verifies the password of a sign-in, unless too many passwords were wrong; then throws `busy`. Wrong passwords count
 * for the username at the IP address, so that neither a username nor the address of a venue is locked for others. A device known for the
 * account has a count of its own. All other attempts are slowed down by the wrong passwords for the username over all addresses.
 */
export async function countingSignIn<Answer>(
  { attempts, devices, slow, accountOf }: SignIns,
  { request, reply, input }: Ask,
  answer: (requester: Requester) => Promise<Answer>,
): Promise<Answer> {
  const { username } = input as { username: string }
  const name = usernameKey(username)
  const address = normalizeIP(request.ip)
  // Read before the password is verified: if the password changes meanwhile, the cookie proves only the old one and the device is unknown.
  const account = await accountOf(username)
  const device = account && devices.find(request, account)
  const key = ['sign-in', name, ...(device ? ['device', device] : [address])]
  const look = () => answer({ address, name, isKnown: device !== undefined })
  const given = await countingWrong(attempts, key, reply, () => (device ? look() : slowed(slow, { name, from: key }, look)))
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
 * Calls `answer`, which verifies the password of the actor's own account, unless there were too many attempts; then throws `busy`. A
 * stranger at an unlocked screen could guess. Right passwords count too, because each verification delays the sign-ins of other people. A
 * call without a password does not count, nor does one that was refused as `busy`.
 */
export async function countingOwnPassword<Answer>(attempts: Attempts, { request, reply, input }: Ask, answer: () => Promise<Answer>) {
  const { id, currentPassword } = input as { id?: string; currentPassword?: string }
  if (id !== undefined && currentPassword === undefined) return answer()
  const key = ['own-password', (request.actor as Actor).id]
  refuse(reply, await attempts.take(key, WRONG))
  try {
    return await answer()
  } catch (error) {
    if (codeOf(error) === 'busy') await attempts.removeNewest(key)
    throw error
  }
}

/** Wrong tokens of links at one IP address: at most `max` in `window` (ms). */
const WRONG_LINKS = { max: 20, window: 60_000 }

/** Calls `answer`, which looks for the link with a token, unless too many tokens from this address were wrong; then throws `busy`. */
export async function countingWrongLinks<Answer>(attempts: Attempts, { request, reply }: Ask, answer: () => Promise<Answer>) {
  const key = ['link', normalizeIP(request.ip)]
  // Counted before the token is looked for, so that parallel attempts cannot exceed the limit.
  refuse(reply, await attempts.take(key, WRONG_LINKS))
  let isWrongToken = false
  try {
    return await answer()
  } catch (error) {
    isWrongToken = codeOf(error) === 'link-ended'
    throw error
  } finally {
    if (!isWrongToken) await attempts.removeNewest(key)
  }
}

/** Codes that no invitation has, at one IP address: at most `max` in `window` (ms). Many guests share the address of one carrier. */
const UNKNOWN_CODES = { max: 60, window: 10 * 60_000 }

/**
 * Calls `answer`, which looks for the invitation with a code. When there is none, throws `not-found`, and `busy` after too many of them from
 * this address. A known code is always answered, because guests share the addresses of carriers; 100 random bits are not found by trying.
 */
export async function countingUnknownCodes<Answer>(
  attempts: Attempts,
  { request, reply }: Pick<Ask, 'request' | 'reply'>,
  answer: () => Promise<Answer>,
) {
  try {
    return await answer()
  } catch (error) {
    if (codeOf(error) !== 'not-found') throw error
    const key = ['code', normalizeIP(request.ip)]
    refuse(reply, await attempts.takeSerially(key, UNKNOWN_CODES))
    throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : '')
const isWrong = (error: unknown) => WRONG_CODES.includes(codeOf(error))

/** Calls `answer` unless too many passwords of `who` were wrong; then throws `busy`. A right password clears the count. */
async function countingWrong<Answer>(
  attempts: Attempts,
  key: readonly string[],
  reply: FastifyReply,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  // Counted before the password is verified, so that parallel attempts cannot exceed the limit.
  refuse(reply, await attempts.take(key, WRONG))
  try {
    const given = await answer()
    await attempts.clear(key)
    return given
  } catch (error) {
    if (RIGHT_CODES.includes(codeOf(error))) await attempts.clear(key)
    else if (!isWrong(error)) await attempts.removeNewest(key)
    throw error
  }
}

/** Throws `busy` with `Retry-After` unless `wait` (ms) is 0. */
export function refuse(reply: FastifyReply, wait: number) {
  if (wait === 0) return
  reply.header('retry-after', Math.ceil(wait / 1000))
  throw new Refusal('busy')
}

import { normalizeIP } from '@fastify/rate-limit'
import type { User } from '@hudur/core/accounts/contract'
import { usernameKey } from '@hudur/core/accounts/username'
import type { Actor } from '@hudur/core/actor'
import { Refusal } from '@hudur/core/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Requester } from '../../deps.ts'
import type { AttemptCounter } from './attempts.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Slowdown } from './slowdown.ts'

/** The rate limit of wrong passwords in sign-ins, and of all checks of the actor's own password. */
const WRONG_PASSWORD_RATE_LIMIT = { max: 10, window: 10 * 60_000 }

/** The refusal codes after which the count is cleared, because the password was right. */
const RIGHT_PASSWORD_CODES = ['under-review']
const WRONG_PASSWORD_CODES = ['wrong-credentials', 'wrong-password']

export type LimitedRequest = { request: FastifyRequest; reply: FastifyReply; input: unknown }

type SignInDeps = {
  attempts: AttemptCounter
  devices: KnownDevices
  slow: Slowdown
  accountOf: (username: string) => Promise<User | undefined>
}

/**
 * Calls `answer`, which verifies a sign-in. Throws `busy` after too many wrong passwords for this username from this IP address, so that
 * neither is locked for others, or from this known device. All others are slowed down by the wrong passwords from all addresses.
 */
export async function limitSignIn<Answer>(
  { attempts, devices, slow, accountOf }: SignInDeps,
  { request, reply, input }: LimitedRequest,
  answer: (requester: Requester) => Promise<Answer>,
): Promise<Answer> {
  const { username } = input as { username: string }
  const name = usernameKey(username)
  const address = normalizeIP(request.ip)
  // Read before the password is verified: if it changes meanwhile, the cookie proves only the old one.
  const account = await accountOf(username)
  const device = account && devices.findDeviceId(request, account)
  const key = ['sign-in', name, ...(device ? ['device', device] : [address])]
  const verifySignIn = () => answer({ address, name, isKnown: device !== undefined })
  const given = await limitWrongPasswords(attempts, key, reply, () =>
    device ? verifySignIn() : answerWithSlowdown(slow, { name, from: key }, verifySignIn),
  )
  if (account) devices.remember(request, reply, account)
  return given
}

async function answerWithSlowdown<Answer>(
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
    if (!isWrongPassword(error)) await slow.leave(name)
    throw error
  }
}

/**
 * Calls `answer`, which verifies the actor's own password. Throws `busy` after too many checks, right or wrong: a stranger at an unlocked
 * screen could guess, and each check delays the sign-ins of others. Calls without a password do not count.
 */
export async function limitOwnPasswordChecks<Answer>(
  attempts: AttemptCounter,
  { request, reply, input }: LimitedRequest,
  answer: () => Promise<Answer>,
) {
  const { id, currentPassword } = input as { id?: string; currentPassword?: string }
  if (id !== undefined && currentPassword === undefined) return answer()
  const key = ['own-password', (request.actor as Actor).id]
  throwIfLimited(reply, await attempts.take(key, WRONG_PASSWORD_RATE_LIMIT))
  try {
    return await answer()
  } catch (error) {
    if (codeOf(error) === 'busy') await attempts.removeNewest(key)
    throw error
  }
}

/** The rate limit of wrong link tokens from one IP address: at most `max` in `window` ms. */
const LINK_TOKEN_RATE_LIMIT = { max: 20, window: 60_000 }

/** Calls `answer`, which looks for the link with a token. Throws `busy` instead after too many wrong tokens from the IP address. */
export async function limitWrongLinkTokens<Answer>(
  attempts: AttemptCounter,
  { request, reply }: LimitedRequest,
  answer: () => Promise<Answer>,
) {
  const key = ['link', normalizeIP(request.ip)]
  // The attempt is counted before the link is looked for, so that parallel attempts cannot exceed the limit.
  throwIfLimited(reply, await attempts.take(key, LINK_TOKEN_RATE_LIMIT))
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

/** The rate limit of unknown codes from one IP address, which many guests of one carrier may share. */
const UNKNOWN_CODE_RATE_LIMIT = { max: 60, window: 10 * 60_000 }

/**
 * Calls `answer`. When it throws `not-found` too often for one IP address, throws `busy`. A known code is always answered, because guests
 * may share the address of a carrier. No code can be guessed: it has 100 random bits.
 */
export async function limitUnknownCodes<Answer>(
  attempts: AttemptCounter,
  { request, reply }: Pick<LimitedRequest, 'request' | 'reply'>,
  answer: () => Promise<Answer>,
) {
  try {
    return await answer()
  } catch (error) {
    if (codeOf(error) !== 'not-found') throw error
    const key = ['code', normalizeIP(request.ip)]
    throwIfLimited(reply, await attempts.takeSerially(key, UNKNOWN_CODE_RATE_LIMIT))
    throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : '')
const isWrongPassword = (error: unknown) => WRONG_PASSWORD_CODES.includes(codeOf(error))

/** Calls `answer`. Throws `busy` instead after too many wrong passwords of `key`. A right password clears the count. */
async function limitWrongPasswords<Answer>(
  attempts: AttemptCounter,
  key: readonly string[],
  reply: FastifyReply,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  // The attempt is counted before the password is verified, so that parallel attempts cannot exceed the limit.
  throwIfLimited(reply, await attempts.take(key, WRONG_PASSWORD_RATE_LIMIT))
  try {
    const given = await answer()
    await attempts.clear(key)
    return given
  } catch (error) {
    if (RIGHT_PASSWORD_CODES.includes(codeOf(error))) await attempts.clear(key)
    else if (!isWrongPassword(error)) await attempts.removeNewest(key)
    throw error
  }
}

/** Throws `busy` with `Retry-After` unless `wait` (ms) is 0. */
export function throwIfLimited(reply: FastifyReply, wait: number) {
  if (wait === 0) return
  reply.header('retry-after', Math.ceil(wait / 1000))
  throw new Refusal('busy')
}

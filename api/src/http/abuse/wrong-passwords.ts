import { normalizeIP } from '@fastify/rate-limit'
import type { User } from '@hudur/core/accounts/contract'
import { usernameKey } from '@hudur/core/accounts/username'
import type { Actor } from '@hudur/core/actor'
import { Refusal, type RefusalCode } from '@hudur/core/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Requester } from '../../deps.ts'
import type { AttemptCounter, RateLimit } from './attempts.ts'
import type { KnownDevices } from './known-devices.ts'
import { type Network, networksOf, takeInNetworks } from './networks.ts'
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
 * neither is locked for others, or from this known device. All others are slowed down by the wrong passwords for the username from all
 * addresses, and by those from their address for all usernames.
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
  const networks = networksOf(request.ip)
  const verifySignIn = () => answer({ address, network: networks.at(-1)!.name, name, isKnown: device !== undefined })
  if (!device) await slow.enterNetworks(networks, key)
  const given = await limitWrongPasswords(attempts, key, reply, () =>
    device ? verifySignIn() : answerWithSlowdown(slow, { name, from: key, networks }, verifySignIn),
  )
  if (account) devices.remember(request, reply, account)
  return given
}

async function answerWithSlowdown<Answer>(
  slow: Slowdown,
  { name, from, networks }: { name: string; from: readonly string[]; networks: readonly Network[] },
  answer: () => Promise<Answer>,
): Promise<Answer> {
  await slow.enter(name, from)
  try {
    const given = await answer()
    await slow.leave(name)
    return given
  } catch (error) {
    if (isWrongPassword(error)) await slow.countWrong(networks)
    else await slow.leave(name)
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

/** The rate limit of wrong guesses from one IP address, and the refusal code by which a wrong guess is recognized. */
type GuessLimit = RateLimit & { kind: string; wrong: RefusalCode }

export const WRONG_LINK_TOKENS: GuessLimit = { kind: 'link', wrong: 'link-ended', max: 20, window: 60_000 }
/** Many guests of one carrier may share an IP address. */
export const UNKNOWN_CODES: GuessLimit = { kind: 'code', wrong: 'not-found', max: 60, window: 10 * 60_000 }

/**
 * Calls `answer`. When it refuses too many guesses from one IP address as wrong, throws `busy`. A right guess is always answered, because
 * others at a venue share its address. Nothing can be guessed: a code has 100 random bits, and a token 256.
 */
export async function limitWrongGuesses<Answer>(
  attempts: AttemptCounter,
  { kind, wrong, ...limit }: GuessLimit,
  { request, reply }: Pick<LimitedRequest, 'request' | 'reply'>,
  answer: () => Promise<Answer>,
) {
  try {
    return await answer()
  } catch (error) {
    if (codeOf(error) !== wrong) throw error
    throwIfLimited(reply, await takeInNetworks((...guess) => attempts.takeSerially(...guess), kind, request.ip, limit))
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

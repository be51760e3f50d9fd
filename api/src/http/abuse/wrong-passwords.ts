import { normalizeIP } from '@fastify/rate-limit'
import type { User } from '@hudur/core/accounts/contract'
import { usernameKey } from '@hudur/core/accounts/username'
import type { Actor } from '@hudur/core/actor'
import { Refusal, type RefusalCode } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
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
 * Calls `answer`, which verifies a sign-in. Wrong passwords are counted for each username and IP address, and for each known device
 * separately, so that neither locks out others. Throws `busy` beyond the limit. All attempts of unknown devices are also slowed down by the
 * wrong passwords for the username from all addresses, and by those from their address for all usernames.
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

const ownPasswordKey = ({ actor }: FastifyRequest) => ['own-password', (actor as Actor).id]

/**
 * Calls `answer`, which verifies the actor's own password. Throws `busy` after too many checks, right or wrong: a stranger at an unlocked
 * screen could guess, and each check delays the sign-ins of others.
 */
export async function limitOwnPasswordChecks<Answer>(
  attempts: AttemptCounter,
  { request, reply }: LimitedRequest,
  answer: () => Promise<Answer>,
) {
  const key = ownPasswordKey(request)
  throwIfLimited(reply, await attempts.take(key, WRONG_PASSWORD_RATE_LIMIT))
  try {
    return await answer()
  } catch (error) {
    if (codeOf(error) === 'busy') await attempts.removeNewest(key)
    throw error
  }
}

/**
 * Calls `answer`, which verifies the actor's own password where `currentPassword` is given. Throws `busy` after too many wrong ones, which
 * are counted together with those of `limitOwnPasswordChecks`. A right one clears the count, as in sign-ins. Calls without a password do
 * not count.
 */
export const limitGivenPasswords = <Answer>(
  attempts: AttemptCounter,
  { request, reply, input }: LimitedRequest,
  answer: () => Promise<Answer>,
) =>
  (input as { currentPassword?: string }).currentPassword === undefined
    ? answer()
    : limitWrongPasswords(attempts, ownPasswordKey(request), reply, answer)

/** The rate limit of wrong guesses from one IP address, and the refusal code by which a wrong guess is recognized. */
type GuessLimit = RateLimit & { kind: string; wrong: RefusalCode }

export const WRONG_LINK_TOKENS: GuessLimit = { kind: 'link', wrong: 'link-ended', max: 20, window: 60_000 }
/** The rate limit of unknown codes. It is high, because many guests of one mobile network may share an IP address. */
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

/** The rate limit of wrong PINs of one link from one network. */
const WRONG_PINS = { max: 5, window: 15 * 60_000 }

/**
 * Calls `answer`, which opens a link with a PIN. Throws `busy` after too many wrong PINs of the link from one network of the IP address, so
 * that strangers elsewhere do not lock the gate out. A right PIN clears the count.
 */
export async function limitWrongPins<Answer>(
  attempts: AttemptCounter,
  { request, reply, input }: LimitedRequest,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const { token, pin } = input as { token: string; pin?: string }
  if (pin === undefined) return answer()
  const keys = networksOf(request.ip).map(({ name, factor }) => ({ key: ['link-pin', token, name], max: WRONG_PINS.max * factor }))
  const taken: string[][] = []
  const giveBack = () => Promise.all(taken.map(key => attempts.removeNewest(key)))
  // The attempt is counted before the PIN is verified, so that parallel attempts cannot exceed the limit.
  for (const { key, max } of keys) {
    const waitMs = await attempts.take(key, { ...WRONG_PINS, max })
    if (waitMs > 0) {
      await giveBack()
      throwIfLimited(reply, waitMs, texts.link.pinLocked)
    }
    taken.push(key)
  }
  try {
    const given = await answer()
    await Promise.all(keys.map(({ key }) => attempts.clear(key)))
    return given
  } catch (error) {
    if (codeOf(error) !== 'wrong-pin') await giveBack()
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

/** Throws `busy`, with another text than the usual one if given, and with `Retry-After`, unless `wait` (ms) is 0. */
export function throwIfLimited(reply: FastifyReply, wait: number, text?: string) {
  if (wait === 0) return
  reply.header('retry-after', Math.ceil(wait / 1000))
  throw new Refusal('busy', text === undefined ? {} : { text })
}

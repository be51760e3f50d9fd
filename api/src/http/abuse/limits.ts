import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { usageCounterId } from '@hudur/core/actor'
import type { Endpoint } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountsIn } from '../../accounts/repository.ts'
import type { Database } from '../../database/database.ts'
import type { Requester } from '../../deps.ts'
import { settingsIn } from '../../installation/repository.ts'
import { createAttemptCounter, type RateLimit } from './attempts.ts'
import { createKnownDevices } from './known-devices.ts'
import { takeInNetworks, widestNetworkOf } from './networks.ts'
import { createSlowdown } from './slowdown.ts'
import {
  type LimitedRequest,
  limitGivenPasswords,
  limitOwnPasswordChecks,
  limitSignIn,
  limitWrongGuesses,
  limitWrongPins,
  throwIfLimited,
  UNKNOWN_CODES,
  WRONG_LINK_TOKENS,
} from './wrong-passwords.ts'

/** The rate limit of forms from one IP address, which a family or everybody at a venue may share. */
const FORM_RATE_LIMIT = { max: 30, window: 10 * 60_000 }
/** The daily rate limit of forms from one IP address: one sender cannot use up the stored forms of all visitors. */
const DAILY_FORM_RATE_LIMIT = { max: 200, window: 24 * 60 * 60_000 }
/** The rate limit of registrations from one IP address. It is low, because the response reveals which usernames exist. */
const REGISTRATION_RATE_LIMIT = { max: 10, window: 60 * 60_000 }
/** The rate limit of usernames that one account may name in an hour, because the response reveals which ones exist. */
const USERNAME_RATE_LIMIT = { max: 20, window: 60 * 60_000 }
/** The rate limit of openings of one link. All devices of a gate may open it at the same time. */
const LINK_RATE_LIMIT = { max: 60, timeWindow: 60_000 }

/** The rate limit of requests of one session, counted by session and never by IP address. No scanner reaches 200 requests per second. */
const SESSION_RATE_LIMIT = { max: 2_000, timeWindow: 10_000 }

/** The rate limit of one account or link: three requests per second from each of 300 scanners. */
const ACCOUNT_RATE_LIMIT = { max: 10_000, timeWindow: 10_000 }

/** The maximum number of IP addresses, sessions and accounts whose counts are in memory. */
const MAX_COUNTED_KEYS = 20_000

type CountedRequest = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

/** Throws `busy` with `Retry-After` when a request that was counted is beyond its limit. */
function throwIfExceeded(reply: FastifyReply, counted: CountedRequest) {
  if (!counted.isAllowed && counted.isExceeded) throwIfLimited(reply, counted.ttl)
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export type Limits = {
  /** Returns the hooks that run before the actor is known. They refuse requests from an IP address above its rate limit. */
  addressHooks: (endpoint: Endpoint) => Hook[]
  /** Returns the hooks that refuse requests of a session or an account above its rate limit, once the actor is known. */
  sessionHooks: (endpoint: Endpoint) => Hook[]
  /**
   * Calls `answer` within the rate limits of passwords, registrations and tokens. Throws `busy` beyond them. Without rate limits, `answer`
   * gets no `requester`.
   */
  limitAttempts: <Answer>(
    endpoint: Endpoint,
    ask: LimitedRequest,
    answer: (requester: Requester | undefined) => Promise<Answer>,
  ) => Promise<Answer>
  /** Calls `answer`, and limits how many unknown codes (`not-found`) a caller may try. */
  limitUnknownCodes: <Answer>(ask: Pick<LimitedRequest, 'request' | 'reply'>, answer: () => Promise<Answer>) => Promise<Answer>
}

type LimitOptions = {
  db: Database
  now: () => Date
  isOn: boolean
  isHttps: boolean
  tokenOf: (request: FastifyRequest) => string | undefined
}

/** Creates the rate limits; none unless `isOn`. Beyond one, a request is refused as `busy` with `Retry-After`. */
export async function createLimits(app: FastifyInstance, { db, now, isOn, isHttps, tokenOf }: LimitOptions): Promise<Limits> {
  if (!isOn)
    return {
      ...{ addressHooks: () => [], sessionHooks: () => [] },
      ...{ limitAttempts: (_endpoint, _ask, answer) => answer(undefined), limitUnknownCodes: (_ask, answer) => answer() },
    }
  const withoutHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    global: false,
    cache: MAX_COUNTED_KEYS,
    addHeaders: withoutHeaders,
    addHeadersOnExceeding: withoutHeaders,
    errorResponseBuilder: () => new Refusal('busy'),
  })
  const attemptCounter = createAttemptCounter(db, now)
  const devices = createKnownDevices((await settingsIn(db.read).get('device-key')) ?? '', { isHttps })
  const slow = createSlowdown(attemptCounter)
  const accountOf = async (username: string) => (await accountsIn(db.read).findWithHash(username))?.user
  const limitAddress =
    (kind: string, limit: RateLimit): Hook =>
    async (request, reply) =>
      throwIfLimited(reply, await takeInNetworks(attemptCounter.take, kind, request.ip, limit))
  const formHooks = [limitAddress('form', FORM_RATE_LIMIT), limitAddress('form of a day', DAILY_FORM_RATE_LIMIT)]
  const byAddress: { [Limit in NonNullable<Endpoint['limit']>]?: Hook[] } = {
    form: formHooks,
    registration: formHooks,
  }
  const tokensOfLinks = new WeakMap<FastifyRequest, string>()
  const countOfLink = app.createRateLimit({ ...LINK_RATE_LIMIT, keyGenerator: request => String(tokensOfLinks.get(request)) })
  const bySession = app.rateLimit({
    ...SESSION_RATE_LIMIT,
    allowList: request => request.actor === null,
    keyGenerator: request => String(tokenOf(request)),
  }) as Hook
  // The plugin counts a request only in the first of its hooks, so another hook counts requests by account.
  const countOfAccount = app.createRateLimit({
    ...ACCOUNT_RATE_LIMIT,
    keyGenerator: request => String(request.actor && usageCounterId(request.actor)),
  })
  const limitByAccount: Hook = async (request, reply) => {
    if (request.actor === null) return
    throwIfExceeded(reply, await countOfAccount(request))
  }

  return {
    addressHooks: ({ limit }) => (limit && byAddress[limit]) ?? [],
    sessionHooks: ({ limit }) =>
      limit === undefined || limit === 'username' || limit === 'password' || limit === 'given-password' ? [bySession, limitByAccount] : [],
    async limitAttempts({ limit }, ask, answer) {
      if (limit === 'sign-in') return limitSignIn({ attempts: attemptCounter, devices, slow, accountOf }, ask, answer)
      const address = normalizeIP(ask.request.ip)
      const { actor } = ask.request
      const requester = { address, network: widestNetworkOf(ask.request.ip), name: actor?.id, isKnown: actor !== null }
      const answerRequester = () => answer(requester)
      if (limit === 'code') return limitWrongGuesses(attemptCounter, UNKNOWN_CODES, ask, answerRequester)
      if (limit === 'link') {
        tokensOfLinks.set(ask.request, (ask.input as { token: string }).token)
        throwIfExceeded(ask.reply, await countOfLink(ask.request))
        return limitWrongGuesses(attemptCounter, WRONG_LINK_TOKENS, ask, () => limitWrongPins(attemptCounter, ask, answerRequester))
      }
      if (limit === 'password') return limitOwnPasswordChecks(attemptCounter, ask, answerRequester)
      if (limit === 'given-password') return limitGivenPasswords(attemptCounter, ask, answerRequester)
      if (limit === 'username' && actor !== null)
        throwIfLimited(ask.reply, await attemptCounter.take(['username', actor.id], USERNAME_RATE_LIMIT))
      if (limit === 'registration')
        throwIfLimited(ask.reply, await takeInNetworks(attemptCounter.take, 'registration', ask.request.ip, REGISTRATION_RATE_LIMIT))
      return answerRequester()
    },
    limitUnknownCodes: (ask, answer) => limitWrongGuesses(attemptCounter, UNKNOWN_CODES, ask, answer),
  }
}

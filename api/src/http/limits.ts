import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { countedAs, type Endpoint, Refusal } from '@hudur/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountsIn } from '../accounts/repository.ts'
import { settingsIn } from '../connection/repository.ts'
import type { Database } from '../database/database.ts'
import type { Requester } from '../deps.ts'
import { attempts } from './attempts.ts'
import { knownDevices } from './known-devices.ts'
import { slowdown } from './slowdown.ts'
import { type Ask, countingOwnPassword, countingSignIn, countingUnknownCodes, countingWrongLinks, refuse } from './wrong-passwords.ts'

/** Forms of one IP address, which a family or everybody at a venue may share. */
const FORMS = { max: 30, window: 10 * 60_000 }
/** Forms of one IP address in a day: few enough that one sender does not exhaust the limits of all visitors together. */
const FORMS_OF_A_DAY = { max: 200, window: 24 * 60 * 60_000 }
/** Registrations of one IP address: the response reveals which usernames exist. */
const REGISTRATIONS = { max: 10, window: 60 * 60_000 }
/** Sign-ins of one IP address: the staff of a venue sign in together. */
const SIGN_INS = { max: 60, timeWindow: 60_000 }

/** Requests of one session, counted by session and never by IP address: 200 per second without end, which no scanner reaches. */
const SESSION = { max: 2_000, timeWindow: 10_000 }

/** Requests of one account, which may have 500 sessions, or of one link: enough for three per second from each of 300 scanners. */
const ACCOUNT = { max: 10_000, timeWindow: 10_000 }

/** The most IP addresses, sessions and accounts whose counts are in memory. */
const MAX_COUNTS = 20_000

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export type Limits = {
  /** Returns the hooks that run before the actor is known: they refuse an IP address above its rate limit. */
  ofAddress: (endpoint: Endpoint) => Hook[]
  /**
   * Returns the hooks that run when the actor is known: they refuse a session above its rate limit, and an account whose sessions together
   * are above theirs.
   */
  ofSession: (endpoint: Endpoint) => Hook[]
  /**
   * Calls `answer` unless the caller has reached the limit of password attempts or registrations. `requester` is the caller for whom
   * passwords are hashed or verified; undefined when rate limits are off.
   */
  around: <Answer>(endpoint: Endpoint, ask: Ask, answer: (requester: Requester | undefined) => Promise<Answer>) => Promise<Answer>
  /** Calls `answer`, and limits how many unknown codes (`not-found`) the caller may try. */
  aroundCode: <Answer>(ask: Pick<Ask, 'request' | 'reply'>, answer: () => Promise<Answer>) => Promise<Answer>
}

type Parts = { db: Database; now: () => Date; isOn: boolean; isHttps: boolean; tokenOf: (request: FastifyRequest) => string | undefined }

/** Creates the rate limits of all endpoints; `isOn` is false in load tests. Refusals are `busy` with `Retry-After`. */
export async function limits(app: FastifyInstance, { db, now, isOn, isHttps, tokenOf }: Parts): Promise<Limits> {
  if (!isOn)
    return {
      ...{ ofAddress: () => [], ofSession: () => [] },
      ...{ around: (_endpoint, _ask, answer) => answer(undefined), aroundCode: (_ask, answer) => answer() },
    }
  const withoutHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    global: false,
    cache: MAX_COUNTS,
    addHeaders: withoutHeaders,
    addHeadersOnExceeding: withoutHeaders,
    errorResponseBuilder: () => new Refusal('busy'),
  })
  const shared = attempts(db, now)
  const devices = knownDevices((await settingsIn(db.read).get('device-key')) ?? '', { isHttps })
  const slow = slowdown(shared)
  const accountOf = async (username: string) => (await accountsIn(db.read).findWithHash(username))?.user
  const form: Hook = async (request, reply) => refuse(reply, await shared.take(['form', normalizeIP(request.ip)], FORMS))
  const formOfDay: Hook = async (request, reply) =>
    refuse(reply, await shared.take(['form of a day', normalizeIP(request.ip)], FORMS_OF_A_DAY))
  const byAddress = {
    form: [form, formOfDay],
    registration: [form, formOfDay],
    'sign-in': [app.rateLimit(SIGN_INS) as Hook],
    password: [],
    link: [app.rateLimit(SIGN_INS) as Hook],
    code: [],
  } satisfies Record<string, Hook[]>
  const bySession = app.rateLimit({
    ...SESSION,
    allowList: request => request.actor === null,
    keyGenerator: request => String(tokenOf(request)),
  }) as Hook
  // The plugin counts a request only in the first of its hooks, so the account is counted by a hook of our own.
  const countOfAccount = app.createRateLimit({ ...ACCOUNT, keyGenerator: request => String(request.actor && countedAs(request.actor)) })
  const byAccount: Hook = async (request, reply) => {
    if (request.actor === null) return
    const limitResult = await countOfAccount(request)
    if (!limitResult.isAllowed && limitResult.isExceeded) refuse(reply, limitResult.ttl)
  }

  return {
    ofAddress: ({ limit }) => (limit ? byAddress[limit] : []),
    ofSession: ({ limit }) => (limit === undefined || limit === 'password' ? [bySession, byAccount] : []),
    async around({ limit }, ask, answer) {
      if (limit === 'sign-in') return countingSignIn({ attempts: shared, devices, slow, accountOf }, ask, answer)
      const address = normalizeIP(ask.request.ip)
      const { actor } = ask.request
      const requester = { address, name: actor?.id, isKnown: actor !== null }
      if (limit === 'code') return countingUnknownCodes(shared, ask, () => answer(requester))
      if (limit === 'link') return countingWrongLinks(shared, ask, () => answer(requester))
      if (limit === 'password') return countingOwnPassword(shared, ask, () => answer(requester))
      if (limit === 'registration') refuse(ask.reply, await shared.take(['registration', address], REGISTRATIONS))
      return answer(requester)
    },
    aroundCode: (ask, answer) => countingUnknownCodes(shared, ask, answer),
  }
}

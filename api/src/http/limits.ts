import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { type Endpoint, Refusal } from '@hudur/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountsIn } from '../accounts/repository.ts'
import { settingsIn } from '../connection/repository.ts'
import type { Database } from '../database/database.ts'
import type { Requester } from '../deps.ts'
import { attempts } from './attempts.ts'
import { knownDevices } from './known-devices.ts'
import { slowdown } from './slowdown.ts'
import { type Ask, countingOwnPassword, countingSignIn, refuse } from './wrong-passwords.ts'

/** By address: a family or a hall may share one, and its staff sign in together. */
const FORMS = { max: 30, window: 10 * 60_000 }
/** What one address sends in a day leaves room for the forms of others. */
const FORMS_OF_A_DAY = { max: 200, window: 24 * 60 * 60_000 }
/** A registration's answer reveals which names exist: so often it is given to an address. */
const REGISTRATIONS = { max: 10, window: 60 * 60_000 }
const SIGN_INS = { max: 60, timeWindow: 60_000 }

/** By session, never by address: two hundred a second for as long as one likes, which no door meets. */
const SESSION = { max: 2_000, timeWindow: 10_000 }

/** By account, which may have 500 sessions: three a second from each of 300 doors. */
const ACCOUNT = { max: 10_000, timeWindow: 10_000 }

/** How many addresses, sessions and accounts are remembered. */
const REMEMBERED = 20_000

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export type Limits = {
  /** Before anybody looks who is asking: refuses an address that has asked too often. */
  ofAddress: (endpoint: Endpoint) => Hook[]
  /** Once it is known who is asking: refuses a session that asks faster than people do, and an account whose sessions together do. */
  ofSession: (endpoint: Endpoint) => Hook[]
  /** Lets a service answer, unless too many of its caller's passwords were wrong. `requester` is for whom passwords are verified; undefined where callers are not counted. */
  around: <Answer>(endpoint: Endpoint, ask: Ask, answer: (requester: Requester | undefined) => Promise<Answer>) => Promise<Answer>
}

type Parts = { db: Database; now: () => Date; isOn: boolean; isHttps: boolean; tokenOf: (request: FastifyRequest) => string | undefined }

/** How often each endpoint may be asked; `isOn` false is for load tests. Refusals are `busy` and say when to come again. */
export async function limits(app: FastifyInstance, { db, now, isOn, isHttps, tokenOf }: Parts): Promise<Limits> {
  if (!isOn) return { ofAddress: () => [], ofSession: () => [], around: (_endpoint, _ask, answer) => answer(undefined) }
  const unsaid = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    global: false,
    cache: REMEMBERED,
    addHeaders: unsaid,
    addHeadersOnExceeding: unsaid,
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
  } satisfies Record<string, Hook[]>
  const bySession = app.rateLimit({
    ...SESSION,
    allowList: request => request.actor === null,
    keyGenerator: request => String(tokenOf(request)),
  }) as Hook
  // Of the hooks that the plugin makes, only the first counts a request.
  const countOfAccount = app.createRateLimit({ ...ACCOUNT, keyGenerator: request => String(request.actor?.id) })
  const byAccount: Hook = async (request, reply) => {
    if (request.actor === null) return
    const counted = await countOfAccount(request)
    if (!counted.isAllowed && counted.isExceeded) refuse(reply, counted.ttl)
  }

  return {
    ofAddress: ({ limit }) => (limit ? byAddress[limit] : []),
    ofSession: ({ limit }) => (limit === undefined || limit === 'password' ? [bySession, byAccount] : []),
    async around({ limit }, ask, answer) {
      if (limit === 'sign-in') return countingSignIn({ attempts: shared, devices, slow, accountOf }, ask, answer)
      const address = normalizeIP(ask.request.ip)
      const { actor } = ask.request
      const requester = { address, name: actor?.id, isKnown: actor !== null }
      if (limit === 'password') return countingOwnPassword(shared, ask, () => answer(requester))
      if (limit === 'registration') refuse(ask.reply, await shared.take(['registration', address], REGISTRATIONS))
      return answer(requester)
    },
  }
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { User } from '@hudur/core/accounts/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie that proves a sign-in with the present password of an account. It gives no access and outlasts a sign-out. */
const DEVICE_COOKIE = 'hudur-device'

/** The longest time (s) for which browsers store a cookie. */
const COOKIE_LIFETIME_S = 400 * 86_400

/** The maximum number of accounts in the cookie of a device. The account of the last sign-in comes first. */
const MAX_ACCOUNTS_PER_DEVICE = 8

const ID_BYTES = 16
/** The length of a proof in base64url characters: 132 bits of the MAC. */
const PROOF_LENGTH = 22

const isEqualInConstantTime = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

type Account = Pick<User, 'id' | 'passwordChangedAt'>

/**
 * Recognizes devices by a cookie with a random device id and, for each account, a MAC of it, the account's id and the time of its last
 * password change. It contains no usernames, and the server stores nothing of it.
 */
export function createKnownDevices(key: string, { isHttps }: { isHttps: boolean }) {
  const proofOf = (device: string, { id, passwordChangedAt }: Account) =>
    createHmac('sha256', key)
      .update(JSON.stringify([device, id, passwordChangedAt]))
      .digest('base64url')
      .slice(0, PROOF_LENGTH)

  function readDeviceCookie({ cookies }: FastifyRequest) {
    const [id = '', ...proofs] = (cookies[DEVICE_COOKIE] ?? '').split('.', MAX_ACCOUNTS_PER_DEVICE + 1)
    return { id, proofs }
  }

  return {
    /** Returns the id of the requesting device when it has signed in to this account with the present password; otherwise undefined. */
    findDeviceId(request: FastifyRequest, account: Account): string | undefined {
      const { id, proofs } = readDeviceCookie(request)
      const expected = proofOf(id, account)
      return proofs.some(proof => isEqualInConstantTime(proof, expected)) ? id : undefined
    },

    /** Adds to the cookie of the device the proof that it has signed in to this account. */
    remember(request: FastifyRequest, reply: FastifyReply, account: Account) {
      const before = readDeviceCookie(request)
      const hasValidId = /^[\w-]{22}$/.test(before.id)
      const id = hasValidId ? before.id : randomBytes(ID_BYTES).toString('base64url')
      const proof = proofOf(id, account)
      const proofs = [proof, ...(hasValidId ? before.proofs : []).filter(other => other !== proof)].slice(0, MAX_ACCOUNTS_PER_DEVICE)
      reply.setCookie(DEVICE_COOKIE, [id, ...proofs].join('.'), {
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https' || isHttps,
        maxAge: COOKIE_LIFETIME_S,
      })
    },
  }
}

export type KnownDevices = ReturnType<typeof createKnownDevices>

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { User } from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Outlives a sign-out: a browser that has signed in to an account is known by it, until the password changes. It opens nothing. */
const DEVICE_COOKIE = 'hudur-device'

/** The longest that browsers keep a cookie, in seconds. */
const LIFETIME = 400 * 86_400

/** How many accounts a device is known for, the last ones first. */
const ACCOUNTS = 8

const ID_BYTES = 16
/** 132 bits of a MAC. */
const PROOF_LENGTH = 22

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

type Account = Pick<User, 'id' | 'passwordChangedAt'>

/**
 * Devices by a cookie: a random id and, for each account, a MAC of both and of the date of its password under the server's `key`. Names do not
 * stand in it, and the server stores nothing of it.
 */
export function knownDevices(key: string, { isHttps }: { isHttps: boolean }) {
  const proofOf = (device: string, { id, passwordChangedAt }: Account) =>
    createHmac('sha256', key)
      .update(JSON.stringify([device, id, passwordChangedAt]))
      .digest('base64url')
      .slice(0, PROOF_LENGTH)

  function read({ cookies }: FastifyRequest) {
    const [id = '', ...proofs] = (cookies[DEVICE_COOKIE] ?? '').split('.', ACCOUNTS + 1)
    return { id, proofs }
  }

  return {
    /** The id of the device that asks, if it has signed in to this account with its present password. */
    find(request: FastifyRequest, account: Account): string | undefined {
      const { id, proofs } = read(request)
      const expected = proofOf(id, account)
      return proofs.some(proof => isSame(proof, expected)) ? id : undefined
    },

    /** The device that asks has signed in to this account. */
    remember(request: FastifyRequest, reply: FastifyReply, account: Account) {
      const before = read(request)
      const isOurs = /^[\w-]{22}$/.test(before.id)
      const id = isOurs ? before.id : randomBytes(ID_BYTES).toString('base64url')
      const proof = proofOf(id, account)
      const proofs = [proof, ...(isOurs ? before.proofs : []).filter(other => other !== proof)].slice(0, ACCOUNTS)
      reply.setCookie(DEVICE_COOKIE, [id, ...proofs].join('.'), {
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https' || isHttps,
        maxAge: LIFETIME,
      })
    },
  }
}

export type KnownDevices = ReturnType<typeof knownDevices>

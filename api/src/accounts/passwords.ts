import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { throwIfInsideWrite } from '../database/database.ts'
import type { Requester } from '../deps.ts'
import { createHashQueue } from './hash-queue.ts'

/**
 * The cost of a new argon2id hash: memory (KiB) and passes, which take 27 ms on two cores. Hashes are computed one at a time: with a higher
 * cost the last of forty sign-ins would wait for seconds. Tests lower it in `testing/quick-passwords.ts`.
 */
export const hashCost = { memory: 19_456, passes: 2 }
const SALT_BYTES = 16
const HASH_BYTES = 32

const argon2Async = promisify(argon2)

/** The queue in which this process computes its password hashes. */
export const passwordQueue = createHashQueue()

function runHashJob<T>(work: () => Promise<T>, requester: Requester | undefined): Promise<T> {
  throwIfInsideWrite('hashing')
  return passwordQueue.run(work, requester)
}

/** Derives the argon2id hash of `message`. Its Unicode normal form makes the hash independent of the keyboard. */
const deriveHash = (message: string, salt: Buffer, { memory, passes }: typeof hashCost) =>
  argon2Async('argon2id', { message, nonce: salt, parallelism: 1, tagLength: HASH_BYTES, memory, passes })

const toPhcNotation = ({ memory, passes }: typeof hashCost, salt: Buffer, derived: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${salt.toString('base64url')}$${derived.toString('base64url')}`

/** Hashes a password with a new salt. Returns the hash in PHC notation. Throws `Refusal('busy')` when too many hashings wait. */
export async function hashPassword(password: string, requester?: Requester) {
  const salt = randomBytes(SALT_BYTES)
  return toPhcNotation(hashCost, salt, await runHashJob(() => deriveHash(password.normalize('NFKC'), salt, hashCost), requester))
}

/**
 * Returns whether `hash` was made from `password`. Takes the same time without a `hash`. Throws `Refusal('busy')` when too many hashings
 * wait.
 */
export async function verifyPassword(password: string, hash: string | undefined, requester?: Requester) {
  const [, , , cost = '', salt = '', expected = ''] = (
    hash ?? toPhcNotation(hashCost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))
  ).split('$')
  const [memory = 0, passes = 0] = cost.split(',').map(part => Number(part.slice(2)))
  return runHashJob(async () => {
    const actual = await deriveHash(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), { memory, passes })
    return timingSafeEqual(actual, Buffer.from(expected, 'base64url')) && hash !== undefined
  }, requester)
}

/** Returns a hash of no password, for an account whose user has set none yet. Verifying it takes as long as any other. */
export const unusablePasswordHash = () => toPhcNotation(hashCost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))

/** The characters of generated passwords, without those that look alike, such as `l`, `1`, `o` and `0`. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns a random password of 14 characters. */
export const randomPassword = () => Array.from({ length: 14 }, () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)]).join('')

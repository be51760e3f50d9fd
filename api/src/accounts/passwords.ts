import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { refuseInsideWrite } from '../database/database.ts'
import type { Requester } from '../deps.ts'
import { createHashQueue } from './hash-queue.ts'

/**
 * The cost of a new argon2id hash: memory (KiB) and passes, in one lane; 27 ms on the machine where it was measured. With a higher cost
 * forty sign-ins would occupy both cores for seconds. A stored hash contains its own cost. Tests lower it in `testing/quick-passwords.ts`.
 */
export const hashCost = { memory: 19_456, passes: 2 }
const SALT_BYTES = 16
const LENGTH = 32

const derive = promisify(argon2)
const runInQueue = createHashQueue()

function runHash<T>(work: () => Promise<T>, requester: Requester | undefined): Promise<T> {
  refuseInsideWrite('hashing')
  return runInQueue(work, requester)
}

/** Derives the hash of `message`, which the caller has put into a Unicode normal form, so that it does not depend on the keyboard. */
const key = (message: string, salt: Buffer, { memory, passes }: typeof hashCost) =>
  derive('argon2id', { message, nonce: salt, parallelism: 1, tagLength: LENGTH, memory, passes })

const inPhc = ({ memory, passes }: typeof hashCost, salt: Buffer, derived: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${salt.toString('base64url')}$${derived.toString('base64url')}`

/** Hashes a password with a new salt; returns PHC notation. Throws `Refusal('busy')` when too many wait. */
export async function hashPassword(password: string, requester?: Requester) {
  const salt = randomBytes(SALT_BYTES)
  return inPhc(hashCost, salt, await runHash(() => key(password.normalize('NFKC'), salt, hashCost), requester))
}

/** Returns the normal forms that a hash may have been made of: NFKC, and NFC for older hashes. */
const formsOf = (password: string) => new Set([password.normalize('NFKC'), password.normalize('NFC')])

/**
 * Returns whether `hash` was made of `password`; false, after the same time, when there is no hash. Throws `Refusal('busy')` when too many
 * wait.
 */
export async function verifyPassword(password: string, hash: string | undefined, requester?: Requester) {
  const [, , , cost = '', salt = '', expected = ''] = (hash ?? inPhc(hashCost, randomBytes(SALT_BYTES), randomBytes(LENGTH))).split('$')
  const [memory = 0, passes = 0] = cost.split(',').map(part => Number(part.slice(2)))
  return runHash(async () => {
    let isSame = false
    for (const form of formsOf(password)) {
      const actual = await key(form, Buffer.from(salt, 'base64url'), { memory, passes })
      isSame ||= timingSafeEqual(actual, Buffer.from(expected, 'base64url'))
    }
    return isSame && hash !== undefined
  }, requester)
}

/** The characters of generated passwords, without those that look alike, such as `l`, `1`, `o` and `0`. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns a random password of 14 characters. */
export const randomPassword = () => Array.from({ length: 14 }, () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)]).join('')

import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '@hudur/core'
import { refuseInsideWrite } from '../database/database.ts'

/** argon2id, 19 MiB, two passes, one lane: 27 ms here. Bigger settings let forty sign-ins take both cores for seconds. */
const MEMORY = 19_456
const PASSES = 2
const SALT = 16
const LENGTH = 32
const PREFIX = `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=1$`

/** How many may wait for the one that is being worked on; more are refused as `busy`. */
const QUEUE = 20

const derive = promisify(argon2)
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** One at a time, so that sign-ins never take every core from the doors. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  refuseInsideWrite('hashing')
  if (waiting > QUEUE) throw new Refusal('busy')
  waiting++
  const turn = last.then(work).finally(() => waiting--)
  last = turn.catch(() => {})
  return turn
}

const key = (password: string, salt: Buffer) =>
  derive('argon2id', { message: password.normalize('NFC'), nonce: salt, parallelism: 1, tagLength: LENGTH, memory: MEMORY, passes: PASSES })

/** A password as it is kept: salted, in PHC notation. Throws `Refusal('busy')` when too many wait. */
export async function hashPassword(password: string) {
  const salt = randomBytes(SALT)
  return `${PREFIX}${salt.toString('base64url')}$${(await inTurn(() => key(password, salt))).toString('base64url')}`
}

/** Kept for names that do not exist, so that they take as long as those that do. */
const NOBODY = `${PREFIX}${randomBytes(SALT).toString('base64url')}$${randomBytes(LENGTH).toString('base64url')}`

/** Whether `password` is the one behind `hash`; false, in the same time, when there is no hash. */
export async function verifyPassword(password: string, hash: string | undefined) {
  const [salt = '', expected = ''] = (hash ?? NOBODY).slice(PREFIX.length).split('$')
  const actual = await inTurn(() => key(password, Buffer.from(salt, 'base64url')))
  return timingSafeEqual(actual, Buffer.from(expected, 'base64url')) && hash !== undefined
}

/** Letters and digits that are not mistaken for each other when read from a screen. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password for somebody who has not chosen one. */
export const randomPassword = () => Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

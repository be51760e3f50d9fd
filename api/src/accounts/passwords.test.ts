import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const salt = Buffer.alloc(16, 7)
const hashOf = (message: string) =>
  `$argon2id$v=19$m=64,t=1,p=1$${salt.toString('base64url')}$${argon2Sync('argon2id', { message, nonce: salt, parallelism: 1, tagLength: 32, memory: 64, passes: 1 }).toString('base64url')}`

// Full-width letters, a presentation form and a ligature: NFKC converts them to plain letters, NFC does not.
const TYPED = 'ｓｅｃｒｅｔ ﻣﺤﻤﺪ ﬁ'
const PLAIN = 'secret محمد fi'

test('a password is accepted in every Unicode form that a keyboard may produce', async () => {
  const hash = await hashPassword(TYPED)
  expect(await verifyPassword(PLAIN, hash)).toBe(true)
  expect(await verifyPassword('cafe\u0301-1', await hashPassword('caf\u00e9-1'))).toBe(true)
  expect(await verifyPassword('cafe-1', await hashPassword('caf\u00e9-1'))).toBe(false)
})

test('an old hash of the NFC form still accepts the password it was made of', async () => {
  const before = hashOf(TYPED.normalize('NFC'))
  expect(await verifyPassword(TYPED, before)).toBe(true)
  expect(await verifyPassword('ｓｅｃｒｅｔ', before)).toBe(false)
})

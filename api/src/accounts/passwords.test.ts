import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const salt = Buffer.alloc(16, 7)
const hashOf = (message: string) =>
  `$argon2id$v=19$m=64,t=1,p=1$${salt.toString('base64url')}$${argon2Sync('argon2id', { message, nonce: salt, parallelism: 1, tagLength: 32, memory: 64, passes: 1 }).toString('base64url')}`

// Full-width letters, a presentation form and a ligature: NFKC converts them to plain letters, NFC does not.
const TYPED_PASSWORD = 'ｓｅｃｒｅｔ ﻣﺤﻤﺪ ﬁ'
const NORMALISED_PASSWORD = 'secret محمد fi'

test('verifyPassword accepts the same password in another Unicode form', async () => {
  const hash = await hashPassword(TYPED_PASSWORD)
  expect(await verifyPassword(NORMALISED_PASSWORD, hash)).toBe(true)
  expect(await verifyPassword('cafe\u0301-1', await hashPassword('caf\u00e9-1'))).toBe(true)
  expect(await verifyPassword('cafe-1', await hashPassword('caf\u00e9-1'))).toBe(false)
})

test('verifyPassword accepts an older hash of the password’s NFC form', async () => {
  const before = hashOf(TYPED_PASSWORD.normalize('NFC'))
  expect(await verifyPassword(TYPED_PASSWORD, before)).toBe(true)
  expect(await verifyPassword('ｓｅｃｒｅｔ', before)).toBe(false)
})

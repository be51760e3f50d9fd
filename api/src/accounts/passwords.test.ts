import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

// Full-width letters, a presentation form and a ligature: NFKC converts them to plain letters, NFC does not.
const TYPED_PASSWORD = 'ｓｅｃｒｅｔ ﻣﺤﻤﺪ ﬁ'
const NORMALISED_PASSWORD = 'secret محمد fi'

test('verifyPassword accepts the same password in another Unicode form', async () => {
  const hash = await hashPassword(TYPED_PASSWORD)
  expect(await verifyPassword(NORMALISED_PASSWORD, hash)).toBe(true)
  expect(await verifyPassword('cafe\u0301-1', await hashPassword('caf\u00e9-1'))).toBe(true)
  expect(await verifyPassword('cafe-1', await hashPassword('caf\u00e9-1'))).toBe(false)
})

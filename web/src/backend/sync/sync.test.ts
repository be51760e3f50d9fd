import { expect, test } from 'vitest'
import { invite, scenarios } from '../../../testing/scenarios.ts'

const { testServer } = scenarios()

test('a download without an answer leaves the sync unfinished until one is complete', async () => {
  const { username } = await testServer().newAccount()
  const phone = await testServer().newPhone()
  const desk = await testServer().desk(username)
  await invite(desk, 'سلمى')
  phone.failAt(/changes\.php/)
  await phone.signIn(username)
  await phone.sync.run()
  expect(phone.sync.isUnfinished()).toBe(true)
  expect(phone.status.get().replica).toBeNull()
  phone.failAt(/nothing/)
  await phone.sync.run()
  expect(phone.sync.isUnfinished()).toBe(false)
  expect(phone.status.get().replica).toMatchObject({ guests: 1 })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { createQueryClient, keepCacheUpToDate } from './product.tsx'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

test('keepCacheUpToDate requests changes at once when connected', async () => {
  const { username } = await testServer.newAccount()
  const phone = await testServer.newPhone()
  await phone.signIn(username)
  await phone.connection.retest()
  await phone.sync.run()
  expect(phone.connection.get()).toBe('connected')
  phone.requests.length = 0
  keepCacheUpToDate(phone, createQueryClient(phone))
  await expect.poll(() => phone.requests.filter(request => request.includes('/changes.php'))).not.toEqual([])
})

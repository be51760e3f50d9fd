import { openDB } from 'idb'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../api/src/database/open.ts'
import {
  createStorageOf090,
  deviceOf090,
  figuresOf090,
  NOW_OF_090,
  type readFigures,
  requestsOf090,
} from '../../../api/testing/version-090.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { loadLocalPart } from './load-local.ts'

const clock = { now: () => NOW_OF_090 }

/** Creates the IndexedDB database of a device of version 0.9.0, with the schema of that version. */
async function createDeviceOf090(name: string) {
  const db = await openDB(name, 3, {
    upgrade(db) {
      db.createObjectStore('invitations', { keyPath: 'id' }).createIndex('codes', 'codes', { multiEntry: true })
      const scans = db.createObjectStore('scans', { keyPath: ['account', 'nonce'] })
      scans.createIndex('invitation', 'invitationId')
      scans.createIndex('open', 'open')
      scans.createIndex('account', 'account')
      const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      outbox.createIndex('state', ['account', 'state'])
      outbox.createIndex('nonce', ['account', 'nonce'])
      db.createObjectStore('accounts', { keyPath: 'id' })
      db.createObjectStore('verifiers', { keyPath: 'key' }).createIndex('user', 'userId')
      db.createObjectStore('meta')
      db.createObjectStore('events', { keyPath: 'id' })
    },
  })
  const { meta, stores } = deviceOf090()
  for (const [store, rows] of Object.entries(stores)) for (const row of rows) await db.put(store, row)
  for (const [key, value] of Object.entries(meta)) await db.put('meta', value, key)
  db.close()
}

test('a device of version 0.9.0 keeps its guests and uploads its outbox', async () => {
  await loadLocalPart()
  const storage = await createStorageOf090('sqlite')
  const testServer = await openTestServer(clock, openDatabase(storage))
  const { username, userId, password, after } = figuresOf090()
  await createDeviceOf090('version 0.9.0')
  const phone = await testServer.newPhone({ name: 'version 0.9.0', ...clock })
  const uploads = requestsOf090().filter(({ path, body }) => body !== undefined && !path.startsWith('/api/link/'))
  phone.cookies.set('hudur', /hudur=([^;]+)/.exec(uploads[0]?.headers.cookie ?? '')?.[1] ?? '')

  await phone.networkState('refusing')
  await phone.status.changed()
  expect(phone.status.get()).toMatchObject({ waiting: 5, rejected: [], replica: { guests: 7 } })
  expect(await phone.backend.accounts.me({})).toMatchObject({ id: userId })
  const { rows } = await phone.backend.invitations.list({})
  expect(rows.map(({ guestName, currentScans }) => `${guestName} ${currentScans}`).sort()).toEqual([
    'أحمد 1',
    'خالد 1',
    'سارة ناصر 1',
    'ضيفة بلا شبكة 0',
    'علي القحطاني 0',
    'هدى وعائلتها 1',
    'يوسف 0',
  ])
  const sara = rows.find(({ guestName }) => guestName === 'سارة ناصر')!
  expect(await phone.backend.checkIn.check({ qr_code: sara.id })).toMatchObject({ outcome: 'used' })
  expect(await phone.device.verifiers.check(username, password)).toBe(userId)

  phone.requests.length = 0
  await phone.networkState('open')
  await phone.sync.run()
  expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
  const sent = phone.requests.filter(request => request.endsWith('}'))
  expect(sent.slice(0, -1)).toEqual(uploads.map(({ path, body }) => `${phone.base}${path} ${body}`))
  expect(sent.at(-1)).toMatch(/"outcome":"used"}$/)
  const { list } = after as Awaited<ReturnType<typeof readFigures>>
  expect((await (await testServer.desk(username)).invitations.list({})).total).toBe(list.total)
  await testServer.close()
  await storage.remove()
})

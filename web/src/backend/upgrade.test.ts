import { openDB } from 'idb'
import { expect, test } from 'vitest'
import { event, findInvitation, inviteGuests, setUpScenarios } from '../../testing/scenarios.ts'
import type { Phone } from '../../testing/test-server.ts'
import { readDownloadStart } from './sync/download.ts'

const { scenario, testServer } = setUpScenarios()

/** Copies the storage of a phone into a database of version 1, which has no object store for events and no event ids in its rows. */
async function copyStorageAsVersion1({ device: { store } }: Phone, name: string) {
  const old = await openDB(name, 1, {
    upgrade(db) {
      db.createObjectStore('invitations', { keyPath: 'id' })
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
    },
  })
  for (const { invitation, ...row } of await store.getAll('invitations')) {
    const { eventId: _event, table: _table, note: _note, isVip: _isVip, side: _side, code: _code, state: _state, ...before } = invitation
    await old.put('invitations', { ...row, eventKey: invitation.eventName, invitation: before })
  }
  for (const stored of ['scans', 'outbox', 'accounts', 'verifiers'] as const)
    for (const row of await store.getAll(stored)) await old.put(stored, row)
  for (const key of await store.getAllKeys('meta')) await old.put('meta', await store.get('meta', key), key)
  const { knowsCodes: _, ...cursor } = await old.get('meta', 'copy')
  await old.put('meta', cursor, 'copy')
  old.close()
}

test('a device upgraded from database version 1 keeps scans and outbox', async () => {
  const { phone: before, desk, user, invited } = await scenario({ guests: ['سارة', 'علي'] })
  const [sara, ali] = invited
  await before.networkState('refusing')
  await before.backend.scanning.check({ qr_code: sara!.id })
  const [huda] = await inviteGuests(before.backend, 'هدى')
  await copyStorageAsVersion1(before, 'version 1')
  // The rows of version 1 have no event ids, so only a full download gives them the new name of the event.
  await desk.events.update({ id: sara!.eventId!, name: 'حفل الياسمين' })

  const phone = await testServer().newPhone({ name: 'version 1' })
  await phone.networkState('refusing')
  await phone.status.changed()
  expect(phone.device.store.version).toBe(3)
  expect(phone.status.get()).toMatchObject({ waiting: 2, replica: { guests: 3 } })
  const newerFields = { eventId: null, table: null, note: null, isVip: false, side: null, state: 'valid' }
  expect((await phone.backend.invitations.list({})).rows).toMatchObject(
    ['هدى', 'سارة', 'علي'].map(guestName => ({ ...event, ...newerFields, guestName })),
  )
  expect((await findInvitation(phone.backend, ali!.id))?.code).toBe(ali!.id)
  expect(await phone.backend.scanning.check({ qr_code: sara!.id })).toMatchObject({ outcome: 'used' })
  expect(await phone.backend.scanning.check({ qr_code: ali!.id, eventId: sara!.eventId!, ...event })).toMatchObject({ outcome: 'admitted' })
  expect(await phone.backend.events.list({})).toEqual({ rows: [], total: 0 })
  expect((await readDownloadStart(phone.device, user.id)).from).toEqual({ knows: 'codes' })

  await phone.networkState('open')
  await phone.signIn(user.username)
  await phone.sync.run()
  expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
  expect(await desk.invitations.stats({})).toMatchObject({ total: 3, arrived: 2 })
  expect(await desk.scanning.conflicts({})).toMatchObject({ total: 0 })
  expect((await readDownloadStart(phone.device, user.id)).from).toMatchObject({ since: expect.any(String) })
  await phone.networkState('refusing')
  for (const { id } of [sara!, ali!, huda!])
    expect(await findInvitation(phone.backend, id)).toMatchObject({ eventId: sara!.eventId, eventName: 'حفل الياسمين' })
  expect(await phone.backend.events.list({})).toMatchObject({ total: 1, rows: [{ invitations: 3, arrived: 2 }] })
})

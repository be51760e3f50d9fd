import { UnreachableError } from '@hudur/core/http-backend'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createId, inviteGuests, setUpScenarios } from '../../testing/scenarios.ts'
import type { Phone } from '../../testing/test-server.ts'

const { scenario, testServer } = setUpScenarios()

describe('a browser whose storage fails', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** Makes every write to IndexedDB fail with `QuotaExceededError`. */
  function makeWritesFail() {
    const throwQuotaExceeded = () => {
      throw new DOMException('the disk is full', 'QuotaExceededError')
    }
    for (const name of ['put', 'add'] as const) vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(throwQuotaExceeded)
  }

  const storageFailures: Record<string, (phone: Phone) => void> = {
    'with IndexedDB closed': ({ device }) => device.store.close(),
    'with a full disk': makeWritesFail,
  }

  test.each(Object.entries(storageFailures))('%s calls still reach the server, and canStoreData is false', async (_, causeFailure) => {
    const { phone, desk, invited, user } = await scenario({ guests: ['سارة', 'علي'] })
    causeFailure(phone)
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: user.id })
    expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
    expect(await phone.backend.invitations.stats({})).toMatchObject({ arrived: 1 })
    expect(await phone.backend.checkIn.arrivals({})).toMatchObject({ arrived: 1 })
    await inviteGuests(phone.backend, 'هدى')
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ canStoreData: false })
    await phone.backend.accounts.logout({})
    expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
    expect(await desk.invitations.stats({})).toMatchObject({ total: 3, arrived: 1 })
  })

  test.each(Object.entries(storageFailures))('%s an offline scan is rejected because it cannot be stored', async (_, causeFailure) => {
    const { phone, desk, invited } = await scenario()
    await phone.networkState('refusing')
    causeFailure(phone)
    await expect(phone.backend.checkIn.check({ qr_code: invited[0]!.id })).rejects.toThrow('no answer')
    await phone.networkState('open')
    expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 1 })
  })

  test('with a full disk each outbox entry is uploaded once', async () => {
    const { phone, desk, invited } = await scenario({ guests: Array.from({ length: 25 }, (_, n) => `ضيف ${n}`) })
    await phone.networkState('refusing')
    for (const { id } of invited) await phone.backend.checkIn.check({ qr_code: id })
    makeWritesFail()
    await phone.networkState('open')
    await phone.sync.run()
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 25 })
    expect(phone.status.get()).toMatchObject({ waiting: 25, canStoreData: false })
    let uploads = 0
    phone.sync.onUploaded(() => uploads++)
    await phone.sync.run()
    expect(uploads, 'an uploaded entry is not sent again').toBe(0)

    vi.restoreAllMocks()
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ canStoreData: true })
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 25 })
    expect(await desk.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
  })

  test('with a full disk the device still reads its replica offline', async () => {
    const { phone, invited, user } = await scenario({ guests: ['سارة', 'علي'] })
    makeWritesFail()
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: user.id })
    phone.cookies.clear()
    expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
    expect(phone.status.get()).toMatchObject({ canStoreData: false, needsSignIn: false })
    await phone.networkState('refusing')
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: user.id })
    expect(await phone.backend.invitations.stats({})).toMatchObject({ total: 2 })
    vi.restoreAllMocks()
    expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
  })

  test('canStoreData is true again after the first successful write', async () => {
    const { phone, invited } = await scenario({ guests: ['سارة', 'علي', 'هدى'] })
    const scan = (n: number) => phone.backend.checkIn.check({ qr_code: invited[n]!.id })
    makeWritesFail()
    await scan(0)
    await expect.poll(() => phone.status.get()).toMatchObject({ canStoreData: false })
    vi.restoreAllMocks()
    await phone.backend.checkIn.check({ qr_code: createId() })
    expect(phone.status.get(), 'an unknown code stores nothing').toMatchObject({ canStoreData: false })
    await scan(1)
    await expect.poll(() => phone.status.get()).toMatchObject({ canStoreData: true })

    await phone.networkState('refusing')
    makeWritesFail()
    await expect(scan(2)).rejects.toThrow('no answer')
    expect(phone.status.get()).toMatchObject({ canStoreData: false })
    vi.restoreAllMocks()
    expect(await scan(2)).toMatchObject({ outcome: 'admitted' })
    expect(phone.status.get()).toMatchObject({ canStoreData: true })
  })

  test('with IndexedDB closed no call uses the previous user’s session', async () => {
    const before = await scenario()
    const { phone, desk, invited } = before
    const other = await testServer().newAccount()
    await phone.signIn(other.username)
    await phone.backend.accounts.logout({ keepsOfflineSignIn: true })
    await phone.signIn(before.user.username)
    await phone.networkState('refusing')
    await phone.signIn(other.username)
    phone.device.store.close()
    const scan = () => phone.backend.checkIn.check({ qr_code: invited[0]!.id })

    phone.become('open')
    await expect(scan(), 'while the connection state is still «disconnected»').rejects.toMatchObject({ code: 'not-signed-in' })
    await phone.networkState('open')
    await expect(scan()).rejects.toMatchObject({ code: 'not-signed-in' })
    await expect(inviteGuests(phone.backend, 'هدى')).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await phone.backend.accounts.me({})).toBeNull()
    await expect(scan()).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await desk.invitations.stats({})).toMatchObject({ total: 1, arrived: 0 })

    expect(await phone.signIn(other.username)).toMatchObject({ id: other.id })
    expect(phone.status.get()).toMatchObject({ needsSignIn: false })
    expect(await scan()).toMatchObject({ outcome: 'refused' })
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: other.id })
  })

  test('with IndexedDB closed an unanswered call rejects', async () => {
    const { phone, invited } = await scenario()
    phone.device.store.close()
    phone.become('gateway')
    await expect(phone.backend.checkIn.check({ qr_code: invited[0]!.id })).rejects.toBeInstanceOf(UnreachableError)
    phone.become('open')
    expect(await phone.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
  })
})

import { describe, expect, test, vi } from 'vitest'
import { createId, findInvitation, inviteGuests, setUpScenarios } from '../../../testing/scenarios.ts'
import { PASSWORD } from '../../../testing/test-server.ts'
import { replicaOf } from '../store/replica-reader.ts'

const { scenario, testServer } = setUpScenarios()

/** Returns a phone on which two users can sign in offline. `user` is signed in, and the server is unreachable. */
async function createPhoneWithTwoOfflineUsers() {
  const { phone, user } = await scenario()
  const other = await testServer().newAccount()
  await phone.signIn(other.username)
  await phone.backend.accounts.logout({ keepsOfflineSignIn: true })
  await phone.signIn(user.username)
  await phone.networkState('refusing')
  return { phone, user, other }
}

describe('signing in and out', () => {
  test('five wrong passwords or 14 days end the offline sign-in', async () => {
    let now = Date.now()
    const { user } = await scenario()
    const phone = await testServer().newPhone({ now: () => new Date(now) })
    await phone.connection.retest()
    await phone.signIn(user.username)
    await phone.networkState('refusing')
    await phone.backend.accounts.logout({ keepsOfflineSignIn: true })
    expect(await phone.backend.accounts.me({})).toBeNull()
    expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: user.id })

    for (let n = 0; n < 5; n++) await expect(phone.signIn(user.username, 'ليست هي')).rejects.toMatchObject({ code: 'wrong-credentials' })
    await expect(phone.signIn(user.username)).rejects.toMatchObject({ code: 'busy' })
    now += 11 * 60_000
    expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
    now += 15 * 86_400_000
    await expect(phone.signIn(user.username)).rejects.toThrow('no answer')
    expect(await phone.device.store.count('verifiers'), 'the expired verifier is deleted at the attempt').toBe(0)
  })

  test.each(['open', 'refusing'] as const)('a sign-out (network %s) ends offline sign-in unless the user keeps it', async networkState => {
    const { phone, user } = await scenario()
    const countVerifiers = () => phone.device.store.count('verifiers')
    expect(await countVerifiers()).toBe(1)
    await phone.networkState(networkState)
    await phone.backend.accounts.logout({})
    expect([await countVerifiers(), await phone.device.store.getAllKeys('accounts')]).toEqual([0, []])
    await phone.networkState('refusing')
    await expect(phone.signIn(user.username)).rejects.toThrow('no answer')

    await phone.networkState('open')
    await phone.signIn(user.username)
    await phone.networkState(networkState)
    await phone.backend.accounts.logout({ keepsOfflineSignIn: true })
    expect(await countVerifiers()).toBe(1)
    await phone.networkState('refusing')
    expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
    await phone.backend.accounts.logout({})
    expect(await countVerifiers(), 'the choice holds for one sign-out').toBe(0)
  })

  test('a sign-in deletes the offline verifier of the previous user', async () => {
    const { phone, user } = await scenario()
    const other = await testServer().newAccount()
    await phone.signIn(other.username)
    expect((await phone.device.store.getAll('verifiers')).map(({ userId }) => userId)).toEqual([other.id])
    await phone.networkState('refusing')
    await expect(phone.signIn(user.username)).rejects.toThrow('no answer')
  })

  test('a user whose server session has expired can sign in offline', async () => {
    const { phone, user } = await scenario()
    phone.cookies.clear()
    expect(await phone.backend.accounts.me({})).toBeNull()
    await phone.networkState('refusing')
    expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
  })

  test('openDevice deletes expired verifiers but not the user’s profile', async () => {
    const name = 'a device opened again'
    const { user } = await scenario()
    const other = await testServer().newAccount()
    const phone = await testServer().newPhone({ name })
    await phone.connection.retest()
    await phone.signIn(other.username)
    await phone.backend.accounts.logout({ keepsOfflineSignIn: true })
    await phone.signIn(user.username)
    expect(await phone.device.store.count('verifiers')).toBe(2)
    const later = await testServer().newPhone({ name, now: () => new Date(Date.now() + 15 * 86_400_000) })
    expect([await later.device.store.count('verifiers'), await later.device.store.getAllKeys('accounts')]).toEqual([0, [user.id]])
  })

  test('a password that was changed on this device works for offline sign-in', async () => {
    const { phone, user } = await scenario()
    await phone.backend.accounts.changePassword({ currentPassword: PASSWORD, newPassword: 'كلمة-سر 9' })
    await phone.networkState('refusing')
    await expect(phone.signIn(user.username)).rejects.toMatchObject({ code: 'wrong-credentials' })
    expect(await phone.signIn(user.username, 'كلمة-سر 9')).toMatchObject({ id: user.id })
    await phone.networkState('open')
    await expect(phone.signIn(user.username)).rejects.toMatchObject({ code: 'wrong-credentials' })
    await phone.networkState('refusing')
    await expect(phone.signIn(user.username, 'كلمة-سر 9')).rejects.toThrow('no answer')
  })

  test('a device keeps a user’s outbox until that user signs in again', async () => {
    const { phone, user, desk, invited } = await scenario()
    const other = await scenario({ guests: ['ضيف آخر'] })
    await phone.networkState('refusing')
    await phone.backend.checkIn.check({ qr_code: invited[0]!.id })
    await phone.backend.accounts.logout({})
    expect(phone.storage.items.size).toBe(0)
    await phone.networkState('open')
    await phone.signIn(other.user.username)
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, replica: { guests: 1 } })
    expect((await replicaOf(phone.device).invitations({ userId: undefined })).map(({ guestName }) => guestName)).toEqual(['ضيف آخر'])
    expect(await findInvitation(desk, invited[0]!.id)).toMatchObject({ currentScans: 0 })
    await phone.signIn(user.username)
    await phone.sync.run()
    expect(await findInvitation(desk, invited[0]!.id)).toMatchObject({ currentScans: 1 })
    const scans = testServer().db.read.selectFrom('scans').select('user_id').where('invitation_id', '=', invited[0]!.id)
    expect(await scans.execute()).toEqual([{ user_id: user.id }])
  })

  test('the replica of the next user counts an uploaded scan once', async () => {
    const { phone, invited } = await scenario()
    const admin = await testServer().newAccount({ isAdmin: true })
    await phone.backend.checkIn.check({ qr_code: invited[0]!.id })
    await phone.signIn(admin.username)
    await phone.sync.run()
    await phone.networkState('refusing')
    expect(await findInvitation(phone.backend, invited[0]!.id)).toMatchObject({ currentScans: 1 })
  })

  test('after an offline sign-out nothing is uploaded with the former session', async () => {
    const { phone, other } = await createPhoneWithTwoOfflineUsers()
    await phone.backend.accounts.logout({})
    await phone.signIn(other.username)
    const [made] = await inviteGuests(phone.backend, 'ضيف الثاني')
    await phone.networkState('open')
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: other.id })
    expect(phone.cookies.size).toBe(0)
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 1, needsSignIn: true })
    await phone.signIn(other.username)
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, needsSignIn: false })
    expect((await (await testServer().desk(other.username)).invitations.list({})).rows).toMatchObject([{ id: made!.id, userId: other.id }])
  })

  test('the first sync after an offline sign-out ends the server session', async () => {
    const { phone, user, other } = await createPhoneWithTwoOfflineUsers()
    await phone.signIn(other.username)
    await phone.networkState('open')
    await phone.sync.run()
    expect(phone.cookies.size).toBe(0)
    expect(phone.status.get()).toMatchObject({ needsSignIn: true })

    await phone.signIn(user.username)
    await phone.networkState('refusing')
    await phone.backend.accounts.logout({})
    await phone.networkState('open')
    await phone.sync.run()
    expect(phone.cookies.size, 'also when nobody signs in afterwards').toBe(0)
  })

  test('a device whose session expired admits guests and uploads later', async () => {
    const { phone, user, desk, invited } = await scenario({ guests: ['سارة', 'علي'] })
    phone.cookies.clear()
    for (const { id } of invited) expect(await phone.backend.checkIn.check({ qr_code: id })).toMatchObject({ outcome: 'admitted' })
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 2, needsSignIn: true })
    await expect(inviteGuests(phone.backend, 'هدى')).rejects.toMatchObject({ code: 'not-signed-in' })
    await phone.signIn(user.username)
    await phone.sync.run()
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 2 })
  })

  test('a refused scan without a server session sets needsSignIn', async () => {
    const { phone } = await scenario()
    phone.cookies.clear()
    phone.loseNext()
    expect(await phone.backend.checkIn.check({ qr_code: createId() })).toMatchObject({ outcome: 'refused' })
    expect(phone.status.get()).toMatchObject({ needsSignIn: true })
  })

  test('the fallback administrator can sign in only offline', async () => {
    const admin = await testServer().newAccount({ isAdmin: true, limit: 3 })
    const phone = await testServer().newPhone()
    await phone.connection.retest()
    await expect(phone.signIn('local-admin', 'سرّي هنا')).rejects.toMatchObject({ code: 'wrong-credentials' })
    await phone.networkState('refusing')
    await expect(phone.signIn('local-admin', '123')).rejects.toMatchObject({ code: 'bad-input' })
    expect(await phone.signIn('local-admin', 'سرّي هنا')).toMatchObject({ generationLimit: 999_999, isAdmin: true })
    const [first] = await inviteGuests(phone.backend, 'سارة', 'علي')
    await inviteGuests(phone.backend, 'هدى', 'نجلاء')
    await phone.backend.checkIn.check({ qr_code: first!.id })
    await phone.backend.accounts.logout({})
    await expect(phone.signIn('local-admin', 'غيرها')).rejects.toMatchObject({ code: 'wrong-credentials' })
    await phone.signIn('local-admin', 'سرّي هنا')
    expect(await phone.backend.invitations.stats({})).toMatchObject({ total: 4, arrived: 1 })

    await phone.networkState('open')
    expect(await phone.backend.accounts.me({})).toBeNull()
    await phone.signIn(admin.username)
    expect(phone.status.get().takeOverCount).toBe(3)
    expect(await phone.takeOver()).toEqual({ taken: 1, left: 1 })
    const desk = await testServer().desk(admin.username)
    expect(
      (await desk.invitations.list({ userId: admin.id })).rows.map(({ guestName, currentScans }) => [guestName, currentScans]),
    ).toEqual([
      ['سارة', 1],
      ['علي', 0],
    ])
    expect(phone.status.get()).toMatchObject({ waiting: 0, takeOverCount: 1 })
  })

  test('the storage of the device contains no password, hash or token', async () => {
    const { phone, user } = await scenario()
    await phone.networkState('refusing')
    await inviteGuests(phone.backend, 'علي')
    const readable: unknown[] = [Object.fromEntries(phone.storage.items)]
    for (const name of phone.device.store.objectStoreNames) readable.push(await phone.device.store.getAll(name))
    const text = JSON.stringify(readable)
    const { password_hash } = await testServer()
      .db.read.selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    for (const secret of [PASSWORD, password_hash, ...phone.cookies.values()]) expect(text).not.toContain(secret)
    expect([...phone.storage.items.keys()].sort()).toEqual(['invitations_backup', 'users_backup'])
    expect(JSON.stringify([...phone.storage.items])).not.toContain((await phone.device.store.getAllKeys('invitations'))[0])
  })

  test('downloaded profiles are deleted when another user signs in', async () => {
    const admin = await testServer().newAccount({ isAdmin: true })
    const [other, after] = [await testServer().newAccount({}), await testServer().newAccount({})]
    const phone = await testServer().newPhone()
    await phone.connection.retest()
    await phone.signIn(admin.username)
    await phone.sync.run()
    const readAccountIds = async () => (await phone.device.store.getAllKeys('accounts')).toSorted()
    expect(await readAccountIds()).toEqual(expect.arrayContaining([admin.id, other.id, after.id]))
    await phone.backend.accounts.logout({})
    expect([...phone.storage.items.keys()]).toEqual([])
    await phone.signIn(after.username)
    await phone.sync.run()
    expect(await readAccountIds()).toEqual([after.id])
    expect(JSON.parse(phone.storage.items.get('users_backup') ?? '')).toMatchObject([{ username: after.username }])

    // Deleting the account also removes the summary from local storage.
    await phone.backend.accounts.deleteAccount({ password: PASSWORD })
    expect([...phone.storage.items.keys()]).toEqual([])
  })

  test('verifiers.check fails when another tab replaces the verifier', async () => {
    const { user, phone } = await scenario()
    const { verifiers } = phone.device
    const { deriveBits } = crypto.subtle
    const checkDuring = async (change: () => Promise<void>) => {
      vi.spyOn(crypto.subtle, 'deriveBits').mockImplementationOnce(async (...given) => {
        await change()
        return deriveBits.apply(crypto.subtle, given)
      })
      return verifiers.check(user.username, PASSWORD)
    }
    expect(await checkDuring(() => verifiers.keep(user, 'another-1'))).toBeUndefined()
    expect(await verifiers.check(user.username, 'another-1')).toBe(user.id)
    await verifiers.keep(user, PASSWORD)
    expect(await checkDuring(() => verifiers.forget(user.username))).toBeUndefined()
    expect(await verifiers.hasVerifier(user.username)).toBe(false)
  })

  test('a device with a wrong clock sends its offset with a scan', async () => {
    const { user, invited } = await scenario()
    const phone = await testServer().newPhone({ now: () => new Date(Date.now() - 300_000) })
    await phone.connection.retest()
    await phone.signIn(user.username)
    await phone.status.changed()
    expect(phone.status.get()).toMatchObject({ isClockFarOff: true })
    await phone.backend.checkIn.check({ qr_code: invited[0]!.id })
    const row = await testServer()
      .db.read.selectFrom('scans')
      .select(['clock_offset', 'happened_at', 'received_at'])
      .where('invitation_id', '=', invited[0]!.id)
      .executeTakeFirstOrThrow()
    expect(Math.abs(row.clock_offset! - 300_000)).toBeLessThan(5_000)
    expect(Math.abs(Date.parse(row.happened_at) - Date.parse(row.received_at))).toBeLessThan(5_000)
  })

  test.each([-40, 400])('the server records right times although the clock is %i days off', async days => {
    const { user, desk, invited } = await scenario({ guests: ['سارة', 'علي', 'هدى'] })
    const now = () => new Date(Date.now() + days * 86_400_000)
    const phone = await testServer().newPhone({ now })
    await phone.connection.retest()
    await phone.signIn(user.username)
    await phone.sync.run()
    const [online, offline, undone] = invited.map(({ id }) => id) as [string, string, string]
    const undo = (id: string) => {
      const times = { admittedAt: now().toISOString(), undoneAt: now().toISOString() }
      return phone.backend.checkIn.undo({ admission: `scan ${id}`, nonce: `undo ${id}`, qr_code: id, ...times })
    }
    for (const id of [online, undone])
      expect(await phone.backend.checkIn.check({ qr_code: id, nonce: `scan ${id}` })).toMatchObject({ outcome: 'admitted' })
    await undo(undone)
    await phone.networkState('refusing')
    expect(await phone.backend.checkIn.check({ qr_code: offline, nonce: `scan ${offline}` })).toMatchObject({ outcome: 'admitted' })
    expect(await phone.backend.checkIn.check({ qr_code: undone, nonce: 'second' })).toMatchObject({ outcome: 'admitted' })
    await undo(online)
    await phone.networkState('open')
    await phone.sync.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await desk.checkIn.arrivals({})).toMatchObject({ arrived: 2 })
    const rows = await testServer()
      .db.read.selectFrom('scans')
      .select('happened_at')
      .where('invitation_id', 'in', [online, offline, undone])
      .execute()
    expect(rows).toHaveLength(6)
    for (const { happened_at: at } of rows) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000)
  })
})

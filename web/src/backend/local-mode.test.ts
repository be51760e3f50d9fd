import { type Backend, type Contract, ID_BYTES, idFrom, Unreachable } from '@hudur/core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Hall, openHall, PASSWORD, type Phone } from '../../testing/hall.ts'
import type { Weather } from '../../testing/proxy.ts'

let hall: Hall
beforeAll(async () => {
  hall = await openHall()
}, 60_000)
afterAll(() => hall.close())

const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const event = { eventName: 'زفاف محمّد وسارة', eventDate: soon }
const newId = () => idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

const make = (backend: Backend<Contract>, ...names: string[]) =>
  backend.invitations.create({ invitations: names.map(guestName => ({ ...event, guestName })) })

/** A host at a desk with guests invited, and phones signed in for them with a fresh copy. */
async function evening({
  guests = ['سارة'],
  phones = 1,
  ...account
}: {
  guests?: string[]
  phones?: number
  limit?: number
  isAdmin?: boolean
} = {}) {
  const user = await hall.newAccount(account)
  const desk = await hall.desk(user.username)
  const invited = guests.length > 0 ? await make(desk, ...guests) : []
  const doors: Phone[] = []
  for (let n = 0; n < phones; n++) {
    const phone = await hall.newPhone()
    await phone.connection.retest()
    await phone.signIn(user.username)
    await phone.exchange.run()
    doors.push(phone)
  }
  return { user, desk, invited, phone: doors[0]!, doors }
}

const stateOf = async (desk: Backend<Contract>, id: string) => (await desk.invitations.list({})).rows.find(row => row.id === id)

describe('a network that fails', () => {
  test.each<Weather>(['refusing', 'swallowing', 'losing', 'portal', 'gateway'])(
    '%s: the device answers, and the guest arrives once',
    async weather => {
      const { phone, desk, invited } = await evening()
      const [{ id } = { id: '' }] = invited
      phone.become(weather)
      expect(await phone.backend.scanning.check({ qr_code: id, nonce: 'g-1' })).toMatchObject({ outcome: 'admitted' })
      expect(await phone.backend.scanning.check({ qr_code: id })).toMatchObject({ outcome: 'used' })
      expect(phone.status.get().waiting).toBe(1)
      await phone.weather('open')
      await phone.exchange.run()
      expect(phone.status.get()).toMatchObject({ waiting: 0, unsent: [] })
      expect(await stateOf(desk, id)).toMatchObject({ currentScans: 1 })
      expect(await desk.scanning.conflicts({})).toEqual([])
    },
    30_000,
  )

  test('twenty scans and five invitations without a server are all there once', async () => {
    const guests = Array.from({ length: 20 }, (_, n) => `ضيف ${n}`)
    const { phone, desk, invited, user } = await evening({ guests })
    await phone.weather('refusing')
    for (const { id } of invited)
      expect(await phone.backend.scanning.check({ qr_code: id, source: 'camera' })).toMatchObject({ outcome: 'admitted' })
    const made = await make(phone.backend, 'أ', 'ب', 'ج', 'د', 'هـ')
    expect(await phone.backend.scanning.check({ qr_code: made[0]!.id })).toMatchObject({ outcome: 'admitted' })
    expect(await phone.backend.invitations.stats({})).toMatchObject({ total: 25, arrived: 21 })
    expect(await phone.backend.accounts.me({})).toMatchObject({ usedGenerations: 25 })
    expect(phone.status.get().waiting).toBe(22)

    await phone.weather('open')
    await phone.exchange.run()
    expect(await desk.invitations.stats({})).toMatchObject({ total: 25, arrived: 21 })
    expect(await desk.accounts.me({})).toMatchObject({ usedGenerations: 25 })
    expect(await desk.scanning.conflicts({})).toEqual([])
    expect((await phone.device.people.profile(user.id))?.usedGenerations).toBe(25)
    expect(await phone.device.copy.invitations({ userId: user.id })).toHaveLength(25)
  })

  test('an answer lost after the server made the invitations: made and charged once', async () => {
    const { phone, desk } = await evening({ guests: [] })
    phone.become('losing')
    const made = await make(phone.backend, 'سارة', 'علي')
    await phone.weather('open')
    await phone.exchange.run()
    expect((await desk.invitations.list({})).rows.map(({ id }) => id)).toEqual(made.map(({ id }) => id))
    expect(await desk.accounts.me({})).toMatchObject({ usedGenerations: 2 })
    expect(phone.status.get()).toMatchObject({ waiting: 0, unsent: [] })
  })

  test('a guest let in by name counts once, whether or not the server had heard of it', async () => {
    const { phone, desk } = await evening({ guests: ['سارة ناصر', 'هدى علي'] })
    phone.become('losing')
    expect(await phone.backend.scanning.check({ qr_code: 'ساره ناصر', source: 'typed' })).toMatchObject({ outcome: 'admitted' })
    await phone.weather('refusing')
    expect(await phone.backend.scanning.check({ qr_code: 'هدي علي', source: 'typed' })).toMatchObject({ outcome: 'admitted' })
    await phone.weather('open')
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, unsent: [] })
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 2 })
    expect(await desk.scanning.conflicts({})).toEqual([])
  })

  test('a guest let in by a name that only this device knows twice is in, though the answer was lost', async () => {
    const { phone, desk, invited } = await evening({ guests: ['سارة ناصر', 'سارة ناصر'] })
    await desk.invitations.remove({ id: invited[1]!.id })
    phone.loseNext()
    const answer = await phone.backend.scanning.check({ qr_code: 'ساره ناصر', source: 'typed' })
    expect(answer).toMatchObject({ outcome: 'admitted', invitation: { id: invited[0]!.id } })
    expect(await stateOf(desk, invited[0]!.id)).toMatchObject({ currentScans: 1 })
  })

  test('an invitation made here is judged here until the server has it', async () => {
    const { phone, desk } = await evening({ guests: [] })
    await phone.weather('refusing')
    const [made] = await make(phone.backend, 'سارة')
    await phone.weather('open')
    expect(await phone.backend.scanning.check({ qr_code: made!.id })).toMatchObject({ outcome: 'admitted' })
    await phone.exchange.run()
    expect(await stateOf(desk, made!.id)).toMatchObject({ currentScans: 1 })
  })

  test('what was admitted a moment ago by the server is used without one', async () => {
    const { phone, invited } = await evening()
    await phone.backend.scanning.check({ qr_code: invited[0]!.id })
    await phone.weather('refusing')
    expect(await phone.backend.scanning.check({ qr_code: invited[0]!.id })).toMatchObject({
      outcome: 'used',
      scanDetails: { currentScans: 1 },
    })
  })

  test('a taking back waits behind its admission', async () => {
    const { phone, desk, invited } = await evening()
    const { id } = invited[0]!
    await phone.weather('refusing')
    const at = new Date().toISOString()
    await phone.backend.scanning.check({ qr_code: id, nonce: 'g-1', scannedAt: at })
    await phone.weather('open')
    const undo = { admission: 'g-1', nonce: 'u-1', qr_code: id, admittedAt: at, undoneAt: at }
    expect(await phone.backend.scanning.undo(undo)).toMatchObject({ invitation: { currentScans: 0 } })
    await phone.exchange.run()
    expect(await stateOf(desk, id)).toMatchObject({ currentScans: 0 })
    await phone.weather('refusing')
    expect(await phone.backend.scanning.check({ qr_code: id })).toMatchObject({ outcome: 'admitted', scanDetails: { currentScans: 1 } })
  })

  test('an event that was opened here is kept whatever its day, and nothing of it when its host has left', async () => {
    const { phone, desk, user } = await evening()
    const far = { eventName: 'تخرّج', eventDate: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10) }
    const invited = await desk.invitations.create({ invitations: ['علي', 'هدى'].map(guestName => ({ ...far, guestName })) })
    await phone.exchange.run()
    const kept = async () => (await phone.device.copy.invitations({ userId: undefined })).map(({ guestName }) => guestName).toSorted()
    expect(await kept()).toEqual(['سارة'])
    await phone.exchange.open(far)
    expect(await kept()).toEqual(['سارة', 'علي', 'هدى'])

    await desk.invitations.update({ id: invited[0]!.id, guestName: 'عليّ' })
    await phone.exchange.run()
    expect(await kept()).toEqual(['سارة', 'عليّ', 'هدى'].toSorted())
    await phone.weather('refusing')
    expect(await phone.backend.scanning.check({ qr_code: invited[1]!.id, ...far })).toMatchObject({ outcome: 'admitted' })
    await phone.weather('open')
    await phone.backend.accounts.logout({})
    await phone.signIn(user.username)
    await phone.exchange.run()
    expect(await kept()).toEqual(['سارة'])
  })

  test('the last five events that were opened here are kept, each whole, also where some of its guests were added here', async () => {
    const { phone, desk } = await evening({ guests: [] })
    const far = Array.from({ length: 6 }, (_, n) => ({
      eventName: `تخرّج ${n}`,
      eventDate: new Date(Date.now() + (90 + n) * 86_400_000).toISOString().slice(0, 10),
    }))
    await phone.weather('refusing')
    await phone.backend.invitations.create({ invitations: [{ ...far[0]!, guestName: 'أضيفت هنا' }] })
    for (const event of far) await desk.invitations.create({ invitations: [{ ...event, guestName: event.eventName }] })
    await phone.weather('open')
    const kept = async () => (await phone.device.copy.invitations({ userId: undefined })).map(({ guestName }) => guestName).toSorted()

    for (const event of far.slice(0, 5)) await phone.exchange.open(event)
    const five = far.slice(0, 5).map(({ eventName }) => eventName)
    expect(await kept()).toEqual(['أضيفت هنا', ...five].toSorted())
    await phone.exchange.open(far[0]!)
    await phone.exchange.open(far[5]!)
    expect(await kept(), 'the one opened longest ago makes room').toEqual(
      ['أضيفت هنا', five[0], ...five.slice(2), far[5]!.eventName].toSorted(),
    )
  })

  test('only what a server can do is refused in words', async () => {
    const { phone, invited } = await evening()
    await phone.weather('refusing')
    await expect(phone.backend.invitations.remove({ id: invited[0]!.id })).rejects.toMatchObject({ code: 'offline' })
  })
})

describe('several at once', () => {
  test('two phones without a network admit the same code: both facts, one conflict', async () => {
    const { doors, desk, invited } = await evening({ phones: 2 })
    const { id } = invited[0]!
    for (const [n, phone] of doors.entries()) {
      await phone.weather('refusing')
      // Clocks are compared to within some milliseconds: the two must stand apart by more.
      const scannedAt = new Date(Date.now() - (1 - n) * 30_000).toISOString()
      expect(await phone.backend.scanning.check({ qr_code: id, gate: `بوابة ${n}`, scannedAt })).toMatchObject({ outcome: 'admitted' })
    }
    for (const phone of doors) {
      await phone.weather('open')
      await phone.exchange.run()
    }
    expect(await stateOf(desk, id)).toMatchObject({ currentScans: 2, maxScans: 1 })
    const conflicts = await doors[1]!.backend.scanning.conflicts({})
    expect(conflicts).toMatchObject([{ kind: 'double', entries: [{ gate: 'بوابة 0' }, { gate: 'بوابة 1' }] }])
    await doors[0]!.exchange.run()
    await doors[0]!.weather('refusing')
    expect(await doors[0]!.backend.scanning.check({ qr_code: id })).toMatchObject({ outcome: 'used', scanDetails: { currentScans: 2 } })
  })

  test('two tabs of one phone lose nothing, and one of them tells', async () => {
    const { phone, desk, invited } = await evening({ guests: Array.from({ length: 10 }, (_, n) => `ضيف ${n}`) })
    const other = phone.openTab()
    await phone.weather('refusing')
    await other.connection.retest()
    await Promise.all(invited.flatMap(({ id }) => [phone, other].map(tab => tab.backend.scanning.check({ qr_code: id }))))
    expect(await phone.backend.invitations.stats({})).toMatchObject({ arrived: 10 })
    await phone.weather('open')
    await other.connection.retest()
    await Promise.all([phone.exchange.run(), other.exchange.run()])
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 10 })
    expect(await desk.scanning.conflicts({})).toEqual([])
  })

  test('a tab closed with forty waiting: all forty arrive', async () => {
    const { phone, desk, invited } = await evening({ guests: Array.from({ length: 40 }, (_, n) => `ضيف ${n}`) })
    await phone.weather('refusing')
    for (const { id } of invited) await phone.backend.scanning.check({ qr_code: id })
    const reopened = phone.openTab()
    phone.become('open')
    await reopened.connection.retest()
    await reopened.exchange.run()
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 40 })
    expect(reopened.status.get().waiting).toBe(0)
  })

  test('deleted meanwhile: the admission is kept as a conflict, and the device forgets the invitation', async () => {
    const { phone, desk, invited } = await evening({ guests: ['سارة', 'علي'] })
    const { id } = invited[0]!
    await phone.weather('refusing')
    await phone.backend.scanning.check({ qr_code: id })
    await desk.invitations.remove({ id })
    await phone.weather('open')
    await phone.exchange.run()
    expect(await desk.scanning.conflicts({})).toMatchObject([{ kind: 'deleted', guestName: 'سارة' }])
    await phone.weather('refusing')
    expect(await phone.backend.scanning.check({ qr_code: id })).toMatchObject({ outcome: 'refused' })
  })

  test('a balance used up elsewhere: what no longer fits is pending', async () => {
    const { phone, desk } = await evening({ guests: [], limit: 3 })
    await phone.weather('refusing')
    await make(phone.backend, 'سارة', 'علي')
    await expect(make(phone.backend, 'هدى', 'نجلاء')).rejects.toMatchObject({ code: 'over-balance' })
    await make(desk, 'أول', 'ثانٍ')
    await phone.weather('open')
    await phone.exchange.run()
    expect((await desk.invitations.list({})).rows.map(({ isPending }) => isPending).sort()).toEqual([false, false, false, true])
    expect(await desk.accounts.me({})).toMatchObject({ usedGenerations: 3 })
  })

  test('what the server will never take is put aside with its reason, and what is behind it goes on', async () => {
    const { phone, desk, invited } = await evening()
    const id = newId()
    await make(desk, 'غيره').then(([other]) => desk.invitations.remove({ id: other!.id }))
    await phone.weather('refusing')
    await phone.backend.invitations.create({ invitations: [{ ...event, guestName: 'سارة', id }] })
    await desk.invitations.create({ invitations: [{ ...event, guestName: 'علي', id }] })
    await phone.backend.scanning.check({ qr_code: invited[0]!.id })
    await phone.weather('open')
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, unsent: [{ operation: 'create', refusal: { code: 'id-taken' } }] })
    expect(await stateOf(desk, invited[0]!.id)).toMatchObject({ currentScans: 1 })
  })

  test('a server restored from a backup is told again of every admission, once', async () => {
    const { phone, desk: before, invited, user } = await evening({ guests: ['سارة', 'علي', 'هدى'] })
    await phone.backend.scanning.check({ qr_code: invited[0]!.id })
    const restore = await hall.backUp()
    await phone.backend.scanning.check({ qr_code: invited[1]!.id })
    await phone.exchange.run()
    expect(await before.invitations.stats({})).toMatchObject({ arrived: 2 })
    await restore()
    expect(await phone.backend.scanning.check({ qr_code: invited[2]!.id })).toMatchObject({ outcome: 'admitted' })
    expect(phone.status.get()).toMatchObject({ needsSignIn: true, waiting: 1 })
    await phone.signIn(user.username)
    await phone.exchange.run()
    const desk = await hall.desk(user.username)
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 3 })
    expect(await desk.scanning.conflicts({})).toEqual([])
    expect(await phone.device.copy.invitations({ userId: user.id })).toMatchObject(Array(3).fill({ currentScans: 1 }))
  })
})

describe('a taking back', () => {
  const at = new Date().toISOString()
  const undoOf = (id: string, admission: string) => ({ admission, nonce: `u ${admission}`, qr_code: id, admittedAt: at, undoneAt: at })

  test('of a guest let in by name arrives, also before the admission', async () => {
    const { phone, desk, invited } = await evening({ guests: ['سارة ناصر'] })
    const { id } = invited[0]!
    await phone.weather('refusing')
    await phone.backend.scanning.check({ qr_code: 'ساره ناصر', source: 'typed', nonce: 'g-1', scannedAt: at })
    await phone.backend.scanning.undo(undoOf(id, 'g-1'))
    await desk.scanning.undo(undoOf(id, 'g-1'))
    await phone.weather('open')
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, unsent: [] })
    expect(await stateOf(desk, id)).toMatchObject({ currentScans: 0 })
    expect(await stateOf(phone.backend, id)).toMatchObject({ currentScans: 0 })
  })

  test('of a guest whose invitation a restored server has lost waits, and arrives', async () => {
    const { phone, user } = await evening({ guests: [] })
    const restore = await hall.backUp()
    const [made] = await make(phone.backend, 'سارة')
    await phone.backend.scanning.check({ qr_code: made!.id, nonce: 'g-1', scannedAt: at })
    await restore()
    await phone.signIn(user.username)
    expect(await phone.backend.scanning.undo(undoOf(made!.id, 'g-1'))).toMatchObject({ success: true })
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, unsent: [] })
    expect(await (await hall.desk(user.username)).scanning.conflicts({})).toEqual([])
  })
})

describe('whoever is here', () => {
  test('signs in again without a server, waits after five wrong passwords, and not after 14 days', async () => {
    let now = Date.now()
    const { user } = await evening()
    const phone = await hall.newPhone({ now: () => new Date(now) })
    await phone.connection.retest()
    await phone.signIn(user.username)
    await phone.weather('refusing')
    await phone.backend.accounts.logout({})
    expect(await phone.backend.accounts.me({})).toBeNull()
    expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: user.id })

    for (let n = 0; n < 5; n++) await expect(phone.signIn(user.username, 'ليست هي')).rejects.toMatchObject({ code: 'wrong-credentials' })
    await expect(phone.signIn(user.username)).rejects.toMatchObject({ code: 'busy' })
    now += 11 * 60_000
    expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
    now += 15 * 86_400_000
    await expect(phone.signIn(user.username)).rejects.toThrow('nobody of that name')
  })

  test('a password changed elsewhere opens this device no longer once the server has said so; changed here, the new one does', async () => {
    const { phone, user } = await evening()
    await phone.backend.accounts.changePassword({ currentPassword: PASSWORD, newPassword: 'كلمة-سر 9' })
    await phone.weather('refusing')
    await expect(phone.signIn(user.username)).rejects.toMatchObject({ code: 'wrong-credentials' })
    expect(await phone.signIn(user.username, 'كلمة-سر 9')).toMatchObject({ id: user.id })
    await phone.weather('open')
    await expect(phone.signIn(user.username)).rejects.toMatchObject({ code: 'wrong-credentials' })
    await phone.weather('refusing')
    await expect(phone.signIn(user.username, 'كلمة-سر 9')).rejects.toThrow('no answer')
  })

  test('another person neither sends nor sees what the one before left waiting; it goes when that one is back', async () => {
    const { phone, user, desk, invited } = await evening()
    const other = await evening({ guests: ['ضيف آخر'] })
    await phone.weather('refusing')
    await phone.backend.scanning.check({ qr_code: invited[0]!.id })
    await phone.backend.accounts.logout({})
    expect(phone.storage.items.size).toBe(0)
    await phone.weather('open')
    await phone.signIn(other.user.username)
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, copy: { guests: 1 } })
    expect((await phone.device.copy.invitations({ userId: undefined })).map(({ guestName }) => guestName)).toEqual(['ضيف آخر'])
    expect(await stateOf(desk, invited[0]!.id)).toMatchObject({ currentScans: 0 })
    await phone.signIn(user.username)
    await phone.exchange.run()
    expect(await stateOf(desk, invited[0]!.id)).toMatchObject({ currentScans: 1 })
  })

  test('what one person’s scans came to is not counted again for whoever comes after them', async () => {
    const { phone, invited } = await evening()
    const admin = await hall.newAccount({ isAdmin: true })
    await phone.backend.scanning.check({ qr_code: invited[0]!.id })
    await phone.signIn(admin.username)
    await phone.exchange.run()
    await phone.weather('refusing')
    expect(await stateOf(phone.backend, invited[0]!.id)).toMatchObject({ currentScans: 1 })
  })

  test('signed out without a server, the session there ends first of all; whoever signed in meanwhile sends nothing in another’s name', async () => {
    const { phone, user } = await evening()
    const other = await hall.newAccount()
    await phone.signIn(other.username)
    await phone.signIn(user.username)
    await phone.weather('refusing')
    await phone.backend.accounts.logout({})
    await phone.signIn(other.username)
    const [made] = await make(phone.backend, 'ضيف الثاني')
    await phone.weather('open')
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: other.id })
    expect(phone.cookies.size).toBe(0)
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ waiting: 1, needsSignIn: true })
    await phone.signIn(other.username)
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, needsSignIn: false })
    expect((await (await hall.desk(other.username)).invitations.list({})).rows).toMatchObject([{ id: made!.id, userId: other.id }])
  })

  test('whoever was let in without a server at a door: the session of the one before ends with the first exchange', async () => {
    const { phone, user } = await evening()
    const other = await hall.newAccount()
    await phone.signIn(other.username)
    await phone.signIn(user.username)
    await phone.weather('refusing')
    await phone.signIn(other.username)
    await phone.weather('open')
    await phone.exchange.run()
    expect(phone.cookies.size).toBe(0)
    expect(phone.status.get()).toMatchObject({ needsSignIn: true })

    await phone.signIn(user.username)
    await phone.weather('refusing')
    await phone.backend.accounts.logout({})
    await phone.weather('open')
    await phone.exchange.run()
    expect(phone.cookies.size, 'also where nobody came after').toBe(0)
  })

  test('a session that ran out at the door: the device goes on, and all of it arrives after the sign-in', async () => {
    const { phone, user, desk, invited } = await evening({ guests: ['سارة', 'علي'] })
    phone.cookies.clear()
    for (const { id } of invited) expect(await phone.backend.scanning.check({ qr_code: id })).toMatchObject({ outcome: 'admitted' })
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ waiting: 2, needsSignIn: true })
    await expect(make(phone.backend, 'هدى')).rejects.toMatchObject({ code: 'not-signed-in' })
    await phone.signIn(user.username)
    await phone.exchange.run()
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 2 })
  })

  test('a session that ran out shows when a doubtful guest is asked for again: the device’s word stands, and the sign-in is asked for', async () => {
    const { phone } = await evening()
    phone.cookies.clear()
    phone.loseNext()
    expect(await phone.backend.scanning.check({ qr_code: newId() })).toMatchObject({ outcome: 'refused' })
    expect(phone.status.get()).toMatchObject({ needsSignIn: true })
  })

  test('the fallback administrator is this device’s alone, and what they made is taken over within the balance', async () => {
    const admin = await hall.newAccount({ isAdmin: true, limit: 3 })
    const phone = await hall.newPhone()
    await phone.connection.retest()
    await expect(phone.signIn('local-admin', 'سرّي هنا')).rejects.toMatchObject({ code: 'wrong-credentials' })
    await phone.weather('refusing')
    await expect(phone.signIn('local-admin', '123')).rejects.toMatchObject({ code: 'bad-input' })
    expect(await phone.signIn('local-admin', 'سرّي هنا')).toMatchObject({ generationLimit: 999_999, isAdmin: true })
    const [first] = await make(phone.backend, 'سارة', 'علي')
    await make(phone.backend, 'هدى', 'نجلاء')
    await phone.backend.scanning.check({ qr_code: first!.id })
    await phone.backend.accounts.logout({})
    await expect(phone.signIn('local-admin', 'غيرها')).rejects.toMatchObject({ code: 'wrong-credentials' })
    await phone.signIn('local-admin', 'سرّي هنا')
    expect(await phone.backend.invitations.stats({})).toMatchObject({ total: 4, arrived: 1 })

    await phone.weather('open')
    expect(await phone.backend.accounts.me({})).toBeNull()
    await phone.signIn(admin.username)
    expect(phone.status.get().toTakeOver).toBe(3)
    expect(await phone.takeOver()).toEqual({ taken: 1, left: 1 })
    const desk = await hall.desk(admin.username)
    expect(
      (await desk.invitations.list({ userId: admin.id })).rows.map(({ guestName, currentScans }) => [guestName, currentScans]),
    ).toEqual([
      ['سارة', 1],
      ['علي', 0],
    ])
    expect(phone.status.get()).toMatchObject({ waiting: 0, toTakeOver: 1 })
  })

  test('nothing that script can read holds a password, a hash of the server’s or a token', async () => {
    const { phone, user } = await evening()
    await phone.weather('refusing')
    await make(phone.backend, 'علي')
    const readable: unknown[] = [Object.fromEntries(phone.storage.items)]
    for (const name of phone.device.store.objectStoreNames) readable.push(await phone.device.store.getAll(name))
    const text = JSON.stringify(readable)
    const { password_hash } = await hall.db.read
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    for (const secret of [PASSWORD, password_hash, ...phone.cookies.values()]) expect(text).not.toContain(secret)
    expect([...phone.storage.items.keys()].sort()).toEqual(['invitations_backup', 'users_backup'])
    expect(JSON.stringify([...phone.storage.items])).not.toContain((await phone.device.store.getAllKeys('invitations'))[0])
  })

  test('whoever comes after an administrator on this device finds nobody else’s account', async () => {
    const admin = await hall.newAccount({ isAdmin: true })
    const [other, after] = [await hall.newAccount({}), await hall.newAccount({})]
    const phone = await hall.newPhone()
    await phone.connection.retest()
    await phone.signIn(admin.username)
    await phone.exchange.run()
    const known = async () => (await phone.device.store.getAllKeys('accounts')).toSorted()
    expect(await known()).toEqual(expect.arrayContaining([admin.id, other.id, after.id]))
    await phone.backend.accounts.logout({})
    expect([...phone.storage.items.keys()]).toEqual([])
    await phone.signIn(after.username)
    await phone.exchange.run()
    expect(await known()).toEqual([admin.id, after.id].toSorted())
    expect(JSON.parse(phone.storage.items.get('users_backup') ?? '')).toMatchObject([{ username: after.username }])

    // Somebody who deletes their account leaves no summary either.
    await phone.backend.accounts.deleteAccount({ password: PASSWORD })
    expect([...phone.storage.items.keys()]).toEqual([])
  })

  test('a clock that is off is measured, told and told with each gesture', async () => {
    const { user, invited } = await evening()
    const phone = await hall.newPhone({ now: () => new Date(Date.now() - 300_000) })
    await phone.connection.retest()
    await phone.signIn(user.username)
    await phone.status.changed()
    expect(phone.status.get()).toMatchObject({ isClockFarOff: true })
    await phone.backend.scanning.check({ qr_code: invited[0]!.id })
    const row = await hall.db.read
      .selectFrom('scans')
      .select(['clock_offset', 'happened_at', 'received_at'])
      .where('invitation_id', '=', invited[0]!.id)
      .executeTakeFirstOrThrow()
    expect(Math.abs(row.clock_offset! - 300_000)).toBeLessThan(5_000)
    expect(Math.abs(Date.parse(row.happened_at) - Date.parse(row.received_at))).toBeLessThan(5_000)
  })
})

describe('a browser that takes away what it kept', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** Nothing more can be written here: the disk is full. */
  function fill() {
    const full = () => {
      throw new DOMException('the disk is full', 'QuotaExceededError')
    }
    for (const name of ['put', 'add'] as const) vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(full)
  }

  const ways: Record<string, (phone: Phone) => void> = {
    'its storage was closed': ({ device }) => device.store.close(),
    'its disk is full': fill,
  }

  test.each(Object.entries(ways))('%s: the server goes on answering, and it is said', async (_, take) => {
    const { phone, desk, invited, user } = await evening({ guests: ['سارة', 'علي'] })
    take(phone)
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: user.id })
    expect(await phone.backend.scanning.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
    expect(await phone.backend.invitations.stats({})).toMatchObject({ arrived: 1 })
    expect(await phone.backend.scanning.arrivals({})).toMatchObject({ arrived: 1 })
    await make(phone.backend, 'هدى')
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ canKeep: false })
    await phone.backend.accounts.logout({})
    expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
    expect(await desk.invitations.stats({})).toMatchObject({ total: 3, arrived: 1 })
  })

  test.each(Object.entries(ways))('%s: without a server nobody is let in, for it could not be told', async (_, take) => {
    const { phone, desk, invited } = await evening()
    await phone.weather('refusing')
    take(phone)
    await expect(phone.backend.scanning.check({ qr_code: invited[0]!.id })).rejects.toThrow('no answer')
    await phone.weather('open')
    expect(await phone.backend.scanning.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 1 })
  })

  test('its disk is full: all that waits is told, and once; when there is room again it waits no longer', async () => {
    const { phone, desk, invited } = await evening({ guests: Array.from({ length: 25 }, (_, n) => `ضيف ${n}`) })
    await phone.weather('refusing')
    for (const { id } of invited) await phone.backend.scanning.check({ qr_code: id })
    fill()
    await phone.weather('open')
    await phone.exchange.run()
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 25 })
    expect(phone.status.get()).toMatchObject({ waiting: 25, canKeep: false })
    let told = 0
    phone.exchange.onTold(() => told++)
    await phone.exchange.run()
    expect(told, 'the server has it already').toBe(0)

    vi.restoreAllMocks()
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ canKeep: true })
    await phone.exchange.run()
    expect(phone.status.get()).toMatchObject({ waiting: 0, unsent: [] })
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 25 })
    expect(await desk.scanning.conflicts({})).toEqual([])
  })

  test('its disk is full: what it holds can still be read, also after somebody signed in again', async () => {
    const { phone, invited, user } = await evening({ guests: ['سارة', 'علي'] })
    fill()
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: user.id })
    phone.cookies.clear()
    expect(await phone.signIn(user.username)).toMatchObject({ id: user.id })
    expect(phone.status.get()).toMatchObject({ canKeep: false, needsSignIn: false })
    await phone.weather('refusing')
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: user.id })
    expect(await phone.backend.invitations.stats({})).toMatchObject({ total: 2 })
    vi.restoreAllMocks()
    expect(await phone.backend.scanning.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
  })

  test('its disk was full: as soon as something is kept again that is said too', async () => {
    const { phone, invited } = await evening({ guests: ['سارة', 'علي', 'هدى'] })
    const scan = (n: number) => phone.backend.scanning.check({ qr_code: invited[n]!.id })
    fill()
    await scan(0)
    expect(phone.status.get()).toMatchObject({ canKeep: false })
    vi.restoreAllMocks()
    await phone.backend.scanning.check({ qr_code: newId() })
    expect(phone.status.get(), 'nothing was to be kept').toMatchObject({ canKeep: false })
    await scan(1)
    expect(phone.status.get()).toMatchObject({ canKeep: true })

    await phone.weather('refusing')
    fill()
    await expect(scan(2)).rejects.toThrow('no answer')
    expect(phone.status.get()).toMatchObject({ canKeep: false })
    vi.restoreAllMocks()
    expect(await scan(2)).toMatchObject({ outcome: 'admitted' })
    expect(phone.status.get()).toMatchObject({ canKeep: true })
  })

  test('its storage was closed after somebody was let in without a server: nothing goes out in the name of whoever was there before', async () => {
    const before = await evening()
    const { phone, desk, invited } = before
    const other = await hall.newAccount()
    await phone.signIn(other.username)
    await phone.signIn(before.user.username)
    await phone.weather('refusing')
    await phone.signIn(other.username)
    phone.device.store.close()
    const scan = () => phone.backend.scanning.check({ qr_code: invited[0]!.id })

    phone.become('open')
    await expect(scan(), 'while the connection is still thought to be lost').rejects.toMatchObject({ code: 'not-signed-in' })
    await phone.weather('open')
    await expect(scan()).rejects.toMatchObject({ code: 'not-signed-in' })
    await expect(make(phone.backend, 'هدى')).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await phone.backend.accounts.me({})).toBeNull()
    await expect(scan()).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await desk.invitations.stats({})).toMatchObject({ total: 1, arrived: 0 })

    expect(await phone.signIn(other.username)).toMatchObject({ id: other.id })
    expect(phone.status.get()).toMatchObject({ needsSignIn: false })
    expect(await scan()).toMatchObject({ outcome: 'refused' })
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: other.id })
  })

  test('its storage was closed while the server answers one call not: that nobody answered is said, and the next is answered', async () => {
    const { phone, invited } = await evening()
    phone.device.store.close()
    phone.become('gateway')
    await expect(phone.backend.scanning.check({ qr_code: invited[0]!.id })).rejects.toBeInstanceOf(Unreachable)
    phone.become('open')
    expect(await phone.backend.scanning.check({ qr_code: invited[0]!.id })).toMatchObject({ outcome: 'admitted' })
  })
})

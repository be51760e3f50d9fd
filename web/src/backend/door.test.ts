import { codeText, type Invitation, type LinkWithUrl } from '@hudur/core'
import { describe, expect, test } from 'vitest'
import { event, invitationOf, scenarios } from '../../testing/scenarios.ts'
import type { Door } from './door.ts'
import { composeDoor } from './door.ts'

const { scenario, testServer } = scenarios()

/** Returns everything that a door's device stores, as text. */
async function storedBy(door: Door) {
  const { store } = (await door.device())!
  const rows = await Promise.all([...store.objectStoreNames].map(name => store.getAll(name)))
  return JSON.stringify(rows)
}

/**
 * Creates a host with guests. Returns them with functions that create a door's link, and open it on a new phone and download its replica.
 */
async function doorScenario(guests = ['سارة', 'علي']) {
  const parts = await scenario({ guests })
  const { desk, invited } = parts
  const eventId = invited[0]!.eventId!
  const create = (fields: { name?: string; showsNames?: boolean; maySearch?: boolean; expiresAt?: string } = {}) =>
    desk.links.create({ eventId, role: 'door', name: 'باب النساء', ...fields })
  async function open(link: LinkWithUrl, phone?: Awaited<ReturnType<typeof newPhone>>) {
    const opened = phone ?? (await newPhone())
    await opened.enterLink(link.url.split('#')[1]!)
    const door = opened.withDoor(link.id, composeDoor)
    await door.backend.links.me({})
    await door.sync.run()
    return { phone: opened, door }
  }
  const newPhone = () => testServer().newPhone()
  const count = async ({ id }: Invitation) => (await invitationOf(desk, id))?.currentScans
  return { ...parts, desk, invited, eventId, create, open, newPhone, count }
}

describe('a door’s device', () => {
  test('admits without a server by the code alone, shows the guest of the card, and its scans count once', async () => {
    const { create, open, invited, count, desk } = await doorScenario()
    await desk.invitations.answer({ id: invited[0]!.id, attends: true, people: 1, note: 'ألف مبروك' })
    const { phone, door } = await open(await create({ showsNames: true }))
    expect(door.status.get().replica).toMatchObject({ guests: 2 })
    await phone.networkState('refusing')
    const [sara, ali] = invited as [Invitation, Invitation]
    expect(await door.backend.scanning.check({ qr_code: codeText(sara), source: 'camera', nonce: 'one' })).toMatchObject({
      outcome: 'admitted',
      invitation: { guestName: 'سارة', eventName: event.eventName, currentScans: 1, answer: { attends: true, people: 1, note: null } },
    })
    expect(await door.backend.scanning.check({ qr_code: sara.id })).toMatchObject({ outcome: 'used', invitation: { guestName: 'سارة' } })
    expect(await door.backend.scanning.check({ qr_code: 'سارة', source: 'typed' })).toMatchObject({ outcome: 'refused' })
    expect(await door.backend.scanning.check({ qr_code: 'ABCDEFGHJKMNPQRSTVWX' })).toMatchObject({ outcome: 'refused' })
    expect(await door.backend.scanning.arrivals({})).toMatchObject({ arrived: 1, invited: 2 })
    await door.backend.scanning.check({ qr_code: ali.id, nonce: 'two', scannedAt: new Date().toISOString() })
    const times = { admittedAt: new Date().toISOString(), undoneAt: new Date().toISOString() }
    await door.backend.scanning.undo({ ...times, qr_code: ali.id, admission: 'two', nonce: 'undo' })
    expect(door.status.get().waiting).toBe(3)

    await phone.networkState('open')
    await door.sync.run()
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect([await count(sara), await count(ali)]).toEqual([1, 0])
    // The server's count and the device's own admission are not added up.
    await phone.networkState('refusing')
    expect(await door.backend.scanning.arrivals({})).toMatchObject({ arrived: 1 })
  })

  test('neither stores nor sends names without the right to them, the id of a guest who has not come, or more of a card than its code', async () => {
    const { create, open, newPhone, invited, desk } = await doorScenario(['نجلاء العولقي', 'حسين الكثيري', 'ياسر الحمادي'])
    const [first, second, third] = invited as [Invitation, Invitation, Invitation]
    await desk.invitations.update({ id: first.id, note: 'كرسي متحرك', table: '12' })
    const link = await create()
    const phone = await newPhone()
    const { door } = await open(link, phone)
    const answers = [await door.backend.scanning.check({ qr_code: codeText(first), source: 'camera' })]
    await phone.networkState('refusing')
    answers.push(await door.backend.scanning.check({ qr_code: codeText(second), source: 'camera' }))
    await phone.networkState('open')
    await door.sync.run()
    expect(answers).toMatchObject([
      { outcome: 'admitted', invitation: { guestName: '', table: '12', note: 'كرسي متحرك' } },
      { outcome: 'admitted', invitation: { guestName: '' } },
    ])
    await desk.invitations.remove({ id: third.id })
    await door.sync.run()

    const stored = await storedBy(door)
    const everything = stored + phone.requests.join('\n') + JSON.stringify(answers)
    expect(stored).toContain(second.id)
    for (const { guestName } of invited) expect(everything).not.toContain(guestName)
    expect(everything).not.toContain(third.id)
    for (const { id, userId } of [first, second]) {
      expect(JSON.stringify(answers)).not.toContain(id)
      expect(stored).not.toContain(userId)
    }
  })

  test('finds guests by name without a server only where its owner allows it', async () => {
    const { create, open, count, invited } = await doorScenario(['سارة أحمد', 'علي'])
    const { phone, door } = await open(await create({ maySearch: true }))
    await phone.networkState('refusing')
    const [candidate] = await door.backend.scanning.candidates({ search: 'سارة' })
    expect(candidate).toMatchObject({ guestName: 'سارة أحمد', currentScans: 0 })
    expect(await door.backend.scanning.check({ qr_code: candidate!.id })).toMatchObject({ outcome: 'admitted' })
    expect(await door.backend.scanning.check({ qr_code: 'علي', source: 'typed' })).toMatchObject({ outcome: 'admitted' })
    await phone.networkState('open')
    await door.sync.run()
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await Promise.all(invited.map(count))).toEqual([1, 1])
  })

  test('uploads its admissions from before it knew of the revocation and deletes the guests; the admissions count once the owner accepts them', async () => {
    const { create, open, desk, eventId, invited, count } = await doorScenario()
    const link = await create()
    const { phone, door } = await open(link)
    await phone.networkState('refusing')
    await door.backend.scanning.check({ qr_code: invited[0]!.id })
    await desk.links.revoke({ id: link.id })
    // Without a server the device does not know yet.
    expect(await door.backend.links.me({})).toMatchObject({ id: link.id })
    await phone.networkState('open')
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    await expect(door.backend.scanning.check({ qr_code: invited[1]!.id })).rejects.toMatchObject({ code: 'link-ended' })
    expect(JSON.parse(await storedBy(door)).flat()).toEqual([])
    expect(await count(invited[0]!)).toBe(0)
    const { rows } = await desk.scanning.conflicts({ eventId })
    expect(rows).toMatchObject([{ kind: 'late', guestName: 'سارة', gate: 'باب النساء' }])
    await desk.scanning.acceptConflict({ id: rows[0]!.id })
    expect(await count(invited[0]!)).toBe(1)
  })

  test('keeps the entries that it could not upload after the revocation, and deletes the guests', async () => {
    const { create, open, desk, invited } = await doorScenario()
    const link = await create()
    const { phone, door } = await open(link)
    await phone.networkState('refusing')
    await door.backend.scanning.check({ qr_code: invited[0]!.id })
    await desk.links.revoke({ id: link.id })
    await phone.networkState('open')
    phone.failAt(/link\/invitations\.php/)
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    const { store } = (await door.device())!
    expect([await store.count('invitations'), await store.count('outbox')]).toEqual([0, 1])
    expect(door.status.get().waiting).toBe(1)
  })

  test('lists the entries that the server refuses because the event was deleted as rejected, and deletes the guests', async () => {
    const { create, open, desk, eventId, invited } = await doorScenario()
    const { phone, door } = await open(await create())
    await phone.networkState('refusing')
    await door.backend.scanning.check({ qr_code: invited[0]!.id, nonce: 'offline' })
    await desk.events.remove({ id: eventId })
    await phone.networkState('open')
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    const { store } = (await door.device())!
    expect([await store.count('invitations'), await store.count('outbox')]).toEqual([0, 1])
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [{ nonce: 'offline', refusal: { code: 'link-ended' } }] })
  })

  test('ends by its clock where no server answers', async () => {
    const { create, open, desk } = await doorScenario()
    const link = await create({ expiresAt: new Date(Date.now() + 600_000).toISOString() })
    const { phone, door } = await open(link)
    await phone.networkState('refusing')
    expect(await door.backend.links.me({})).toMatchObject({ id: link.id })
    await phone.networkState('open')
    await desk.links.update({ id: link.id, expiresAt: new Date(Date.now() + 500).toISOString() })
    await door.backend.links.me({})
    await phone.networkState('refusing')
    await expect.poll(() => door.backend.links.me({}).catch(error => error.code)).toBe('link-ended')
    // The screen says that the guests were deleted.
    expect(await (await door.device())!.store.count('invitations')).toBe(0)
  })

  test('two links and an account in one browser never mix', async () => {
    const { create, open, phone, desk, invited, user, count } = await doorScenario()
    const [women, men] = [await create(), await create({ name: 'باب الرجال' })]
    const { door } = await open(women, phone)
    const { door: other } = await open(men, phone)
    await phone.networkState('refusing')
    await door.backend.scanning.check({ qr_code: invited[0]!.id })
    await other.backend.scanning.check({ qr_code: invited[1]!.id })
    expect([door, other, phone].map(({ status }) => status.get().waiting)).toEqual([1, 1, 0])
    await phone.networkState('open')
    await phone.sync.run()
    expect(await count(invited[0]!)).toBe(0)
    await door.sync.run()
    expect([await count(invited[0]!), await count(invited[1]!)]).toEqual([1, 0])
    await other.sync.run()
    const links = await desk.links.list({ eventId: women.eventId })
    expect(links.map(({ name, admitted }) => [name, admitted])).toEqual([
      ['باب النساء', 1],
      ['باب الرجال', 1],
    ])
    expect(await phone.backend.accounts.me({})).toMatchObject({ id: user.id })
  })

  test('replaces its replica when its owner hides the names', async () => {
    const { create, open, desk, invited } = await doorScenario()
    const link = await create({ showsNames: true })
    const { phone, door } = await open(link)
    await desk.links.update({ id: link.id, showsNames: false })
    await door.sync.run()
    await phone.networkState('refusing')
    expect(await door.backend.scanning.check({ qr_code: invited[0]!.id })).toMatchObject({
      outcome: 'admitted',
      invitation: { guestName: '' },
    })
  })

  test('sends its scans again to a server that was restored from a backup', async () => {
    const { create, open, invited, user } = await doorScenario()
    const { door } = await open(await create())
    const restore = await testServer().backUp()
    await door.backend.scanning.check({ qr_code: invited[0]!.id, nonce: 'before' })
    await door.sync.run()
    await restore()
    const desk = await testServer().desk(user.username)
    expect(await invitationOf(desk, invited[0]!.id)).toMatchObject({ currentScans: 0 })
    await door.sync.run()
    expect(await invitationOf(desk, invited[0]!.id)).toMatchObject({ currentScans: 1 })
  })
})

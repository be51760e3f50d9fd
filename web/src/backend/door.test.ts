import { qrCodeText } from '@hudur/core/check-in/code'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { event, findInvitation, setUpScenarios } from '../../testing/scenarios.ts'
import type { DoorServices } from './door.ts'
import { composeDoorBackend } from './door.ts'
import { readRecentAdmissions } from './local/recent-admissions.ts'

const { scenario, testServer } = setUpScenarios()

/** Returns all rows in the storage of a door link, as JSON text. */
async function readStoredData(door: DoorServices) {
  const { store } = (await door.device())!
  const rows = await Promise.all([...store.objectStoreNames].map(name => store.getAll(name)))
  return JSON.stringify(rows)
}

/**
 * Creates a host with guests. Returns them with `createDoorLink`, which creates a door link, and `openDoorLink`, which opens a door link on
 * a phone and downloads its replica.
 */
async function createDoorScenario(guests = ['سارة', 'علي']) {
  const parts = await scenario({ guests })
  const { desk, invited } = parts
  const eventId = invited[0]!.eventId!
  const createDoorLink = (fields: { name?: string; showsNames?: boolean; maySearch?: boolean; expiresAt?: string } = {}) =>
    desk.links.create({ eventId, role: 'door', name: 'باب النساء', ...fields })
  async function openDoorLink(link: LinkWithUrl, phone?: Awaited<ReturnType<typeof newPhone>>) {
    const opened = phone ?? (await newPhone())
    await opened.enterLink(link.url.split('#')[1]!)
    const door = opened.withDoor(link.id, composeDoorBackend)
    await door.backend.links.me({})
    await door.sync.run()
    return { phone: opened, door }
  }
  const newPhone = () => testServer().newPhone()
  const readScanCount = async ({ id }: Invitation) => (await findInvitation(desk, id))?.currentScans
  return { ...parts, desk, invited, eventId, createDoorLink, openDoorLink, newPhone, count: readScanCount }
}

describe('a gate device without an account', () => {
  test('a scan of a door link’s offline device is counted once', async () => {
    const { createDoorLink, openDoorLink, invited, count, desk } = await createDoorScenario()
    await desk.invitations.answer({ id: invited[0]!.id, attends: true, people: 1, note: 'ألف مبروك' })
    const { phone, door } = await openDoorLink(await createDoorLink({ showsNames: true }))
    expect(door.status.get().replica).toMatchObject({ guests: 2 })
    await phone.networkState('refusing')
    const [sara, ali] = invited as [Invitation, Invitation]
    expect(await door.backend.checkIn.check({ qr_code: qrCodeText(sara), source: 'camera', nonce: 'one' })).toMatchObject({
      outcome: 'admitted',
      invitation: { guestName: 'سارة', eventName: event.eventName, currentScans: 1, answer: { attends: true, people: 1, note: null } },
    })
    expect(await door.backend.checkIn.check({ qr_code: sara.id })).toMatchObject({ outcome: 'used', invitation: { guestName: 'سارة' } })
    expect(await door.backend.checkIn.check({ qr_code: 'سارة', source: 'typed' })).toMatchObject({ outcome: 'refused' })
    expect(await door.backend.checkIn.check({ qr_code: 'ABCDEFGHJKMNPQRSTVWX' })).toMatchObject({ outcome: 'refused' })
    expect(await door.backend.checkIn.arrivals({})).toMatchObject({ arrived: 1, invited: 2 })
    await door.backend.checkIn.check({ qr_code: ali.id, nonce: 'two', scannedAt: new Date().toISOString() })
    const times = { admittedAt: new Date().toISOString(), undoneAt: new Date().toISOString() }
    await door.backend.checkIn.undo({ ...times, qr_code: ali.id, admission: 'two', nonce: 'undo' })
    // Two admissions, an undo, and the three scans that admitted nobody.
    await expect.poll(() => door.status.get().waiting).toBe(6)

    await phone.networkState('open')
    await door.sync.run()
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect([await count(sara), await count(ali)]).toEqual([1, 0])
    // The server's count already includes the admission of this device, so the admission is not added again.
    await phone.networkState('refusing')
    expect(await door.backend.checkIn.arrivals({})).toMatchObject({ arrived: 1 })
  })

  test('the door’s storage has its admissions of the last 15 minutes', async () => {
    const { createDoorLink, openDoorLink, invited, desk, eventId } = await createDoorScenario()
    const [sara, ali] = invited as [Invitation, Invitation]
    const { phone, door } = await openDoorLink(await createDoorLink({ showsNames: true }))
    const readAdmissions = async () => readRecentAdmissions((await door.device())!)
    const long = new Date(Date.now() - 16 * 60_000).toISOString()
    await door.backend.checkIn.check({ qr_code: ali.id, nonce: 'long before', scannedAt: long })
    await door.backend.checkIn.check({ qr_code: qrCodeText(sara), source: 'camera', nonce: 'now' })
    const admission = { nonce: 'now', code: sara.id, isUndone: false, answer: { outcome: 'admitted', invitation: { guestName: 'سارة' } } }
    await expect.poll(readAdmissions).toMatchObject([{ ...admission, answer: { ...admission.answer, hidesNames: false } }])
    await desk.events.update({ id: eventId, hidesNames: true })
    await door.backend.links.me({})
    await door.sync.run()
    expect(await readAdmissions()).toMatchObject([{ nonce: 'now', answer: { hidesNames: true, invitation: { guestName: '' } } }])
    await phone.networkState('refusing')
    const times = { admittedAt: new Date().toISOString(), undoneAt: new Date().toISOString() }
    await door.backend.checkIn.undo({ ...times, qr_code: sara.id, admission: 'now', nonce: 'undo' })
    expect(await readAdmissions()).toMatchObject([{ nonce: 'now', isUndone: true }])
  })

  test('a link that hides names stores and sends no guest name', async () => {
    const { createDoorLink, openDoorLink, newPhone, invited, desk } = await createDoorScenario([
      'نجلاء العولقي',
      'حسين الكثيري',
      'ياسر الحمادي',
    ])
    const [first, second, third] = invited as [Invitation, Invitation, Invitation]
    await desk.invitations.update({ id: first.id, note: 'كرسي متحرك', table: '12' })
    const link = await createDoorLink()
    const phone = await newPhone()
    const { door } = await openDoorLink(link, phone)
    const answers = [await door.backend.checkIn.check({ qr_code: qrCodeText(first), source: 'camera' })]
    await phone.networkState('refusing')
    answers.push(await door.backend.checkIn.check({ qr_code: qrCodeText(second), source: 'camera' }))
    const storedOffline = await readStoredData(door)
    await phone.networkState('open')
    await door.sync.run()
    expect(answers).toMatchObject([
      { outcome: 'admitted', invitation: { guestName: '', table: '12', note: 'كرسي متحرك' } },
      { outcome: 'admitted', invitation: { guestName: '' } },
    ])
    await desk.invitations.remove({ id: third.id })
    await door.sync.run()

    const stored = await readStoredData(door)
    const everything = storedOffline + stored + phone.requests.join('\n') + JSON.stringify(answers)
    expect(stored).toContain(second.id)
    for (const { guestName } of invited) expect(everything).not.toContain(guestName)
    expect(everything).not.toContain(third.id)
    for (const { id, userId } of [first, second]) {
      expect(JSON.stringify(answers)).not.toContain(id)
      expect(stored).not.toContain(userId)
    }
  })

  test('a card of another event is named as its text says, also offline', async () => {
    const { createDoorLink, openDoorLink, desk, invited } = await createDoorScenario()
    const [graduate] = await desk.invitations.create({ invitations: [{ eventName: 'تخرّج', eventDate: event.eventDate, guestName: 'هدى' }] })
    const { phone, door } = await openDoorLink(await createDoorLink({ showsNames: true }))
    const scanned = async (qr_code: string) => (await door.backend.checkIn.check({ qr_code, source: 'camera', ...event })).refused
    const printed = { reason: 'other-event', guestName: '', eventName: 'تخرّج', eventDate: event.eventDate }
    const forged = qrCodeText({ ...invited[0]!, code: 'ABCDEFGHJKMNPQRSTVWX' })
    expect(await scanned(qrCodeText(graduate!))).toEqual(printed)
    expect(await scanned(graduate!.code)).toMatchObject({ reason: 'other-event', eventName: '' })
    expect(await scanned(forged)).toBeUndefined()
    await phone.networkState('refusing')
    expect(await scanned(qrCodeText(graduate!))).toEqual(printed)
    for (const text of [graduate!.code, forged]) expect(await scanned(text)).toBeUndefined()
  })

  test('a link with the right to search admits guests by name offline', async () => {
    const { createDoorLink, openDoorLink, count, invited } = await createDoorScenario(['سارة أحمد', 'علي'])
    const { phone, door } = await openDoorLink(await createDoorLink({ maySearch: true }))
    await phone.networkState('refusing')
    const [candidate] = await door.backend.checkIn.candidates({ search: 'سارة' })
    expect(candidate).toMatchObject({ guestName: 'سارة أحمد', currentScans: 0 })
    expect(await door.backend.checkIn.check({ qr_code: candidate!.id })).toMatchObject({ outcome: 'admitted' })
    expect(await door.backend.checkIn.check({ qr_code: 'علي', source: 'typed' })).toMatchObject({ outcome: 'admitted' })
    await phone.networkState('open')
    await door.sync.run()
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await Promise.all(invited.map(count))).toEqual([1, 1])
  })

  test('an admission after the link was revoked becomes a «late» conflict', async () => {
    const { createDoorLink, openDoorLink, desk, eventId, invited, count } = await createDoorScenario()
    const link = await createDoorLink()
    const { phone, door } = await openDoorLink(link)
    await phone.networkState('refusing')
    await door.backend.checkIn.check({ qr_code: invited[0]!.id })
    await desk.links.revoke({ id: link.id })
    // While the server is unreachable, the device cannot know that the link was revoked.
    expect(await door.backend.links.me({})).toMatchObject({ id: link.id })
    await phone.networkState('open')
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    await expect(door.backend.checkIn.check({ qr_code: invited[1]!.id })).rejects.toMatchObject({ code: 'link-ended' })
    expect(JSON.parse(await readStoredData(door)).flat()).toEqual([])
    expect(await count(invited[0]!)).toBe(0)
    const { rows } = await desk.checkIn.conflicts({ eventId })
    expect(rows).toMatchObject([{ kind: 'late', guestName: 'سارة', gate: 'باب النساء' }])
    await desk.checkIn.acceptConflict({ id: rows[0]!.id })
    expect(await count(invited[0]!)).toBe(1)
  })

  test('a revoked link keeps outbox entries whose upload failed', async () => {
    const { createDoorLink, openDoorLink, desk, invited } = await createDoorScenario()
    const link = await createDoorLink()
    const { phone, door } = await openDoorLink(link)
    await phone.networkState('refusing')
    await door.backend.checkIn.check({ qr_code: invited[0]!.id })
    await desk.links.revoke({ id: link.id })
    await phone.networkState('open')
    phone.failAt(/link\/invitations\.php/)
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    const { store } = (await door.device())!
    expect([await store.count('invitations'), await store.count('outbox')]).toEqual([0, 1])
    expect(door.status.get().waiting).toBe(1)
  })

  test('the refused outbox entries of a deleted event are rejected', async () => {
    const { createDoorLink, openDoorLink, desk, eventId, invited } = await createDoorScenario()
    const { phone, door } = await openDoorLink(await createDoorLink())
    await phone.networkState('refusing')
    await door.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'offline' })
    await desk.events.remove({ id: eventId })
    await phone.networkState('open')
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    const { store } = (await door.device())!
    expect([await store.count('invitations'), await store.count('outbox')]).toEqual([0, 1])
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [{ idempotencyKey: 'offline', refusal: { code: 'link-ended' } }] })
  })

  test('an offline device deletes its guests when its link expires', async () => {
    const { createDoorLink, openDoorLink } = await createDoorScenario()
    const expiresAt = Date.now() + 600_000
    const link = await createDoorLink({ expiresAt: new Date(expiresAt).toISOString() })
    const { phone, door } = await openDoorLink(link)
    await phone.networkState('refusing')
    expect(await door.backend.links.me({})).toMatchObject({ id: link.id })
    vi.useFakeTimers({ toFake: ['Date'], now: expiresAt })
    onTestFinished(() => void vi.useRealTimers())
    await expect.poll(() => door.backend.links.me({}).catch(error => error.code)).toBe('link-ended')
    // The screen tells the user that the guests were deleted from this device.
    expect(await (await door.device())!.store.count('invitations')).toBe(0)
  })

  test('two door links and an account in one browser have separate outboxes', async () => {
    const { createDoorLink, openDoorLink, phone, desk, invited, user, count } = await createDoorScenario()
    const [women, men] = [await createDoorLink(), await createDoorLink({ name: 'باب الرجال' })]
    const { door } = await openDoorLink(women, phone)
    const { door: other } = await openDoorLink(men, phone)
    await phone.networkState('refusing')
    await door.backend.checkIn.check({ qr_code: invited[0]!.id })
    await other.backend.checkIn.check({ qr_code: invited[1]!.id })
    await expect.poll(() => [door, other, phone].map(({ status }) => status.get().waiting)).toEqual([1, 1, 0])
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

  test('an offline device shows no guest name after its link hides names', async () => {
    const { createDoorLink, openDoorLink, desk, invited } = await createDoorScenario()
    const link = await createDoorLink({ showsNames: true })
    const { phone, door } = await openDoorLink(link)
    await desk.links.update({ id: link.id, showsNames: false })
    await door.sync.run()
    await phone.networkState('refusing')
    expect(await door.backend.checkIn.check({ qr_code: invited[0]!.id })).toMatchObject({
      outcome: 'admitted',
      invitation: { guestName: '' },
    })
  })

  test('the scan of a door link is uploaded again to a restored server', async () => {
    const { createDoorLink, openDoorLink, invited, user } = await createDoorScenario()
    const { door } = await openDoorLink(await createDoorLink())
    const restore = await testServer().backUp()
    await door.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'before' })
    await door.sync.run()
    await restore()
    const desk = await testServer().desk(user.username)
    expect(await findInvitation(desk, invited[0]!.id)).toMatchObject({ currentScans: 0 })
    await door.sync.run()
    expect(await findInvitation(desk, invited[0]!.id)).toMatchObject({ currentScans: 1 })
  })
})

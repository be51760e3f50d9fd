import { qrCodeText } from '@hudur/core/check-in/card-text'
import { parseSavedAdmissions } from '@hudur/core/check-in/saved-admissions'
import { toTrialCode } from '@hudur/core/id'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import * as texts from '@hudur/core/texts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { event, findInvitation, setUpScenarios } from '../../testing/scenarios.ts'
import type { DoorServices } from './door.ts'
import { composeDoorBackend } from './door.ts'
import { findGuestByCode } from './local/known-guest.ts'
import { readRecentAdmissions } from './local/recent-admissions.ts'
import { readSavedAdmissions } from './local/saved-admissions.ts'

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
  const createDoorLink = (
    fields: { name?: string; showsNames?: boolean; maySearch?: boolean; expiresAt?: string; walkIns?: number } = {},
  ) => desk.links.create({ eventId, role: 'door', name: 'باب النساء', ...fields })
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
    expect(
      await door.backend.checkIn.check({ qr_code: qrCodeText(sara), source: 'camera', nonce: 'one', gate: 'باب النساء' }),
    ).toMatchObject({
      outcome: 'admitted',
      invitation: { guestName: 'سارة', eventName: event.eventName, currentScans: 1, answer: { attends: true, people: 1, note: null } },
    })
    expect(await door.backend.checkIn.check({ qr_code: sara.id })).toMatchObject({
      ...{ outcome: 'used', invitation: { guestName: 'سارة' } },
      first: { gate: 'باب النساء', by: null },
    })
    expect(await door.backend.checkIn.check({ qr_code: 'سارة', source: 'typed' })).toMatchObject({ outcome: 'refused' })
    const unknown = await door.backend.checkIn.check({ qr_code: 'ABCDEFGHJKMNPQRSTVWX' })
    expect(unknown).toMatchObject({ outcome: 'refused', replicaAt: door.status.get().replica!.at })
    expect(await door.backend.checkIn.arrivals({})).toMatchObject({ arrived: 1, invited: 2 })
    await door.backend.checkIn.check({ qr_code: ali.id, nonce: 'two', scannedAt: new Date().toISOString() })
    const times = { admittedAt: new Date().toISOString(), undoneAt: new Date().toISOString() }
    await door.backend.checkIn.undo({ ...times, qr_code: ali.id, admission: 'two', nonce: 'undo' })
    const trial = await door.backend.checkIn.check({ qr_code: toTrialCode(ali.id), source: 'camera' })
    expect(trial).toMatchObject({ outcome: 'used', isTrial: true, invitation: null })
    // Two admissions, an undo, and the three scans that admitted nobody.
    await expect.poll(() => door.status.get().waiting).toBe(6)

    await phone.networkState('open')
    await door.sync.run()
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect([await count(sara), await count(ali)]).toEqual([1, 0])
    // The server's count already includes this device's admission, so the device does not add it.
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

  test('the refusal of another event’s card names the event in its text', async () => {
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

  test('the offline refusal of a guest added after the last download is uploaded as a scan of that guest', async () => {
    const { createDoorLink, openDoorLink, desk, eventId } = await createDoorScenario()
    const { phone, door } = await openDoorLink(await createDoorLink({ showsNames: true }))
    await phone.networkState('refusing')
    const [added] = await desk.invitations.create({ invitations: [{ ...event, eventId, guestName: 'مريم' }] })
    const { code, id } = added!
    expect(await door.backend.checkIn.check({ qr_code: code })).toMatchObject({ outcome: 'refused' })
    const device = (await door.device())!
    expect(await findGuestByCode(device, code)).toBeUndefined()
    await phone.networkState('open')
    await door.sync.run()
    expect(await findGuestByCode(device, code)).toEqual({ name: 'مريم', hidesNames: false })
    const scans = testServer().db.read.selectFrom('scans').select(['outcome', 'gate']).where('invitation_id', '=', id)
    expect(await scans.execute()).toEqual([{ outcome: 'refused', gate: 'باب النساء' }])
    await desk.events.update({ id: eventId, hidesNames: true })
    await door.sync.run()
    expect(await findGuestByCode(device, code)).toEqual({ name: '', hidesNames: true })
  })

  test('an offline device refuses a guest who was moved to another event before its last download', async () => {
    const { createDoorLink, openDoorLink, invited, desk } = await createDoorScenario()
    const { phone, door } = await openDoorLink(await createDoorLink({ showsNames: true }))
    const [sara, ali] = invited as [Invitation, Invitation]
    await desk.invitations.update({ id: sara.id, eventName: 'عشاء' })
    await door.sync.run()
    await phone.networkState('refusing')
    expect(await door.backend.checkIn.check({ qr_code: sara.id })).toMatchObject({ outcome: 'refused', invitation: null })
    expect(await door.backend.checkIn.check({ qr_code: ali.id })).toMatchObject({ outcome: 'admitted' })
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

  test('the rejected entries of a deleted event are uploaded again, and counted once, when the event was restored', async () => {
    const { createDoorLink, openDoorLink, desk, eventId, invited, count } = await createDoorScenario()
    const [sara, ali] = invited as [Invitation, Invitation]
    const { phone, door } = await openDoorLink(await createDoorLink())
    const { door: otherDoor } = await openDoorLink(await createDoorLink({ name: 'باب الرجال' }))
    await phone.networkState('refusing')
    await door.backend.checkIn.check({ qr_code: sara.id, nonce: 'offline' })
    await door.backend.checkIn.check({ qr_code: ali.id, nonce: 'undone' })
    const times = { admittedAt: new Date().toISOString(), undoneAt: new Date().toISOString() }
    await door.backend.checkIn.undo({ ...times, qr_code: ali.id, admission: 'undone', nonce: 'undo' })
    await desk.events.remove({ id: eventId })
    await phone.networkState('open')
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [{}, {}, {}] })
    await door.sync.run()
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [{}, {}, {}] })

    await desk.events.restore({ id: (await desk.events.deleted({})).rows[0]!.id })
    await door.backend.links.me({})
    await door.sync.run()
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [], replica: { guests: 2 } })
    expect([await count(sara), await count(ali)]).toEqual([1, 0])
    expect(await otherDoor.backend.checkIn.check({ qr_code: sara.id })).toMatchObject({ outcome: 'used' })
    expect((await desk.checkIn.conflicts({ eventId })).rows).toEqual([])
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

  test('the admissions of a link that a restore has lost are saved without names and counted once', async () => {
    const { createDoorLink, openDoorLink, invited, user } = await createDoorScenario(['سارة أحمد', 'علي', 'هدى', 'منى'])
    const [sara, ali, huda, mona] = invited as [Invitation, Invitation, Invitation, Invitation]
    const restore = await testServer().backUp()
    const { phone, door } = await openDoorLink(await createDoorLink({ maySearch: true }))
    await door.backend.checkIn.check({ qr_code: qrCodeText(sara), source: 'camera', nonce: 'confirmed' })
    await expect.poll(async () => (await door.device())!.store.count('scans')).toBe(1)
    await phone.networkState('refusing')
    await door.backend.checkIn.check({ qr_code: qrCodeText(ali), source: 'camera', nonce: 'queued' })
    await door.backend.checkIn.check({ qr_code: 'هدى', source: 'typed', nonce: 'by name' })
    await door.backend.checkIn.check({ qr_code: qrCodeText(mona), source: 'camera', nonce: 'undone' })
    const times = { admittedAt: new Date().toISOString(), undoneAt: new Date().toISOString() }
    await door.backend.checkIn.undo({ ...times, qr_code: mona.id, admission: 'undone', nonce: 'undo' })
    await restore()
    await phone.networkState('open')
    for (let tries = 0; tries < 2; tries++) await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    expect(await (await door.device())!.store.count('invitations')).toBe(0)

    const { admissions, attempts, text } = (await readSavedAdmissions((await door.device())!))!
    expect({ admissions, attempts }).toEqual({ admissions: 4, attempts: 0 })
    for (const { guestName } of invited) expect(text).not.toContain(guestName)
    const desk = await testServer().desk(user.username)
    const file = parseSavedAdmissions(text)!
    expect(await desk.checkIn.countSaved(file)).toEqual({ counted: 3, undone: 1, unadmitted: 0, known: 0, conflicts: 0, refused: 0 })
    expect(await desk.checkIn.countSaved(file)).toEqual({ counted: 0, undone: 0, unadmitted: 0, known: 4, conflicts: 0, refused: 0 })
    const counts = await Promise.all([sara, ali, huda, mona].map(async ({ id }) => (await findInvitation(desk, id))?.currentScans))
    expect(counts).toEqual([1, 1, 1, 0])
  })

  test('a link lost in a restore keeps its confirmed admissions for the file', async () => {
    const { createDoorLink, openDoorLink, invited } = await createDoorScenario()
    const restore = await testServer().backUp()
    const { door } = await openDoorLink(await createDoorLink())
    await door.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'confirmed' })
    await expect.poll(async () => (await door.device())!.store.count('scans')).toBe(1)
    await restore()
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    expect(door.status.get().rejected).toMatchObject([{ idempotencyKey: 'confirmed', refusal: { code: 'link-ended' } }])
    expect(await readSavedAdmissions((await door.device())!)).toMatchObject({ admissions: 1 })
  })

  test('a revoked link keeps no admissions for a file', async () => {
    const { createDoorLink, openDoorLink, invited, desk, count } = await createDoorScenario()
    const link = await createDoorLink()
    const { door } = await openDoorLink(link)
    await door.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'confirmed' })
    await expect.poll(async () => (await door.device())!.store.count('scans')).toBe(1)
    await desk.links.revoke({ id: link.id })
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    expect(JSON.parse(await readStoredData(door)).flat()).toEqual([])
    expect(await count(invited[0]!)).toBe(1)
    expect((await desk.checkIn.conflicts({})).rows).toEqual([])
  })

  /** Sets the time of the devices and of the server to `now`. */
  function setTime(now: number) {
    vi.useFakeTimers({ toFake: ['Date'], now })
    onTestFinished(() => void vi.useRealTimers())
  }

  test('an offline device whose link expired keeps its confirmed admissions until the server has answered', async () => {
    const { createDoorLink, openDoorLink, invited } = await createDoorScenario()
    const expiresAt = Date.now() + 600_000
    const { phone, door } = await openDoorLink(await createDoorLink({ expiresAt: new Date(expiresAt).toISOString() }))
    await door.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'confirmed' })
    const { store } = (await door.device())!
    await expect.poll(() => store.count('scans')).toBe(1)
    await phone.networkState('refusing')
    setTime(expiresAt)
    await expect.poll(() => door.backend.links.me({}).catch(error => error.code)).toBe('link-ended')
    expect([await store.count('invitations'), await store.count('scans')]).toEqual([0, 1])
    await phone.networkState('open')
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    expect(JSON.parse(await readStoredData(door)).flat()).toEqual([])
  })

  test('an ended link uploads its confirmed admissions and undos again to a server that was restored to a time before them', async () => {
    const { createDoorLink, openDoorLink, invited, eventId, user } = await createDoorScenario(['سارة', 'علي', 'هدى'])
    const [sara, ali, huda] = invited as [Invitation, Invitation, Invitation]
    const link = await createDoorLink()
    const { phone, door } = await openDoorLink(link)
    const restore = await testServer().backUp()
    for (const { id } of [sara, ali, huda])
      await door.backend.checkIn.check({ qr_code: id, nonce: id, scannedAt: new Date().toISOString() })
    const times = { admittedAt: new Date().toISOString(), undoneAt: new Date().toISOString() }
    await expect.poll(async () => (await door.device())!.store.count('scans')).toBe(3)
    await door.backend.checkIn.undo({ ...times, qr_code: ali.id, admission: ali.id, nonce: 'undo' })
    await phone.networkState('refusing')
    await restore()
    const desk = await testServer().desk(user.username)
    await desk.links.revoke({ id: link.id })
    await phone.networkState('open')
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    const { rows } = await desk.checkIn.conflicts({ eventId })
    expect(rows.map(({ kind, guestName }) => `${kind} ${guestName}`).sort()).toEqual(['late سارة', 'late هدى'])
    expect(JSON.parse(await readStoredData(door)).flat()).toEqual([])
  })

  test('the file of a lost link has scans that admitted nobody, without names', async () => {
    const { createDoorLink, openDoorLink, invited, user } = await createDoorScenario(['سارة أحمد', 'علي'])
    const [sara] = invited as [Invitation, Invitation]
    const restore = await testServer().backUp()
    const { phone, door } = await openDoorLink(await createDoorLink({ maySearch: true }))
    await phone.networkState('refusing')
    await door.backend.checkIn.check({ qr_code: qrCodeText(sara), source: 'camera', nonce: 'admitted' })
    await door.backend.checkIn.check({ qr_code: qrCodeText(sara), source: 'camera', nonce: 'used' })
    await door.backend.checkIn.check({ qr_code: 'سارة أحمد', source: 'typed', nonce: 'used by name' })
    await door.backend.checkIn.check({ qr_code: 'ABCDEFGHJKMNPQRSTVWX', nonce: 'unknown' })
    await door.backend.checkIn.check({ qr_code: 'خديجة الغامدي', source: 'typed', nonce: 'unknown name' })
    await restore()
    await phone.networkState('open')
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })

    const { text, admissions, attempts } = (await readSavedAdmissions((await door.device())!))!
    expect({ admissions, attempts }).toEqual({ admissions: 1, attempts: 4 })
    for (const name of ['سارة', 'خديجة']) expect(text).not.toContain(name)
    const desk = await testServer().desk(user.username)
    const file = parseSavedAdmissions(text)!
    const NOTHING = { counted: 0, undone: 0, unadmitted: 0, known: 0, conflicts: 0, refused: 0 }
    expect(await desk.checkIn.countSaved(file)).toEqual({ ...NOTHING, counted: 1, unadmitted: 4 })
    expect(await desk.checkIn.countSaved(file)).toEqual({ ...NOTHING, known: 1, unadmitted: 4 })
    const scans = testServer().db.read.selectFrom('scans').select('outcome').where('invitation_id', '=', sara.id).orderBy('outcome')
    expect((await scans.execute()).map(({ outcome }) => outcome)).toEqual(['admitted', 'used', 'used'])
  })
})

describe('walk-ins at a door', () => {
  const walkIn = (name: string, people: number) => ({
    name,
    people,
    note: 'جارة أم العروس',
    nonce: `walk-in ${Buffer.from(name).toString('hex')}`,
  })

  test('uploaded walk-ins count once and lose their names on the device', async () => {
    const { createDoorLink, openDoorLink, desk, eventId } = await createDoorScenario()
    const { phone, door } = await openDoorLink(await createDoorLink({ walkIns: 5 }))
    const { checkIn } = door.backend
    expect(await checkIn.walkIn(walkIn('هند', 1))).toMatchObject({ remaining: 4 })
    await door.backend.links.me({})
    await phone.networkState('refusing')
    expect(await checkIn.walkIn(walkIn('مها', 3))).toEqual({ success: true, people: 3, isCounted: true, remaining: 1 })
    expect(await checkIn.walkIn(walkIn('مها', 3)), 'repeated').toMatchObject({ remaining: 1 })
    await expect(checkIn.walkIn({ ...walkIn('مها', 2) })).rejects.toMatchObject({ code: 'nonce-taken' })
    await expect(checkIn.walkIn(walkIn('دانة', 2))).rejects.toMatchObject({ code: 'walk-ins-used' })
    await expect(checkIn.walkIn(walkIn(' ', 1))).rejects.toMatchObject({ code: 'bad-input', fields: { name: expect.any(String) } })
    await expect.poll(() => door.status.get().waiting).toBe(1)
    expect(await readStoredData(door)).toContain('مها')

    await phone.networkState('losing')
    await door.sync.run()
    await phone.networkState('open')
    await door.sync.run()
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect((await desk.checkIn.walkIns({ eventId })).rows.map(({ name, people }) => `${name} ${people}`).sort()).toEqual(['مها 3', 'هند 1'])
    expect(await readStoredData(door)).not.toContain('مها')
    await phone.networkState('refusing')
    expect(await checkIn.walkIn(walkIn('ريم', 1))).toMatchObject({ remaining: 0 })
  })

  test('a server that was restored from a backup counts uploaded walk-ins again, once and without names', async () => {
    const { createDoorLink, openDoorLink, eventId, user } = await createDoorScenario()
    const { phone, door } = await openDoorLink(await createDoorLink({ walkIns: 9 }))
    await door.backend.checkIn.walkIn(walkIn('ريم', 1))
    const restore = await testServer().backUp()
    await door.backend.checkIn.walkIn(walkIn('هند', 2))
    await phone.networkState('refusing')
    await door.backend.checkIn.walkIn(walkIn('مها', 3))
    await phone.networkState('open')
    await door.sync.run()
    const readWalkIns = async () => {
      const desk = await testServer().desk(user.username)
      return (await desk.checkIn.walkIns({ eventId })).rows.map(({ name, people }) => [name, people])
    }
    expect(await readWalkIns()).toHaveLength(3)
    await restore()
    expect(await readWalkIns()).toEqual([['ريم', 1]])
    await door.sync.run()
    expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    const unnamed = (people: number) => [texts.walkIn.forgotten, people]
    expect((await readWalkIns()).sort()).toEqual([unnamed(2), unnamed(3), ['ريم', 1]].sort())
    for (const name of ['هند', 'مها']) expect(await readStoredData(door)).not.toContain(name)
  })

  test('an ended link’s device uploads its walk-ins to a restored server before it deletes its data', async () => {
    const { createDoorLink, openDoorLink, eventId, user } = await createDoorScenario()
    const link = await createDoorLink({ walkIns: 9 })
    const { door } = await openDoorLink(link)
    const restore = await testServer().backUp()
    await door.backend.checkIn.walkIn(walkIn('هند', 2))
    await expect.poll(() => readStoredData(door)).toContain('walk-in')
    await restore()
    const desk = await testServer().desk(user.username)
    await desk.links.revoke({ id: link.id })
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    expect((await desk.checkIn.walkIns({ eventId })).rows).toMatchObject([{ people: 2 }])
    expect(await readStoredData(door)).not.toContain('walk-in')
  })

  test('walk-ins of two offline phones beyond the maximum become a conflict', async () => {
    const { createDoorLink, openDoorLink, desk, eventId } = await createDoorScenario()
    const link = await createDoorLink({ walkIns: 3 })
    const doors = [await openDoorLink(link), await openDoorLink(link)]
    for (const [n, { phone, door }] of doors.entries()) {
      await phone.networkState('refusing')
      await door.backend.checkIn.walkIn(walkIn(['هند', 'مها'][n]!, 2))
    }
    for (const { phone, door } of doors) {
      await phone.networkState('open')
      await door.sync.run()
      expect(door.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    }
    expect((await desk.checkIn.walkIns({ eventId })).rows.filter(({ isCounted }) => isCounted)).toHaveLength(1)
    expect((await desk.checkIn.conflicts({ eventId })).rows).toMatchObject([{ kind: 'walk-in', people: 2 }])
  })

  test('an offline door link without the right to walk-ins refuses them', async () => {
    const { createDoorLink, openDoorLink } = await createDoorScenario()
    const { phone, door } = await openDoorLink(await createDoorLink())
    await phone.networkState('refusing')
    await expect(door.backend.checkIn.walkIn(walkIn('هند', 1))).rejects.toMatchObject({ code: 'not-allowed' })
  })
})

test('an account’s device uploads its walk-ins again to a restored server', async () => {
  const { invited, phone, user } = await scenario({ guests: ['سارة'] })
  const eventId = invited[0]!.eventId!
  const restore = await testServer().backUp()
  await phone.backend.checkIn.walkIn({ eventId, name: 'هند', people: 2, nonce: 'one', gate: 'الشرقية' })
  await restore()
  await phone.signIn(user.username)
  await phone.sync.run()
  const desk = await testServer().desk(user.username)
  expect((await desk.checkIn.walkIns({ eventId })).rows).toMatchObject([{ people: 2, gate: 'الشرقية', isCounted: true }])
  expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
})

test('an offline account admits walk-ins to an event of its replica', async () => {
  const { desk, invited, phone } = await scenario({ guests: ['سارة'] })
  const eventId = invited[0]!.eventId!
  const input = { eventId, name: 'هند', people: 2, nonce: 'one', gate: 'الشرقية' }
  await phone.networkState('refusing')
  expect(await phone.backend.checkIn.walkIn(input)).toEqual({ success: true, people: 2, isCounted: true, remaining: null })
  await expect(phone.backend.checkIn.walkIn({ ...input, eventId: 'x', nonce: 'two' })).rejects.toMatchObject({ code: 'not-found' })
  await phone.networkState('open')
  await phone.sync.run()
  expect((await desk.checkIn.walkIns({ eventId })).rows).toMatchObject([{ name: 'هند', people: 2, gate: 'الشرقية', isCounted: true }])
})

describe('the PIN of a door', () => {
  test('five wrong PINs lock the page for 15 minutes, also after a reload', async () => {
    const { createDoorLink, newPhone } = await createDoorScenario()
    const link = await createDoorLink()
    const phone = await newPhone()
    await phone.enterLink(link.url.split('#')[1]!)
    const { pin } = phone.withDoor(link.id, composeDoorBackend)
    expect(await pin.isSet()).toBe(false)
    await pin.keep('٤٨٢١')
    expect(await pin.isSet()).toBe(true)
    await pin.check('4821')
    for (let n = 0; n < 5; n++) await expect(pin.check('0000')).rejects.toMatchObject({ code: 'wrong-pin' })
    await expect(pin.check('4821')).rejects.toMatchObject({ code: 'busy', message: expect.stringContaining('15 دقيقة') })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    await pin.check('4821')
  })
})

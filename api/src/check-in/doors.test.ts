import { createHash } from 'node:crypto'
import { qrCodeText } from '@hudur/core/check-in/card-text'
import { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { LINK_ID_HEADER } from '@hudur/core/http-backend'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import { openSealedGuest } from '@hudur/core/links/sealed'
import { linkEndpointPath } from '@hudur/core/wire'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { openLink } from '../../testing/link-device.ts'
import { refuseScans } from '../../testing/refuse-scans.ts'
import { addAccount, cookieHeader, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'
import { deleteAllExpired } from '../database/retention.ts'

const event = { eventName: 'زفاف سارة', eventDate: '2026-11-20' }
const DAY = 86_400_000
const sha256 = (code: string) => createHash('sha256').update(code).digest('hex')

describe.each(ENGINES)('doors on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let now: Date
  /** The text of all responses that the server has sent below `/api/link`. */
  let sentToLinks: string

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db, { now: () => now })
  })
  beforeEach(async () => {
    now = new Date('2026-11-20T18:00:00.000Z')
    sentToLinks = ''
    await emptyDatabase(db)
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  /** Creates a host with an event of three guests, a guest of another event, and functions that create and open links. */
  async function createHost() {
    const account = await addAccount(db, { username: 'host' })
    const { backend } = await server.callerFor(account)
    const [family, vip, single, other] = await backend.invitations.create({
      invitations: [
        { ...event, guestName: 'عائلة علي', generationType: 'custom', maxScans: 4, phone: '777123456', side: 'أهل العريس' },
        { ...event, guestName: 'الشيخة هند', isVip: true, table: '1', note: 'ترافقها المضيفة' },
        { ...event, guestName: 'منيرة' },
        { eventName: 'تخرّج', eventDate: '2026-11-20', guestName: 'خالد' },
      ],
    })
    const eventId = family!.eventId!
    const createLink = (fields = {}) => backend.links.create({ eventId, role: 'door', name: 'باب النساء', ...fields })
    const readConflicts = async () => (await backend.checkIn.conflicts({ eventId })).rows
    const readAdmittedCount = async (id = family!.id) =>
      (await backend.invitations.list({})).rows.find(invitation => invitation.id === id)?.currentScans
    return {
      account,
      backend,
      family: family!,
      vip: vip!,
      single: single!,
      other: other!,
      eventId,
      create: createLink,
      conflicts: readConflicts,
      count: readAdmittedCount,
    }
  }

  async function createGuestOfOtherHost() {
    const { backend } = await server.callerFor(await addAccount(db, { username: 'stranger' }))
    return backend.invitations.create({ invitations: [{ eventName: 'تخرّج', eventDate: '2026-11-20', guestName: 'خالد' }] })
  }

  /** Opens a link on a device that adds every response to `sentToLinks`. */
  async function openDevice(link: Pick<LinkWithUrl, 'id' | 'url'>) {
    const device = await openLink(server.base, link, new Map(), text => {
      sentToLinks += text
    })
    return device.backend
  }

  let scans = 0
  const newOfflineScan = (qr_code: string, fields = {}): EndpointInput<typeof contract.checkIn.check> => ({
    ...{ qr_code, nonce: `offline-${scans++}`, happened: true, scannedAt: now.toISOString(), clockOffset: 0 },
    ...fields,
  })

  test('a door link without names admits by code and returns no guest name', async () => {
    const { backend, create, family, vip, other, eventId } = await createHost()
    const link = await create()
    const door = await openDevice(link)
    const answer = await door.checkIn.check({ qr_code: family.id, admit: 2, gate: 'باب آخر', source: 'camera' })
    expect(answer).toMatchObject({
      outcome: 'admitted',
      invitation: { id: sha256(family.id), userId: link.id, guestName: '', qrCode: '', phone: null, side: null, currentScans: 2 },
      scanDetails: { guestName: '', qrCode: '', currentScans: 2, maxScans: 4 },
    })
    expect(await door.checkIn.check({ qr_code: vip.id })).toMatchObject({
      invitation: { guestName: '', isVip: true, table: '1', note: 'ترافقها المضيفة' },
    })
    expect(await door.checkIn.check({ qr_code: vip.id })).toMatchObject({
      ...{ outcome: 'used', first: { gate: 'باب النساء', by: null } },
    })
    // Of a guest of another event of the same owner the door link learns nothing that is not in the scanned text.
    const { refused, message } = await door.checkIn.check({ qr_code: other.id })
    expect([refused, message]).toEqual([
      { reason: 'other-event', guestName: '', eventName: '', eventDate: '' },
      'هذه البطاقة لمناسبة أخرى لصاحب الدعوة',
    ])
    expect(await door.checkIn.check({ qr_code: qrCodeText(other) })).toMatchObject({
      message: 'هذه البطاقة لـ«تخرّج»',
      refused: { guestName: '', eventName: 'تخرّج' },
    })
    const [stranger] = await createGuestOfOtherHost()
    expect(await door.checkIn.check({ qr_code: qrCodeText(stranger!) })).toMatchObject({
      message: 'رمز QR غير صحيح أو غير موجود في النظام',
    })
    expect(await door.checkIn.arrivals({})).toEqual({ arrived: 3, invited: 6, exceeding: 0 })
    expect(await backend.links.list({ eventId })).toMatchObject([{ id: link.id, admitted: 3 }])
    expect(await backend.checkIn.check({ qr_code: vip.id })).toMatchObject({ first: { gate: 'باب النساء', by: null } })
  })

  test('a door link finds guests by name only if its owner allows searching', async () => {
    const { create, family } = await createHost()
    const door = await openDevice(await create({ showsNames: true }))
    expect(await door.checkIn.check({ qr_code: 'عائلة علي', source: 'typed' })).toMatchObject({ outcome: 'refused' })
    await expect(door.checkIn.candidates({ search: 'عائلة' })).rejects.toMatchObject({ code: 'not-allowed' })
    // A door link without the right to search cannot admit by the digest that it gets as an invitation's id.
    expect(await door.checkIn.check({ qr_code: sha256(family.id) })).toMatchObject({ outcome: 'refused' })
    expect(await door.checkIn.check({ qr_code: family.id })).toMatchObject({ invitation: { guestName: 'عائلة علي' } })

    const searching = await openDevice(await create({ maySearch: true }))
    const [candidate] = await searching.checkIn.candidates({ search: 'عائلة' })
    expect(candidate).toMatchObject({ id: sha256(family.id), guestName: 'عائلة علي', currentScans: 1 })
    expect(await searching.checkIn.check({ qr_code: candidate!.id, admit: 2 })).toMatchObject({
      outcome: 'admitted',
      invitation: { guestName: 'عائلة علي', currentScans: 3 },
    })
    expect(await searching.checkIn.check({ qr_code: 'عائلة علي', source: 'typed' })).toMatchObject({ outcome: 'admitted' })
    const typed = newOfflineScan('عائلة علي', { invitationId: candidate!.id })
    expect(await searching.checkIn.check(typed)).toMatchObject({ invitation: { id: candidate!.id, currentScans: 5 } })
  })

  test('a door link can undo its own admission', async () => {
    const { create, family, count } = await createHost()
    const door = await openDevice(await create())
    await door.checkIn.check({ qr_code: family.id, nonce: 'admission', admit: 3, scannedAt: now.toISOString() })
    const times = { admittedAt: now.toISOString(), undoneAt: now.toISOString() }
    const undone = await door.checkIn.undo({ ...times, qr_code: family.id, admission: 'admission', nonce: 'undo' })
    expect(undone.invitation).toMatchObject({ id: sha256(family.id), guestName: '', currentScans: 0 })
    expect(await count()).toBe(0)
  })

  test('a guest chosen by name is undone after the right to search has ended', async () => {
    const { backend, create, count } = await createHost()
    const link = await create({ maySearch: true })
    const door = await openDevice(link)
    const [candidate] = await door.checkIn.candidates({ search: 'عائلة' })
    const admit = (nonce: string) => door.checkIn.check({ qr_code: candidate!.id, nonce })
    await admit('first')
    await admit('second')
    await backend.links.update({ id: link.id, maySearch: false })
    const undo = (admission: string, happened: boolean) =>
      door.checkIn.undo({
        ...{ qr_code: candidate!.id, admission, nonce: `undo ${admission}`, happened },
        ...{ admittedAt: now.toISOString(), undoneAt: now.toISOString() },
      })
    await undo('first', false)
    await undo('second', true)
    expect(await count()).toBe(0)
    // Without an admission of its own the link learns nothing about the guest of a digest.
    expect((await undo('unknown', true)).invitation).toBeNull()
  })

  test('a door link cannot undo an admission of its owner or of another link', async () => {
    const { backend, create, family, count } = await createHost()
    const [door, other] = [await openDevice(await create()), await openDevice(await create({ name: 'باب الرجال' }))]
    await backend.checkIn.check({ qr_code: family.id, nonce: 'of the owner' })
    await other.checkIn.check({ qr_code: family.id, nonce: 'of the other' })
    const times = { admittedAt: now.toISOString(), undoneAt: now.toISOString() }
    for (const admission of ['of the owner', 'of the other'])
      for (const happened of [false, true]) {
        const undoing = door.checkIn.undo({ ...times, qr_code: family.id, admission, nonce: `undo ${admission} ${happened}`, happened })
        await expect(undoing).rejects.toMatchObject({ code: 'not-found' })
      }
    expect(await count()).toBe(2)
    await other.checkIn.undo({ ...times, qr_code: family.id, admission: 'of the other', nonce: 'undo' })
    expect(await count()).toBe(1)
  })

  test('a door link’s replica has each guest encrypted with the card’s code', async () => {
    const { backend, create, family, vip, single } = await createHost()
    await backend.invitations.answer({ id: vip.id, attends: true, people: 1, note: 'ألف مبروك' })
    const link = await create({ showsNames: true })
    const door = await openDevice(link)
    const answer = {
      ...{ attends: true, people: 1, children: 0, at: expect.any(String), note: null },
      ...{ announced: null, isForFormerDay: false },
    }
    const replica = await door.links.replica({})
    expect(replica).toMatchObject({ isFull: true, event: { name: 'زفاف سارة', date: '2026-11-20' }, deleted: [], admissions: [] })
    expect(replica.invitations.map(({ id }) => id).toSorted()).toEqual([family.id, vip.id, single.id].map(sha256).toSorted())
    const sealed = replica.invitations.find(({ id }) => id === sha256(vip.id))!.sealed!
    expect(await openSealedGuest(vip.id, sealed)).toEqual({
      guestName: 'الشيخة هند',
      children: 0,
      table: '1',
      note: 'ترافقها المضيفة',
      isVip: true,
      ...{ side: null, phone: null },
      answer,
    })
    await expect(openSealedGuest(family.id, sealed)).rejects.toThrow()

    await door.checkIn.check({ qr_code: family.id, nonce: 'admission', admit: 2 })
    await backend.invitations.remove({ id: single.id })
    const cursor = { since: replica.mark, epoch: replica.epoch }
    const changes = await door.links.replica(cursor)
    expect(changes).toMatchObject({
      isFull: false,
      deleted: [sha256(single.id)],
      admissions: [{ nonce: 'admission', invitationId: sha256(family.id), people: 2 }],
    })
    expect(changes.invitations.find(({ id }) => id === sha256(family.id))).toMatchObject({ currentScans: 2, maxScans: 4, guest: null })
    expect(await door.checkIn.check({ qr_code: single.id })).toMatchObject({ refused: { reason: 'deleted', guestName: 'منيرة' } })

    // After the owner hides the names, the device gets a whole replica again.
    await backend.links.update({ id: link.id, showsNames: false })
    const hidden = await door.links.replica(cursor)
    expect(hidden.isFull).toBe(true)
    const guest = await openSealedGuest(vip.id, hidden.invitations.find(({ id }) => id === sha256(vip.id))!.sealed!)
    expect(guest).toEqual({ guestName: '', children: 0, table: '1', note: 'ترافقها المضيفة', isVip: true, side: null, phone: null, answer })

    await backend.links.update({ id: link.id, maySearch: true })
    const searching = await door.links.replica(cursor)
    expect(searching.invitations.find(({ id }) => id === sha256(vip.id))).toMatchObject({
      ...{ sealed: null, guest: { guestName: 'الشيخة هند', isVip: true, side: null, phone: null } },
    })
  })

  test('a guest who is moved to another event leaves the replicas of the former one', async () => {
    const { backend, create, family, vip, single, other } = await createHost()
    const partner = await server.callerFor(await addAccount(db, { username: 'partner' }))
    await backend.events.addPartner({ eventId: family.eventId!, username: 'partner' })
    // Only the former event is in the replica of this account: the other one is too far away.
    await backend.events.update({ id: other.eventId!, date: '2027-03-20' })
    const door = await openDevice(await create())
    // Downloads overlap by a minute.
    now = new Date(now.getTime() + 10 * 60_000)
    const replica = await door.links.replica({})
    const [own, shared] = [await backend.invitations.changes({}), await partner.backend.invitations.changes({})]
    for (const { invitations } of [replica, own, shared]) expect(invitations).toHaveLength(3)
    await backend.invitations.updateMany({ ids: [vip.id], eventId: other.eventId! })
    await backend.invitations.update({ id: single.id, eventName: 'عشاء' })

    const since = ({ mark, epoch }: { mark: string; epoch: string }) => ({ since: mark, epoch })
    const changes = await door.links.replica(since(replica))
    expect(changes).toMatchObject({ isFull: false, invitations: [], deleted: [] })
    expect(changes.moved?.toSorted()).toEqual([vip.id, single.id].map(sha256).toSorted())
    const [toOwn, toShared] = [await backend.invitations.changes(since(own)), await partner.backend.invitations.changes(since(shared))]
    // The event «عشاء» has the same day, so its guest is still in the replica of the account.
    expect(toOwn).toMatchObject({ isFull: false, invitations: [{ id: single.id, eventName: 'عشاء' }], removed: [vip.id] })
    expect(toShared).toMatchObject({ isFull: false, invitations: [], removed: expect.arrayContaining([vip.id, single.id]) })

    // A guest who comes back is in the replica again.
    await backend.invitations.updateMany({ ids: [vip.id], eventId: family.eventId! })
    const back = await door.links.replica(since(changes))
    expect(back).toMatchObject({ isFull: false, invitations: [{ id: sha256(vip.id) }], moved: [sha256(single.id)] })
  })

  test('a door link that may search is sent names but no codes', async () => {
    const { create, family, vip, single, other } = await createHost()
    const searching = await openDevice(await create({ name: 'باب الرجال', maySearch: true }))
    await searching.checkIn.candidates({ search: 'عائلة' })
    await searching.checkIn.check({ qr_code: 'عائلة', source: 'typed' })
    await searching.checkIn.check({ qr_code: 'عائلة علي', source: 'typed' })
    await searching.links.replica({})
    expect(sentToLinks).toContain(family.guestName)
    for (const { id } of [family, vip, single, other]) expect(sentToLinks).not.toContain(id)
    expect(sentToLinks).not.toContain(other.guestName)
    // Of the telephone number only the last three digits are sent, with the side, to tell namesakes apart.
    for (const part of ['"phoneEnd":"456"', '"phone":"456"', 'أهل العريس']) expect(sentToLinks).toContain(part)
    expect(sentToLinks).not.toContain('123456')
  })

  test('an admission of a revoked door link counts when the owner accepts it', async () => {
    const { backend, create, family, conflicts, count, eventId } = await createHost()
    const link = await create()
    const door = await openDevice(link)
    await door.checkIn.check({ qr_code: family.id })
    const [late, undoneLate] = [newOfflineScan(family.id, { admit: 2 }), newOfflineScan(family.id)]
    await backend.links.revoke({ id: link.id })
    await expect(door.checkIn.check({ qr_code: family.id })).rejects.toMatchObject({ code: 'link-ended' })
    await expect(door.links.replica({})).rejects.toMatchObject({ code: 'link-ended' })
    await expect(door.checkIn.arrivals({})).rejects.toMatchObject({ code: 'link-ended' })

    for (const repeated of [late, late]) expect(await door.checkIn.check(repeated)).toMatchObject({ outcome: 'admitted', invitation: null })
    await door.checkIn.check(undoneLate)
    const undo = { admission: undoneLate.nonce!, nonce: 'undo', qr_code: family.id, admittedAt: now.toISOString() }
    for (let repeat = 0; repeat < 2; repeat++) await door.checkIn.undo({ ...undo, undoneAt: now.toISOString(), happened: true })
    expect(await count()).toBe(1)
    expect(await backend.checkIn.arrivals({ eventId })).toMatchObject({ arrived: 1 })
    const [conflict, ...others] = await conflicts()
    expect(others).toEqual([])
    expect(conflict).toMatchObject({ kind: 'late', guestName: 'عائلة علي', people: 2, gate: 'باب النساء', entries: [{}], isSeen: false })

    for (let repeat = 0; repeat < 2; repeat++)
      await backend.checkIn.acceptConflict({ id: conflict!.id }).catch(error => expect(error).toMatchObject({ code: 'not-found' }))
    expect(await count()).toBe(3)
    expect(await conflicts()).toMatchObject([{ kind: 'late', isSeen: true }])
    expect((await backend.checkIn.arrivalTimes({ ...event, eventId })).map(({ people }) => people)).toEqual([3])
    // An undo of an admission that the owner has accepted, or of an unknown one, is refused.
    for (const admission of [late.nonce!, 'unknown'])
      await expect(door.checkIn.undo({ ...undo, admission, nonce: 'other', undoneAt: now.toISOString() })).rejects.toMatchObject({
        // The device treats this code as final and uploads the next entry of its outbox.
        code: 'too-late',
      })
  })

  test('an exit that was uploaded after the link ended counts once the owner accepts it', async () => {
    const { backend, create, family, conflicts, eventId } = await createHost()
    await backend.events.update({ id: eventId, countsExits: true })
    const link = await create()
    const door = await openDevice(link)
    await door.checkIn.check({ qr_code: family.id, admit: 3 })
    await backend.links.revoke({ id: link.id })
    const lateExit = newOfflineScan(family.id, { admit: 2, direction: 'out' })
    for (const repeated of [lateExit, lateExit]) await door.checkIn.check(repeated)
    const readFigures = async () => {
      const { arrived, inside } = await backend.events.get({ id: eventId })
      return { arrived, inside }
    }
    expect(await readFigures()).toEqual({ arrived: 3, inside: 3 })
    const [late, ...others] = await conflicts()
    expect([late, others]).toMatchObject([{ kind: 'late', people: 2, isSeen: false }, []])
    for (let repeat = 0; repeat < 2; repeat++)
      await backend.checkIn.acceptConflict({ id: late!.id }).catch(error => expect(error).toMatchObject({ code: 'not-found' }))
    expect(await readFigures()).toEqual({ arrived: 3, inside: 1 })
    expect(await door.checkIn.check(lateExit)).toMatchObject({ success: true })
    expect(await readFigures()).toEqual({ arrived: 3, inside: 1 })
  })

  test('accepting a `late` conflict that cannot be stored changes nothing', async () => {
    const { backend, create, family, conflicts, count } = await createHost()
    const link = await create()
    const door = await openDevice(link)
    await backend.links.revoke({ id: link.id })
    await door.checkIn.check(newOfflineScan(family.id, { admit: 2 }))
    await door.checkIn.check(newOfflineScan(family.id))
    const [late] = await conflicts()
    const endRefusing = await refuseScans(db, sql`new.outcome = 'admitted' and new.people = 1`)
    await expect(backend.checkIn.acceptConflict({ id: late!.id })).rejects.toThrow()
    await endRefusing()
    expect([await count(), await conflicts()]).toMatchObject([0, [{ kind: 'late', isSeen: false }]])
    await backend.checkIn.acceptConflict({ id: late!.id })
    expect([await count(), await conflicts()]).toMatchObject([3, [{ kind: 'late', isSeen: true }]])
  })

  test('`late` conflicts with unknown codes are marked as seen one by one', async () => {
    const { backend, create } = await createHost()
    const link = await create()
    const door = await openDevice(link)
    await backend.links.revoke({ id: link.id })
    for (const code of ['ABCDEFGHJKMNPQRSTVW1', 'ABCDEFGHJKMNPQRSTVW2']) await door.checkIn.check(newOfflineScan(code))
    const readUnseenConflicts = async () => (await backend.checkIn.conflicts({ filter: 'unseen' })).rows
    const [first] = await readUnseenConflicts()
    await backend.checkIn.settleConflict({ id: first!.id })
    expect((await readUnseenConflicts()).map(({ id }) => id)).not.toContain(first!.id)
    expect(await readUnseenConflicts()).toHaveLength(1)
  })

  test('accepting a `late` scan of a replaced code adds a conflict', async () => {
    const { backend, create, single, conflicts, count } = await createHost()
    const link = await create()
    const door = await openDevice(link)
    await backend.links.revoke({ id: link.id })
    await backend.invitations.reissue({ id: single.id })
    await door.checkIn.check(newOfflineScan(single.id))
    const [late] = await conflicts()
    await backend.checkIn.acceptConflict({ id: late!.id })
    expect(await count(single.id)).toBe(1)
    expect((await conflicts()).map(({ kind }) => kind)).toEqual(['replaced', 'late'])
  })

  test('accepting a `late` scan beyond the allowed persons adds a conflict', async () => {
    const { backend, create, single, conflicts, count } = await createHost()
    const link = await create()
    const door = await openDevice(link)
    await backend.checkIn.check({ qr_code: single.id })
    await backend.links.revoke({ id: link.id })
    await door.checkIn.check(newOfflineScan(single.id))
    const [late] = await conflicts()
    await backend.checkIn.acceptConflict({ id: late!.id })
    expect(await count(single.id)).toBe(2)
    expect(await conflicts()).toMatchObject([
      { kind: 'double', isSeen: false },
      { kind: 'late', isSeen: true },
    ])
  })

  test('a device can upload for seven days after its link has ended', async () => {
    const { backend, create, family, conflicts } = await createHost()
    const [reissued, ended] = [await create(), await create({ name: 'باب الرجال' })]
    const [door, other] = [await openDevice(reissued), await openDevice(ended)]
    await door.links.me({})
    await backend.links.reissue({ id: reissued.id })
    await backend.links.update({ id: ended.id, expiresAt: now.toISOString() })
    await expect(door.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
    now = new Date(now.getTime() + 7 * DAY - 1_000)
    await deleteAllExpired(db, now)
    await door.checkIn.check(newOfflineScan(family.id))
    await other.checkIn.check(newOfflineScan(family.id))
    expect(await conflicts()).toMatchObject([{ kind: 'late', count: 2, entries: [{ gate: 'باب النساء' }, { gate: 'باب الرجال' }] }])
    now = new Date(now.getTime() + 2_000)
    for (const device of [door, other])
      await expect(device.checkIn.check(newOfflineScan(family.id))).rejects.toMatchObject({ code: 'link-ended' })
    now = new Date(now.getTime() + 2 * DAY)
    await deleteAllExpired(db, now)
    expect(await db.read.selectFrom('link_sessions').select('id').where('ended_at', 'is not', null).execute()).toEqual([])
  })

  test('an admission counted before the link was revoked is not counted again', async () => {
    const { backend, create, family, count, conflicts } = await createHost()
    const link = await create()
    const door = await openDevice(link)
    await door.checkIn.check({ qr_code: family.id, nonce: 'lost answer' })
    await backend.links.revoke({ id: link.id })
    expect(await door.checkIn.check(newOfflineScan(family.id, { nonce: 'lost answer' }))).toMatchObject({ outcome: 'admitted' })
    expect([await count(), await conflicts()]).toEqual([1, []])
  })

  test('a guest chosen by name is undone after the card was reissued twice, or deleted', async () => {
    const { backend, create, single, vip, count } = await createHost()
    for (const { id } of [single, vip]) await backend.invitations.reissue({ id })
    const door = await openDevice(await create({ maySearch: true }))
    const times = { scannedAt: now.toISOString(), clockOffset: 0 }
    const undoChosen = (qr_code: string, admission: string, happened: boolean) =>
      door.checkIn.undo({
        qr_code,
        admission,
        nonce: `undo ${admission}`,
        admittedAt: now.toISOString(),
        undoneAt: now.toISOString(),
        happened,
      })
    const admit = async (search: string, nonce: string) => {
      const [guest] = await door.checkIn.candidates({ search })
      expect(await door.checkIn.check({ qr_code: guest!.code, nonce, ...times })).toMatchObject({ outcome: 'admitted' })
      return guest!.code
    }
    const code = await admit('منيرة', 'one')
    await backend.invitations.reissue({ id: single.id })
    expect(await undoChosen(code, 'one', false)).toMatchObject({ success: true, invitation: { currentScans: 0 } })
    expect(await count(single.id)).toBe(0)

    const [second, third] = [await admit('الشيخة هند', 'two'), await admit('منيرة', 'three')]
    for (const { id } of [vip, single]) await backend.invitations.remove({ id })
    expect(await undoChosen(second, 'two', false)).toMatchObject({ success: true })
    expect(await undoChosen(third, 'three', true)).toMatchObject({ success: true })
  })

  test('all door links of an owner share one daily budget for refused scans', async () => {
    const { account, create } = await createHost()
    for (const name of ['باب النساء', 'باب الرجال']) {
      const door = await openDevice(await create({ name }))
      await door.checkIn.check({ qr_code: 'شيء آخر' })
    }
    const used = await db.read.selectFrom('budgets').select(['user_id', 'used']).where('what', '=', 'scans').execute()
    expect(used).toEqual([{ user_id: `doors of ${account.id}`, used: 2 }])
  })

  test('a request below /api/link without the header of a link gets 401', async () => {
    const { create } = await createHost()
    const link = await create()
    const { cookies } = await openLink(server.base, link)
    const cookie = cookieHeader(cookies)
    const requestReplica = (headers: Record<string, string>) => fetch(server.base + linkEndpointPath(contract.links.replica), { headers })
    expect((await requestReplica({ cookie })).status).toBe(401)
    expect((await requestReplica({ cookie, [LINK_ID_HEADER]: link.id })).status).toBe(200)
  })
})
